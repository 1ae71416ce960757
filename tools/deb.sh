#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a Debian package of what `make install` puts into place: deb.sh BUILD VERSION. The same sources and tools give
# the same bytes: files have the time of the last commit, owners are root, and dpkg-deb takes nothing of the machine.
set -eu
build=$1 version=$2 root=$1/deb
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

rm -rf "$root"
make --no-print-directory install B="$build" PREFIX=/usr DESTDIR="$(realpath -m "$root")" >/dev/null
mkdir -p "$root/usr/share/zsh/vendor-completions" # where Debian's zsh looks
mv "$root"/usr/share/zsh/site-functions/* "$root/usr/share/zsh/vendor-completions"
rmdir "$root/usr/share/zsh/site-functions"
strip -o "$root/usr/bin/agent" "$build/agent-shared"
bytes=$(stat -c %s "$root/usr/bin/agent")
[ "$bytes" -le 3000000 ] || { echo "deb.sh: the program has $bytes bytes, 3000000 were promised" >&2; exit 1; }
gzip -9n "$root"/usr/share/man/man?/*
mkdir "$root/DEBIAN"
# The libraries the program names itself. A package knows them by the path of before /lib became /usr/lib, or of after.
named=$(objdump -p "$root/usr/bin/agent" | awk '$1 == "NEEDED" { print $2 }')
libraries=$(for name in $named; do
	library=$(ldd "$root/usr/bin/agent" | awk -v name="$name" '$1 == name { print $3 }')
	dpkg -S "$library" 2>/dev/null || dpkg -S "/usr$library" 2>/dev/null || dpkg -S "${library#/usr}"
done | cut -d: -f1 | sort -u | paste -sd, | sed 's/,/, /g')
cat >"$root/DEBIAN/control" <<END
Package: agent
Version: $version
Architecture: $architecture
Maintainer: The agent authors <agent@localhost>
Section: devel
Priority: optional
Depends: $libraries, libcurl4 | libcurl3-gnutls
Recommends: libical3, libexpat1
Description: terminal agent
 Plans and carries out work in a folder with a language model, step by step, asking first.
END
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$build/agent_${version}_$architecture.deb"
