#!/bin/sh
# Runs a command that sees no process, file or network but its own: isolate.sh <folder to write> <paths to read …> -- <command …>
# It is root of its own namespaces of mounts and processes here; the command begins with what gives these rights up. This shell
# stays as the first process: when it ends, the kernel ends whatever the command has started.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
# Nothing that a command needs is below it.
new=/sys

# Links a path at the same place. The system's options of a mount can be added to, not removed.
link() {
  if [ ! -e "$1" ] || [ -e "$new$1" ]; then return 0; fi
  if [ -d "$1" ]; then mkdir -p "$new$1"; else mkdir -p "$new${1%/*}" && : >"$new$1"; fi
  mount -n -o "$2" "$1" "$new$1"
}
in_memory() {
  if [ -e "$new$1" ]; then return 0; fi
  mkdir -p "$new$1"
  mount -n -t tmpfs -o "mode=$2,nosuid,nodev" tmpfs "$new$1"
}

writes=$1
shift
mount -n -t tmpfs -o mode=755,size=16m,nosuid,nodev tmpfs $new
in_memory /tmp 1777,size=512m
mkdir $new/dev $new/proc $new/old
ln -s /tmp $new/dev/shm
link /usr bind,ro,nosuid,nodev
# Small, or links into /usr where the system has merged both.
copies=
for path in /etc/alternatives /etc/fonts /etc/ld.so.cache /etc/libreoffice /etc/chromium /etc/chromium.d; do
  if [ -e $path ]; then copies="$copies $path"; fi
done
for path in /bin /sbin /lib /lib32 /lib64; do
  if [ -L $path ]; then copies="$copies $path"; else link $path bind,ro,nosuid,nodev; fi
done
cp -dR --parents $copies $new
for device in null zero urandom; do link /dev/$device bind; done
while [ "$1" != -- ]; do
  link "$1" bind,ro,nosuid,nodev
  shift
done
shift
if [ -n "$writes" ]; then link "$writes" bind; fi
in_memory "${TMPDIR:-/tmp}" 1777,size=512m
# Where parts of the system's are hidden, the kernel refuses another; the user namespace then guards what others' entries reveal.
mount -n -t proc -o nosuid,nodev,noexec proc $new/proc 2>/dev/null || mount --rbind /proc $new/proc
folder=$PWD
pivot_root $new $new/old
umount -n -l /old
mount -n -o remount,bind,ro,nosuid,nodev /
cd "$folder" 2>/dev/null || cd /
"$@" || exit $?
