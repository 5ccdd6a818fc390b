#!/bin/bash
# remake.sh ROOT
#
# Remakes shaders/generated/*.hpp (DXBC as C++ arrays) from shaders/*.hlsl. ROOT is the folder of a Debian 13 root; make
# one with `ci/debian13-root.sh ROOT` (Debian 12's own Wine 8 compiles loops wrongly and is refused). The compiler is
# D3DCompile of Wine 10's d3dcompiler_47.dll, called by compile_shaders.cpp. Run as root. The suffix of a file's name
# gives its target: _vs, _ps or _cs, shader model 5.0; the entry point is `main`.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 1 ]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
fi
if [ "$1" != --inside ]; then
  exec "$here/../ci/in-root.sh" "$1" "$here/.." shaders/remake.sh --inside
fi

# From here on inside the root.
wine_version=$(dpkg-query --show --showformat '${Version}' libwine)
if dpkg --compare-versions "$wine_version" lt 10; then
  echo "remake.sh: Wine here is $wine_version; 10 or newer is needed" >&2
  exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
x86_64-w64-mingw32-g++-posix -std=c++20 -O1 -Wall -Wextra -static "$here/compile_shaders.cpp" -o "$scratch/compile_shaders.exe"

"$here/../ci/with-wine.sh" bash -euo pipefail -c '
  cd "$1"
  for source in *.hlsl; do
    stem=${source%.hlsl}
    sha256=$(sha256sum "$source" | cut -d " " -f 1)
    timeout --signal=KILL 60 "$WINE" "$2" "$source" "${stem##*_}_5_0" "$sha256" \
      "d3dcompiler_47.dll of Wine (Debian package libwine $3)" "generated/$stem.hpp"
    echo "generated/$stem.hpp"
  done' remake "$here" "$scratch/compile_shaders.exe" "$wine_version"
