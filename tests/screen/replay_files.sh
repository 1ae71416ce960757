#!/bin/bash
# SPDX-License-Identifier: MIT
# The files of a replay as they were at the event shown, from the store and from an exported file.
# holds: replay-esc-goes
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

worked() {
	printf 'alpha\nbeta\n' >notes.txt
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: notes.txt}}, {name: write_file, arguments: {path: notes.txt, content: "alpha\ngamma\n"}}]}
		  - {calls: [{name: run_command, arguments: {command: "printf 'a\\0b' > data.bin; rm notes.txt"}}]}
		  - text: done
	EOF
	model --approve all --ask "change the notes" >/dev/null 2>&1 || fail "no session"
	agent sessions export last s.jsonl
	first=$(jq 'select(.type == "file_change") | .seq' s.jsonl | head -1)
	last=$(jq 'select(.type == "file_change") | .seq' s.jsonl | tail -1)
}

replay() { # WHAT
	screen 80x24 "$AGENT" --replay "$1" --speed max
	shows '❚❚'
}

look_at_files() {
	shows ' done'
	keys H
	keys v
	shows 'no file was changed up to this event'
	keys Escape
	hides 'narrow it down'
	keys w
	shows "▶▶   $first "
	keys v
	shows 'Files as they were' # the feed names notes.txt, too
	picture | sed "s/event $first/event N/; s/of $first/of N/" | head -8 >"$T/list"
	expect_equal "$(sed "s/ *$//" "$T/list" | grep event)" ' Files as they were at this event  1 of 1
 › notes.txt  changed, 1 change, last in event N'
	keys Enter
	shows "notes.txt at event $first: changed"
	expect_equal "$(picture | sed -n '5,9p' | sed 's/ *$//')" '    1    1   alpha
    2      - beta
         2 + gamma'
	keys Escape
	hides ': changed'
	shows ' › notes.txt'
	keys Tab
	shows "notes.txt at event $first: the whole of it"
	expect_equal "$(picture | sed -n '5,7p' | sed 's/ *$//')" ' alpha
 gamma'
	keys q
	hides 'the whole of it'
	keys Escape
	hides 'Files as they were'
	keys w w
	shows "▶▶   $last "
	keys v
	shows 'removed, 2 changes'
	types data
	keys Enter
	shows 'data.bin at event'
	shows ' binary, 3 bytes'
	keys Escape
	shows ' › data.bin'
	keys Escape
	hides 'Files as they were'
	shows '▶▶'
	keys q
	expect_restored
}

test_files_of_a_stored_session() {
	worked
	replay last
	look_at_files
}

test_files_of_an_exported_session() {
	worked
	replay s.jsonl
	look_at_files
}

test_a_fork_with_files_goes_on_in_a_new_folder() {
	worked
	screen 80x24 "$AGENT" --backend offline --replay last --speed max
	shows ' done'
	keys H w
	shows "▶▶   $first "
	keys F
	shows " F $T/work-at-$first"
	keys Enter
	shows 'Enter send'
	shows "1 file as at event $first"
	expect_equal "$(cat "$T/work-at-$first/notes.txt")" "alpha
gamma"
	[ ! -e notes.txt ] || fail "it is back in the folder of now"
	keys C-d
	expect_restored
}

folder_for_files() {
	keys F
	shows " F $T/work-at-"
	keys $(printf 'BSpace %.0s' {1..80})
	types "$1"
	shows " F $1"
	keys Enter
}

test_a_folder_that_cannot_be_made_is_told_and_the_replay_goes_on() {
	worked
	touch a-file
	screen 80x24 "$AGENT" --backend offline --replay last --speed max
	shows ' done'
	folder_for_files "$T/none/here"
	shows "the folder cannot be made: No such file or directory: '"
	folder_for_files "a-file/here"
	shows "the folder cannot be made: Not a directory: 'a-file/here'"
	folder_for_files a-file
	shows "'a-file' exists: the files go into a new folder only"
	folder_for_files "$T/made"
	shows 'Enter send'
	keys C-d
	expect_restored
}

test_a_cast_is_what_the_screen_shows() {
	agent sessions import "$ROOT/config/demo.jsonl" >"$T/id" 2>/dev/null
	expect_exit 0 agent sessions export "$(cat "$T/id")" s.cast
	tail -n +2 s.cast | jq -rj 'select(.[1] == "o") | .[2]' >"$T/played"
	screen 110x32 cat "$T/played"
	shows 'note      1 file as before the change'
	picture | sed -n 2,27p >"$T/cast"
	expect_match "$(picture | tail -4)" '^ ›'
	screen 110x32 "$AGENT" --replay "$ROOT/config/demo.jsonl" --speed max
	shows 'note      1 file as before the change'
	shows '● 84'
	expect_equal "$(picture | sed -n 2,27p)" "$(cat "$T/cast")"
}

run_tests
