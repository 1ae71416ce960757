#!/bin/bash
# The open question below the feed: what of it is always seen, how it scrolls, and when it takes a key.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# events [TIMES]: a change of 40 lines waits for an answer; where it is given up, again.
events() {
	local i detail='@@ -1,0 +1,40 @@\n' ask
	for i in {1..40}; do
		detail+="+line $i\\n"
	done
	ask='{"ask":{"kind":"approval","tool":"write_file","text":"write_file list","call":"9","arguments":{"path":"list"},"detail":"'"$detail"'","options":["once","edit","no"]}}'
	cat <<-'EOF'
		{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
		{"emit":"turn_start","turn":1,"data":{"prompt":"write the list","depth":"react"}}
		{"emit":"tool_call","turn":1,"iteration":1,"summary":"write_file list","data":{"call":"9","tool":"write_file"}}
	EOF
	for ((i = 0; i < ${1:-1}; i++)); do
		echo "$ask"
	done
	echo '{"take":true}'
}

# asks SIZE [KEY=VALUE...]
asks() {
	events >"$T/events"
	drive "$@" <"$T/events"
	shows 'y once'
}

head='[Act]     write_file list  +40 -0 · 1 hunk'

test_a_long_card_takes_a_yes_only_where_its_head_is_seen() {
	local size
	for size in 80x24 110x32; do
		asks $size ui.card_quiet_ms=0
		shows "$head"
		shows '       1 + line 1'
		keys C-Up
		shows '▲ waiting for you: write_file list (Alt-A)'
		hides "$head"
		keys y
		shows '› y'
		keys BSpace M-a
		shows "$head"
		keys y
		wait_for told '"choice":"once"'
	done
}

test_space_and_pages_scroll_inside_it_and_keep_its_keys() {
	local size last
	for size in 80x24:12 110x32:20; do
		last=${size#*:}
		asks ${size%:*} ui.card_quiet_ms=0
		shows "rows 1-$last of 40"
		keys Space
		shows "rows $last-$((2 * last - 1)) of 40"
		shows "$head"
		keys NPage NPage NPage NPage
		shows "of 40   PageUp goes back"
		shows 'line 40'
		shows 'y once'
		keys PPage PPage PPage PPage
		shows "rows 1-$last of 40"
		hides '› '
	done
}

# Reading is not typing: who has scrolled may answer at once.
test_keys_that_move_do_not_start_the_quiet_time() {
	asks 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0
	keys NPage
	shows 'rows 12-23 of 40'
	keys y
	wait_for told '"choice":"once"'
}

test_a_letter_starts_the_quiet_time() {
	asks 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0
	keys x BSpace y
	shows '› y'
	not_told
}

not_told() {
	! grep -q '"choice"' "$T/log" || fail "it was answered: $(cat "$T/log")"
}

gives_up() {
	grep -q '^cancelled' "$T/log" || { keys Escape; false; }
}

# Fast, as a cat walks; none of them is at rest. Esc gives the question up and it is asked anew, Enter sends what was typed.
test_500_keys_at_random_approve_nothing() {
	local all=(y y y a p f e 1 x Y Enter Enter Escape Space BSpace Up Down Left Right PPage NPage Home End C-Up C-Down C-o C-t Tab C-y M-y) list i size
	for size in 80x24 110x32; do
		RANDOM=4711
		list=()
		for ((i = 0; i < 500; i++)); do
			list+=("${all[RANDOM % ${#all[@]}]}")
		done
		events 500 >"$T/events"
		drive $size ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0 <"$T/events"
		shows 'y once'
		keys x "${list[@]}"
		wait_for gives_up # an Esc that another key follows at once is Alt and that key
		keys x x x q q # the first one may be Alt-x
		shows 'xxqq'
		! grep '^answer' "$T/log" || fail "it was answered"
	done
}

# A page over the feed: the question is not forgotten.
test_it_is_told_wherever_one_is() {
	asks 80x24 ui.card_quiet_ms=0
	keys '?'
	shows 'The turn and the screen'
	shows '▲ waiting for you: write_file list (Alt-A)'
	keys Escape
	shows "$head"
}

# A click on a key is that key, once the card has been seen.
click() { # WORDS
	local row column
	row=$(picture | grep -nF -- "$1" | cut -d: -f1)
	column=$(picture | grep -F -- "$1" | awk -v w="$1" '{print index($0, w)}')
	printf '\033[<0;%d;%dM' "$column" "$row" >"$T/click"
	in_tmux load-buffer "$T/click" \; paste-buffer -r
}

test_a_click_presses_a_key_of_it() {
	asks 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0 ui.mouse=true
	keys C-Up
	shows 'waiting for you'
	click 'waiting for you'
	shows "$head"
	click 'once'
	wait_for told '"choice":"once"'
}

test_a_click_on_a_card_that_just_came_is_none() {
	asks 80x24 ui.card_quiet_ms=0 ui.destructive_quiet_ms=10000 ui.mouse=true
	click 'once'
	keys x
	shows '› x'
	not_told
}

run_tests
