#!/bin/bash
# run-in-wine.sh PROGRAM.exe [ARGUMENT...]
#
# Runs a Windows program under Wine and gives its exit status; what CMake calls CMAKE_CROSSCOMPILING_EMULATOR. Inside
# ci/with-wine.sh it uses the display and the Wine prefix that are there, which takes less than a second; elsewhere it
# makes them for this one program. A program that hangs is killed after FERRY_WINE_SECONDS (600).
set -euo pipefail
if [ -z "${FERRY_IN_WINE:-}" ]; then
  exec "$(dirname "$0")/with-wine.sh" "$0" "$@"
fi
exec timeout --signal=KILL "${FERRY_WINE_SECONDS:-600}" "$WINE" "$@"
