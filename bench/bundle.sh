#!/bin/sh
# bundle.sh BUILD_DIR OUT: the benchmark programs with the libraries that a machine without them needs, in one folder.
# There:   LD_LIBRARY_PATH=OUT OUT/transfer_bench --json result.json
# The C library and the Vulkan driver are that machine's own.
set -eu
build=$1
out=$2
mkdir -p "$out"
for program in transfer_bench ring_bench layout_bench check_bench loader_bench frame_bench asset_bench; do
  [ -x "$build/bench/$program" ] || continue
  cp "$build/bench/$program" "$out/"
  ldd "$build/bench/$program" | awk '$2 == "=>" { print $3 }' | grep -E '/lib(vkd3d|stdc|gcc_s|benchmark|fmt|spng|jpeg|tinygltf|stb|xxhash|zstd|z)' |
    while read -r library; do cp -L "$library" "$out/"; done
done
# libvkd3d opens the Vulkan loader at run time.
loader=$(ldconfig -p | awk '$1 == "libvulkan.so.1" { print $NF; exit }')
if [ -n "$loader" ]; then cp -L "$loader" "$out/libvulkan.so.1"; fi
ls -l "$out"
