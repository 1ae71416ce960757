#!/bin/bash
# The input on a real terminal: every key of it, large pastes, the editor, completion, the queue.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

take='{"take":true}'
start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'

cursor_at() { # COLUMN ROW
	[ "$(in_tmux display -p '#{cursor_x} #{cursor_y}')" = "$1 $2" ]
}

cursor() {
	(wait_for cursor_at "$@") || fail "the cursor is at $(in_tmux display -p '#{cursor_x} #{cursor_y}'), wanted $*"
}

pastes() { # TEXT
	printf '%s' "$1" >"$T/paste"
	in_tmux load-buffer "$T/paste" \; paste-buffer -p
}

fresh() { # SIZE [SETTINGS]
	drive "$@" <<<"$take
$take
$take"
	shows 'what should be done?'
}

test_readlines_keys_move_and_cut() {
	fresh 60x20
	types 'one two three'
	cursor 16 17
	keys C-a
	cursor 3 17
	keys C-e
	cursor 16 17
	keys M-b
	cursor 11 17
	keys M-b M-f
	cursor 10 17
	keys C-b Left Right
	cursor 9 17
	keys C-e C-w
	shows ' › one two'
	hides 'three'
	keys C-u
	hides 'one two'
	keys C-y
	shows ' › one two three'
	keys Home M-d
	shows ' ›  two three'
	keys C-k C-y
	shows ' › one two three'
	types '!'
	keys C-w C-y M-y
	shows ' › one two one two three'
	keys C-u C-k
	types 'abc'
	keys Home C-d Delete
	shows ' › c'
	keys End BSpace
	hides ' › c'
	types 'x-y'
	keys M-BSpace
	shows ' › x-'
	keys Home C-Right C-Left End
	cursor 5 17
}

test_undo_goes_back_word_by_word_and_redo_forward() {
	fresh 60x20
	types 'make it right'
	keys C-_
	hides 'right'
	shows ' › make it'
	keys C-_ C-_
	hides 'make'
	keys M-_ M-_
	shows ' › make it'
	keys C-c
	hides 'make'
	keys C-_
	shows ' › make it'
}

test_the_cursor_stands_right_in_any_script() {
	fresh 60x20
	types 'a你好b'
	cursor 9 17
	keys Left Left
	cursor 6 17
	keys C-u C-k
	types $'e\u0301a\u0302\u0323!'
	cursor 6 17
	keys Left Left
	cursor 4 17
	keys C-u C-k
	types 'שלום עולם'
	cursor 12 17
	keys M-b
	cursor 8 17
	keys C-u C-k
	types '🇩🇪👍🏽x'
	keys Left Left
	keys BSpace
	shows ' › 👍'
	cursor 3 17
	keys C-k
	types $'👨\u200d👩\u200d👧.'
	keys Left BSpace
	shows ' › .'
	cursor 3 17
}

test_wide_text_wraps_and_up_keeps_the_column_at_60_columns() {
	fresh 60x20
	for i in 1 2 3 4 5 6 7; do types '你好世界'; done
	types 'x'
	WANTED=' › 你好世界你好世界你好世界你好世界你好世界你好世界你好世界'
	shows "$WANTED"
	cursor 4 17
	keys Up
	cursor 3 16
	keys C-e
	keys M-Enter
	types 'ab'
	cursor 5 17
	keys Up Up
	cursor 5 15
	keys Down
	cursor 4 16
	keys Down
	cursor 5 17
}

test_a_large_paste_is_one_mark_at_80_columns() {
	fresh 80x24
	types 'look at '
	pastes "$(seq 1 214)"$'\t end'
	shows ' › look at [pasted 214 lines]'
	shows 'it is sent whole; Alt-O shows it, Ctrl-_ takes it back'
	cursor 29 21
	keys Left
	cursor 11 21
	keys Right
	types ' please'
	shows ' › look at [pasted 214 lines] please'
	keys M-b C-b BSpace
	hides 'pasted'
	shows ' › look at  please'
	keys C-_
	shows ' › look at [pasted 214 lines] please'
	keys C-e Enter
	wait_for grep -q '^prompt' "$T/log"
	expect_equal "$(sed -n 's/^prompt //p' "$T/log" | jq -r .text)" "look at $(seq 1 214)"$'\t end please'
}

test_a_folded_paste_is_shown_on_demand() {
	fresh 60x20 ui.paste_lines=3
	pastes $'one\ntwo\nthree\nfour'
	shows ' › [pasted 4 lines]'
	keys M-o
	shows '   three'
	hides 'pasted'
	keys C-_
	shows ' › [pasted 4 lines]'
	keys C-a M-o
	shows '   three'
	keys M-o
	shows 'the cursor is at no folded paste'
}

test_a_paste_over_the_ceiling_is_refused_and_what_was_typed_stays() {
	fresh 80x24
	types 'kept'
	pastes "$(head -c 4194400 /dev/zero | tr '\0' x)"
	shows 'the paste is over 4 MiB: nothing was taken; put it into a file'
	shows ' › kept'
	pastes "$(head -c 4194302 /dev/zero | tr '\0' x)"
	shows 'the input would be over 4 MiB: nothing was pasted'
	pastes "$(head -c 4194300 /dev/zero | tr '\0' x)"
	shows ' › kept[pasted 4194 KB]'
	types y
	shows 'the input is full'
}

run_tests
