#!/bin/bash
# with-wine.sh COMMAND [ARGUMENT...]
#
# Runs COMMAND with a headless display and a fresh Wine prefix around it, and takes both down afterwards. Inside,
# $WINE is the Wine loader (`$WINE program.exe`), and Direct3D 12 runs on Mesa's lavapipe. The display must be there
# before the first Windows program is: one that starts without it spoils those after it.
set -euo pipefail

if [ $# -lt 1 ]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
fi

# wineserver may be a shell wrapper; both lie in other folders from one Debian release to the next.
for place in /usr/lib/wine/wine64 "$(command -v wine64 || true)" "$(command -v wine || true)"; do
  if [ -x "$place" ]; then
    export WINE=$place
    break
  fi
done
[ -n "${WINE:-}" ] || { echo "with-wine.sh: no Wine here; apt-get install wine64" >&2; exit 2; }
for place in "$(command -v wineserver || true)" /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver; do
  if [ -x "$place" ]; then
    wineserver=$place
    break
  fi
done

scratch=$(mktemp -d)
display_process=
clean_up() {
  [ -z "${wineserver:-}" ] || "$wineserver" -k 2>/dev/null || true
  [ -z "$display_process" ] || kill "$display_process" 2>/dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT

export FERRY_IN_WINE=1 WINEPREFIX=$scratch/prefix WINEARCH=win64 WINEDEBUG=${WINEDEBUG:--all}
export WINEDLLOVERRIDES='mscoree=;mshtml='
export WINE_D3D_CONFIG=renderer=vulkan
export VKD3D_CONFIG=virtual_heaps # without it each descriptor write is 30 times slower on Mesa 25
for driver in /usr/share/vulkan/icd.d/lvp_icd.x86_64.json /usr/share/vulkan/icd.d/lvp_icd.json; do
  if [ -e "$driver" ]; then
    export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
  fi
done
unset WAYLAND_DISPLAY

Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>"$scratch/display" >/dev/null 2>&1 &
display_process=$!
for ((i = 0; i < 400; ++i)); do
  [ ! -s "$scratch/display" ] || break
  sleep 0.05
done
[ -s "$scratch/display" ] || { echo "with-wine.sh: Xvfb does not start" >&2; exit 2; }
DISPLAY=:$(cat "$scratch/display")
export DISPLAY
timeout --signal=KILL 180 "$WINE" wineboot --init >/dev/null 2>&1 ||
  { echo "with-wine.sh: the Wine prefix cannot be made" >&2; exit 2; }
"$@"
