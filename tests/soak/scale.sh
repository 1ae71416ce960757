#!/bin/bash
# SPDX-License-Identifier: MIT
# Ten million stored events against a hundred thousand: in sessions of a thousand, and in a single one. Prints each figure of
# tests/bench/scale.c for both, and how many times it is. LARGE=10000000 SMALL=100000 tests/soak/scale.sh (3 GB of $TMPDIR, half an hour)
. "$(dirname "$0")/../support/lib.sh"

SMALL=${SMALL:-100000} LARGE=${LARGE:-10000000}
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
compared() { # NAME IN_ONE_OF_THE_SMALL IN_ONE_OF_THE_LARGE
	"$BUILD/tests/bench/scale" "$FOLDER/small.db" "$SMALL" "$2" >"$FOLDER/small" || exit 1
	"$BUILD/tests/bench/scale" "$FOLDER/large.db" "$LARGE" "$3" >"$FOLDER/large" || exit 1
	paste <(tr '\t' '\n' <"$FOLDER/small") <(tr '\t' '\n' <"$FOLDER/large") |
		awk -v n="$1" 'NF == 4 {printf "%-24s %-20s %10s %10s %8.2f x\n", n, $1, $2, $4, $2 ? $4 / $2 : 0}'
	rm -f "$FOLDER"/*.db*
}
compared "sessions of 1,000" 1000 1000
compared "a single session" "$SMALL" "$LARGE"
