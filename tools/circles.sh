#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints each .c file that calls, and is called by, others of its floor in a circle, which has to be read as one file;
# one is taken apart by moving what both need to a file of its own. Prints each call of a room that stands further right
# in the picture of docs/architecture.md. Calls are seen in the object files of folder B; without them nothing is said.
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
objects=$(MAKEFLAGS='' make -s --no-print-directory B="$B" objects) || { echo "tools/circles.sh: make does not name the objects"; exit 1; }
for o in $objects; do [ -e "$o" ] || exit 0; done
nm -A $objects | awk -v B="$B/" '
	function file(path) { sub(":.*", "", path); path = substr(path, length(B) + 1); sub("[.]o$", ".c", path); return path }
	function floor_of(path, part) { split(path, part, "/"); return part[1] "/" part[2] }
	function room_of(path, room) {
		room = substr(path, length(floor_of(path)) + 2)
		return sub("/.*", "", room) ? room : "."
	}
	function look_at_rooms(from, to, name) {
		if (!((floor_of(from), room_of(to)) in place)) return
		if (place[floor_of(from), room_of(to)] > place[floor_of(from), room_of(from)])
			print from ": calls " name " of " to ", a room right of its own in docs/architecture.md"
	}
	FILENAME ~ /^docs/ { if (/^    (src|ui)[/]/) for (i = 2; i <= NF; i++) place[$1, $i] = i; next }
	$2 == "T" { home[$3] = file($1) }
	$2 == "U" { use[file($1) " " $3] = 1 }
	END {
		for (u in use) {
			split(u, f, " ")
			if (!(f[2] in home) || home[f[2]] == f[1] || floor_of(f[1]) != floor_of(home[f[2]])) continue
			edge[f[1] " " home[f[2]]] = 1
			look_at_rooms(f[1], home[f[2]], f[2])
		}
		do { # what nobody calls, or calls nobody, is in no circle
			gone = 0; split("", goes); split("", comes)
			for (e in edge) { split(e, f, " "); goes[f[1]] = 1; comes[f[2]] = 1 }
			for (e in edge) { split(e, f, " "); if (!(f[1] in comes) || !(f[2] in goes)) { delete edge[e]; gone++ } }
		} while (gone)
		for (e in edge) { split(e, f, " "); print f[1] ": calls others of its floor in a circle" }
	}' docs/architecture.md - | sort -u
