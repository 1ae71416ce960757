#!/bin/bash
# SPDX-License-Identifier: MIT
# What a checker says of an edit stands beside it (checks.after_edit), on a real terminal.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# How long the reading took is told where it took a millisecond.
eval "$(declare -f picture | sed '1s/picture/whole_picture/')"
picture() {
	whole_picture | sed -E 's/(a\.c, 2 lines) · [0-9] ms/\1       /; s/(a\.c, 2 lines) · [0-9][0-9] ms/\1        /'
}

edits() {
	cat >check <<-'EOF'
		#!/bin/sh
		awk '/BAD/ { print FILENAME ":" NR ":1: error: " $0; print "    1 | here" }' "$1"
	EOF
	chmod +x check
	printf 'one BAD\ntwo\n' >a.c
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: a.c}}]}
		  - {calls: [{name: edit_file, arguments: {path: a.c, edits: [{old: "one BAD\ntwo\n", new: "zero\none BAD\ntwo BAD\n"}]}}]}
		  - {text: Mended., delay_ms: {head: 60000}}
	EOF
	screen "$1" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s 'evaluation.unchecked=["*"]' \
		-s 'checks.after_edit={"*.c": "./check {file}"}' -s 'ui.status=[rounds]'
	shows 'Enter send'
	types 'edit it'
	keys Enter
	shows 'new problem'
}

# Below the diff, which has no words for the model.
test_new_problems_stand_below_the_edit() {
	edits 80x24
	expect_screen <<EOF
 agent  $T/work  scripted · react  edit it

 you       edit it

 [Act]   ✔ read_file a.c
 [Obs]     a.c, 2 lines                                                       ▸
 [Act]   ✔ edit_file a.c  +2 -1                                               ▾
         1 + zero
    1    2   one BAD
    2      - two
         3 + two BAD
 [Obs]     1 new problem · ./check a.c                                        ▸
           a.c:3:1: error: two BAD
               1 | here






────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────
 3/100 rounds  sandbox off  all                   Esc stop  Enter steer  ? help
EOF
	keys Escape
	shows 'Enter send'
	leaves
	edits 110x32
	expect_screen <<EOF
 agent  $T/work  scripted · react  edit it

 you       edit it

 [Act]   ✔ read_file a.c
 [Obs]     a.c, 2 lines                                                                                     ▸
 [Act]   ✔ edit_file a.c  +2 -1                                                                             ▾
         1 + zero
    1    2   one BAD
    2      - two
         3 + two BAD
 [Obs]     1 new problem · ./check a.c                                                                      ▸
           a.c:3:1: error: two BAD
               1 | here














──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 ›
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 3/100 rounds  sandbox off  all                                                 Esc stop  Enter steer  ? help
EOF
}

run_tests
