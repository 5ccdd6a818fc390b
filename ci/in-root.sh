#!/bin/bash
# in-root.sh ROOT FOLDER COMMAND [ARGUMENT...]
#
# Runs COMMAND inside a root made by debian13-root.sh, with FOLDER seen there as /src and as the working folder. Where
# the environment variable FERRY_ASSETS names a folder, or one lies beside FOLDER, COMMAND sees that as /assets, and the
# variable says so.
# Run as root; the mounts go away when COMMAND ends.
set -euo pipefail

if [ $# -lt 3 ]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
fi
if [ ! -e "$1/etc/debian_version" ]; then
  echo "in-root.sh: $1 is no Debian root; make one with ci/debian13-root.sh $1" >&2
  exit 2
fi
if [ -z "${FERRY_OWN_MOUNTS:-}" ]; then
  FERRY_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
fi

root=$1
folder=$(realpath "$2")
shift 2
mkdir -p "$root/src"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$folder" "$root/src"
assets=${FERRY_ASSETS:-$folder/../shared/assets}
unset FERRY_OWN_MOUNTS FERRY_ASSETS
if [ -d "$assets" ]; then
  mkdir -p "$root/assets"
  mount --bind "$assets" "$root/assets"
  export FERRY_ASSETS=/assets
fi
exec chroot "$root" /bin/bash -c 'cd /src && exec "$@"' in-root "$@"
