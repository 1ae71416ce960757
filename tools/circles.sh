#!/bin/sh
# Prints each .c file that calls, and is called by, others of its folder in a circle, which has to be
# read as one file. One is taken apart by moving what both need to a file of its own. Calls are seen in
# the object files of folder B; without them nothing is said.
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
objects=$(MAKEFLAGS='' make -s --no-print-directory B="$B" objects) || { echo "tools/circles.sh: make does not name the objects"; exit 1; }
for o in $objects; do [ -e "$o" ] || exit 0; done
nm -A $objects | awk -v B="$B/" '
	function file(path) { sub(":.*", "", path); path = substr(path, length(B) + 1); sub("[.]o$", ".c", path); return path }
	function folder(path, part) { split(path, part, "/"); return part[1] "/" part[2] } # the rooms of a floor are one
	$2 == "T" { home[$3] = file($1) }
	$2 == "U" { use[file($1) " " $3] = 1 }
	END {
		for (u in use) {
			split(u, f, " ")
			if ((f[2] in home) && home[f[2]] != f[1] && folder(f[1]) == folder(home[f[2]])) edge[f[1] " " home[f[2]]] = 1
		}
		do { # what nobody calls, or calls nobody, is in no circle
			gone = 0; split("", goes); split("", comes)
			for (e in edge) { split(e, f, " "); goes[f[1]] = 1; comes[f[2]] = 1 }
			for (e in edge) { split(e, f, " "); if (!(f[1] in comes) || !(f[2] in goes)) { delete edge[e]; gone++ } }
		} while (gone)
		for (e in edge) { split(e, f, " "); print f[1] ": calls others of its folder in a circle" }
	}' | sort -u
