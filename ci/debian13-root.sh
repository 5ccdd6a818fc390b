#!/bin/bash
# debian13-root.sh DIR [PACKAGE...]
#
# Makes a Debian 13 root in the folder DIR, beside a Debian 12 system: Wine 10, Mesa's lavapipe, a headless X server and
# MinGW-w64, and the PACKAGEs named. It serves to run Windows programs (in-root.sh, with-wine.sh) and to remake the
# shaders. Run as root, with debootstrap installed; needs about 3.5 GB and a few minutes. The mirror is the one that
# this system's apt uses, or the environment variable DEBIAN_MIRROR. To be rid of it: rm -rf DIR.
set -euo pipefail

if [ $# -lt 1 ]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
fi
# In a mount namespace of its own, whatever is mounted below goes away with this process.
if [ -z "${FERRY_OWN_MOUNTS:-}" ]; then
  FERRY_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
fi

root=$1
shift
packages=(wine wine64 xvfb xauth libvulkan1 mesa-vulkan-drivers g++-mingw-w64-x86-64-posix "$@")

mirror=${DEBIAN_MIRROR:-}
if [ -z "$mirror" ]; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/*$' || true)
fi
mirror=${mirror:-http://deb.debian.org/debian}

if [ ! -e "$root/etc/debian_version" ]; then
  debootstrap --variant=minbase trixie "$root" "$mirror"
fi
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
export DEBIAN_FRONTEND=noninteractive
chroot "$root" apt-get update
chroot "$root" apt-get install --yes --no-install-recommends "${packages[@]}"
