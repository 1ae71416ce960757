#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints docs/promises.md with the tests that hold each promise, one line each: NAME, promise, FILE: TEST, TEST; ...
# Tests say what they hold in a line above them ("holds: NAME, NAME"), or below the head of their file for all of it.
# With "check" only what is wrong is printed: a promise that no test holds, a test that holds none of these.
cd "$(dirname "$0")/.." || exit 1
{
	awk '
		/^- [*][*]/ { if (name) print "promise\t" name "\t" text; name = $2; text = $0; gsub(/[*:]/, "", name); sub(/^- [*][*][^ ]* /, "", text) }
		/^  / && name { sub(/^ +/, ""); text = text " " $0 }
		END { print "promise\t" name "\t" text }' docs/promises.md
	find tests -name '*.sh' -o -name '*.c' | sort | xargs awk '
		FNR == 1 { hold = "" }
		/^(#|\/\*) holds: / { line = $0; sub(/^(#|\/\*) holds: /, "", line); sub(/ \*\/$/, "", line); hold = line; at = FNR; next }
		hold != "" {
			name = ""
			if (FNR == at + 1 && /^[a-z_].*[(]/ && !/[$]/) { name = $0; sub(/[(].*/, "", name); sub(/.*[ *]/, "", name); sub(/^test_/, "", name) }
			file = FILENAME; sub(/^tests\//, "", file)
			n = split(hold, names, ", ")
			for (i = 1; i <= n; i++) print "test\t" names[i] "\t" file "\t" name
			hold = ""
		}'
} | awk -F'\t' -v check="$1" '
	$1 == "promise" { order[++count] = $2; text[$2] = $3; next }
	!($2 in text) { if (check) print "tests/" $3 ": holds " $2 ", which is no promise of docs/promises.md"; next }
	$2 SUBSEP $3 in seen { held[$2] = held[$2] ($4 == "" ? "" : ", " $4); next }
	{ seen[$2 SUBSEP $3]; held[$2] = held[$2] (held[$2] == "" ? "" : "; ") $3 ($4 == "" ? "" : ": " $4) }
	END {
		for (i = 1; i <= count; i++)
			if (!check) print order[i] "\n  " text[order[i]] "\n  Held by " held[order[i]] "."
			else if (held[order[i]] == "") print "docs/promises.md: no test holds " order[i]
	}'
