#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what the build (deps.sh build) or build and tests (deps.sh check) miss, and nothing else: each
# row of packages.txt has a probe, and only packages whose probe fails are asked for. Prints the list first.
set -u
want=${1:-build}
table=$(dirname "$0")/packages.txt

for manager in apt-get dnf pacman apk brew none; do
	command -v $manager >/dev/null 2>&1 && break
done
case $manager in
apt-get) column=3 ;; dnf) column=4 ;; pacman) column=5 ;; apk) column=6 ;; brew) column=7 ;; *) column=3 ;;
esac

present() {
	case $1 in
	cmd:*) command -v "${1#cmd:}" >/dev/null 2>&1 ;;
	file:*) [ -e "${1#file:}" ] ;;
	py:*) python3 -c "import ${1#py:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#py:}" 2>/dev/null ;;
	pkg:*) pkg-config --exists "${1#pkg:}" 2>/dev/null ;;
	lib:*) echo 'int main(void){return 0;}' | cc -x c - $(sanitizer "${1#lib:}") -o /dev/null 2>/dev/null ;;
	esac
}
sanitizer() {
	case $1 in
	asan) echo -fsanitize=address ;;
	ubsan) echo -fsanitize=undefined ;;
	*) echo "-l$1" ;;
	esac
}
missing() {
	grep -v '^#' "$table" | while read -r when probe rest; do
		[ -n "$probe" ] || continue
		[ "$when" = build ] || [ "$want" = check ] || continue
		present "$probe" && continue
		package=$(echo "$when $probe $rest" | awk -v c=$column '{print $c}')
		[ "$package" = - ] || echo "$package"
	done | sort -u | tr '\n' ' '
}

packages=$(missing)
[ -n "$packages" ] || exit 0
echo "missing packages: $packages" >&2
if [ "$manager" = none ]; then
	echo "no known package manager (apt-get, dnf, pacman, apk, brew); install these by hand" >&2
	exit 1
fi
sudo=
if [ "$(id -u)" != 0 ] && [ "$manager" != brew ]; then
	sudo=sudo
	if ! command -v sudo >/dev/null 2>&1; then
		echo "only root may install them and there is no sudo; as root: make -C $PWD deps" >&2
		exit 1
	fi
fi
case $manager in
apt-get) $sudo apt-get -o DPkg::Lock::Timeout=120 update -q >&2; $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -qy --no-install-recommends $packages >&2 ;;
dnf) $sudo dnf install -y $packages >&2 ;;
pacman) $sudo pacman -S --needed --noconfirm $packages >&2 ;;
apk) $sudo apk add $packages >&2 ;;
brew) brew install $packages >&2 ;;
esac
left=$(missing)
[ -z "$left" ] || { echo "still missing after the installation: $left" >&2; exit 1; }
