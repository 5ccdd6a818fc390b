# Sourced by .ci/run and ci/full. Runs named stages, each into a log of its own: a line for one that passes, the whole
# log for one that fails. A stage that fails does not stop the others.
stages_passed=0
stages_failed=()
log_folder=build/ci-logs
mkdir -p "$log_folder"

# stage NAME COMMAND [ARGUMENT...]
stage() {
  local name=$1 log spent status=0 TIMEFORMAT='%0R s, %0U s of processor time'
  shift
  log=$log_folder/${name//[^a-z0-9]/_}.log
  printf '%-28s ' "$name"
  spent=$({ time "$@" >"$log" 2>&1 </dev/null; } 2>&1) || status=$?
  if [ $status -eq 0 ]; then
    echo "ok      $spent"
    stages_passed=$((stages_passed + 1))
  else
    echo "FAILED  $spent (exit status $status)"
    sed "s/^/  | /" "$log"
    stages_failed+=("$name")
  fi
  return 0
}

# build PRESET [TARGET...]: configures and builds.
build() {
  cmake --preset "$1" && cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
# The same driver everywhere, GPU or not: Mesa's lavapipe.
for icd in /usr/share/vulkan/icd.d/lvp_icd*.json; do
  if [ -e "$icd" ] && [ -z "${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}" ]; then
    export VK_DRIVER_FILES=$icd VK_ICD_FILENAMES=$icd
  fi
done
