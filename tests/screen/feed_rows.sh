#!/bin/bash
# SPDX-License-Identifier: MIT
# How much the feed says, what stays in the terminal when the screen is left, and what the mouse chooses: the real program, at 80x24
# and 110x32.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() { # SIZE OPTION...
	local size=$1
	shift
	server <<-'EOF'
		replies:
		  - {text: "I look first.", calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look around, status: in_progress}, {id: b, content: Change it, status: pending}]}}, {name: read_file, arguments: {path: a.txt}}]}
		  - {calls: [{name: edit_file, arguments: {path: a.txt, edits: [{old: two, new: "zwei\nund"}]}}]}
		  - {calls: [{name: run_command, arguments: {command: "echo fine"}}]}
		  - {calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look around, status: completed}, {id: b, content: Change it, status: completed}]}}]}
		  - text: "It is done.\n\n```c\nreturn parse_date_with_a_very_long_name(first_argument, second_argument, third_argument, fourth);\n```"
		  - {text: "So be it.", repeat: true}
	EOF
	printf 'one\ntwo\nthree\n' >a.txt
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s 'evaluation.unchecked=["*"]' "$@"
	shows 'Enter send'
	types 'change it'
	keys Enter
	shows 'It is done.'
	shows 'Enter send'
}

again() {
	types "$1"
	keys Enter
	shows 'So be it.'
	shows 'Enter send'
}

test_a_normal_feed_says_each_thing_once_and_folds_a_turn_when_the_next_begins() {
	local size
	for size in 80x24 110x32; do
		chat $size
		shows '[Act]   ✔ edit_file a.txt  +2 -1'
		not_on_screen 'a.txt:2-3' || fail "the row below the act says it again: $(picture)"
		shows '         2 + zwei'
		shows '[Act]   ✔ echo fine'
		not_on_screen 'exit 0' || fail "mere success has a row"
		again 'and now?'
		shows '▸ 3 calls · 1 file +2 −1'
		hides 'echo fine'
		leaves
	done
}

test_a_turn_ends_with_what_it_came_to() {
	local size
	for size in 80x24 110x32; do
		chat $size
		picture | grep -qE '^ ✔ +([0-9]+ s · )?3 calls · 1 file \+2 −1 · [0-2][0-9]:[0-5][0-9]$' || fail "no such row: $(picture)"
		again 'and now?'
		picture | grep -qE '▸ 3 calls · 1 file \+2 −1 · ([0-9]+ s · )?[0-2][0-9]:[0-5][0-9]$' || fail "no such row: $(picture)"
		not_on_screen ' ✔ ' || fail "it is said twice, or of a turn that called nothing: $(picture)"
		leaves
	done
}

test_a_quiet_feed_folds_a_turn_when_it_ends() {
	local size
	for size in 80x24 110x32; do
		chat $size -s ui.feed=quiet
		shows '▸ 3 calls · 1 file +2 −1'
		hides 'echo fine'
		leaves
	done
}

test_a_full_feed_keeps_every_row() {
	local size
	for size in 80x24 110x32; do
		chat $size -s ui.feed=full
		shows '[Obs]     exit 0'
		again 'and now?'
		keys PPage PPage
		shows '[Act]   ✔ edit_file a.txt'
		shows 'read_file a.txt'
		not_on_screen '▸ 3 calls' || fail "a turn is folded: $(picture)"
		keys NPage
		shows '[Obs]     exit 0'
		leaves
	done
}

test_words_typed_around_a_paste_stay_and_the_paste_alone_folds() {
	local size
	seq -f 'line %g' 12 >"$T/paste"
	for size in 80x24 110x32; do
		chat $size
		types 'look at '
		in_tmux load-buffer "$T/paste" \; paste-buffer -p
		types ' and say why'
		keys Enter
		shows 'you       look at [pasted 12 lines] and say why'
		shows 'So be it.'
		keys S-Up S-Up C-o
		shows 'line 7'
		shows 'and say why'
		leaves
	done
	requested() { grep -qF 'line 12\n and say why' "$REQUESTS"; }
	wait_for requested
	screen 80x24 "$AGENT" --replay last
	shows 'look at [pasted 12 lines] and say why'
}

test_the_language_of_code_is_named_beside_a_line_that_goes_on() {
	local size
	for size in 80x24 110x32; do
		chat $size
		expect_match "$(picture)" "return parse_date_with.* +c *$"
		[ $size != 80x24 ] || shows '↪ third_argument, fourth);'
		leaves
	done
}

left_behind() {
	in_tmux capture-pane -p -S -100 | grep -qF -- "$1"
}

expect_left() {
	(wait_for left_behind "$1") >/dev/null || fail "not in the scrollback: $1
$(in_tmux capture-pane -p -S -100)"
}

test_the_last_turn_stays_in_the_scrollback_with_a_line_of_sum() {
	local size
	for size in 80x24 110x32; do
		chat $size
		again 'and now?'
		leaves
		expect_left 'So be it.'
		! left_behind 'It is done.' || fail "the turn before is there too"
		expect_match "$(in_tmux capture-pane -p)" '^agent --resume [0-9A-Z]+  # 2/2 steps, 1 file \+2 −1, [0-9.]+k tok$'
	done
}

test_what_stays_is_the_users_choice() {
	chat 80x24 -s ui.on_exit=nothing
	leaves
	expect_left 'agent --resume'
	! left_behind 'It is done.' || fail "the answer stays"
	chat 80x24 -s ui.on_exit=session
	again 'and now?'
	leaves
	expect_left 'So be it.'
	expect_left 'It is done.'
	expect_left 'change it'
}

click() { # WORDS
	local row column
	row=$(picture | grep -nF -- "$1" | head -n 1 | cut -d: -f1)
	column=$(picture | grep -F -- "$1" | head -n 1 | awk -v w="$1" '{print index($0, w)}')
	in_tmux send-keys -l $'\e[<0;'"$column;${row}M"
}

test_a_click_chooses_a_row_of_a_list() {
	local size
	for size in 80x24 110x32; do
		chat $size -s ui.mouse=true
		types /depth
		keys Enter
		shows 'How deep the next turn goes'
		click 'one call, no tools'
		shows 'agent.depth is now direct'
		leaves
	done
}

test_who_has_the_mouse_is_kept() {
	local size
	for size in 80x24 110x32; do
		rm -rf "$XDG_CONFIG_HOME/agent"
		chat $size
		keys M-w
		shows 'kept in your agent.yaml'
		leaves
		expect_match "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" 'mouse: (true|false)'
	done
}

test_the_palette_has_the_name_of_a_command_first() {
	local size
	for size in 80x24 110x32; do
		chat $size
		keys C-p
		types theme
		shows ' › Theme: how it looks'
		keys C-u
		types perm
		shows ' › Permissions: what goes ahead unasked'
		keys Escape
		hides 'Everything there is'
		leaves
	done
}

run_tests
