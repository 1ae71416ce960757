#!/bin/bash
# SPDX-License-Identifier: MIT
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
		shows 'Space reads on; a yes counts at the end'
		not_told
		keys End
		shows 'line 40'
		keys y
		wait_for told '"choice":"once"'
	done
}

test_keys_scroll_inside_it_and_keep_those_that_answer() {
	local size last
	for size in 80x24:13 110x32:21; do
		last=${size#*:}
		asks ${size%:*} ui.card_quiet_ms=0
		shows "rows 1-$last of 41   Space shows more, a yes counts at the end"
		keys Space
		shows "rows $last-$((2 * last - 1)) of 41"
		keys NPage NPage NPage NPage
		shows "of 41   PageUp goes back"
		shows 'line 40'
		shows 'y once'
		keys PPage PPage PPage PPage
		shows "rows 1-$last of 41"
		keys Down Down
		shows "rows 3-$((last + 2)) of 41"
		keys Up
		shows "rows 2-$((last + 1)) of 41"
		keys End
		shows "rows $((42 - last))-41 of 41"
		keys Home
		shows "rows 1-$last of 41"
		hides '› '
	done
}

# long_command SIZE [KEY=VALUE...]: a command whose end is a long way below its beginning.
long_command() {
	local line='true a b c d e f g h i j k l m n o p q r s t u v w x y z'
	{
		events | head -n 2
		echo '{"emit":"tool_call","turn":1,"iteration":1,"summary":"run_command '"$line"'","data":{"call":"9","tool":"run_command"}}'
		echo '{"ask":{"kind":"approval","tool":"run_command","text":"run_command '"$line"'","call":"9","destructive":true,"dangers":["rm -rf lib"],"where":"/srv/ledger","reach":"writes here · no network",
			"arguments":{"command":"'"$line\\n$line\\n$line\\n$line\\n$line\\nrm -rf lib"'"},"options":["once","always","prefix","edit","no"],"prefix":"true a"}}' | tr -d '\n\t'
		echo
		echo '{"take":true}'
	} >"$T/events"
	drive "$@" ui.card_quiet_ms=0 ui.destructive_quiet_ms=0 <"$T/events"
	shows 'destructive'
}

marked() {
	picture | grep -qE 'rows [0-9]+-[0-9]+ of|[0-9]+-[0-9]+/[0-9]+'
}

changed() {
	[ "$(picture)" != "$before" ]
}

# Whatever the size: the danger, a mark that there is more, and no yes before the last row was shown.
# holds: card-command-shows
test_on_small_screens_nothing_is_hidden_and_allowed() {
	local size key before
	export NO_COLOR=1
	for size in 80x14 80x10 41x10 40x10 20x5; do
		for key in Space NPage Down End; do
			long_command $size
			marked || fail "at $size there is no mark: $(picture)"
			on_screen 'rm -rf lib' || [ $size = 20x5 ] || fail "at $size the danger is not named: $(picture)"
			until on_screen 'PageUp'; do
				keys y a p 1
				shows ' Space reads'
				not_told
				before=$(picture)
				keys $key
				wait_for changed
			done
			shows 'PageUp'
			on_screen '   rm -rf lib' || fail "at $size the end is not shown: $(picture)"
			on_screen 'destructive' || fail "at $size the danger is gone: $(picture)"
			keys y
			wait_for told '"choice":"once"'
		done
	done
}

test_a_no_needs_no_reading() {
	long_command 40x10
	keys n
	wait_for told '"choice":"no"'
}

# What it does not offer goes nowhere, and neither do the letters behind it: they are of one sentence.
test_a_letter_it_does_not_offer_is_said_and_goes_nowhere() {
	asks 80x24 ui.card_quiet_ms=500 ui.destructive_quiet_ms=0
	keys End
	shows 'line 40'
	keys p y
	shows 'y is not offered here; Tab writes a message instead'
	hides '› '
	not_told
	keys Tab
	shows 'Alt-A to answer'
	types 'say why first'
	shows '› say why first'
	keys Enter
	hides '› say'
	shows 'say why first'
	not_told
	keys M-a n
	wait_for told '"choice":"no"'
}

# Who wants no quiet time may answer at once, but a word is a word.
test_without_a_quiet_time_a_word_still_approves_nothing() {
	long_command 80x24
	shows 'y once'
	keys x y
	shows 'y is not offered here'
	not_told
	keys M-a y # Alt-A is no letter: the word is over
	wait_for told '"choice":"once"'
}

# Reading is not typing: who has scrolled may answer at once.
test_keys_that_move_do_not_start_the_quiet_time() {
	asks 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0
	keys NPage
	shows 'rows 13-25 of 41'
	keys End
	shows 'PageUp goes back'
	keys y
	wait_for told '"choice":"once"'
}

test_a_letter_starts_the_quiet_time() {
	asks 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0
	keys End
	shows 'PageUp goes back'
	keys x y
	shows 'y is not offered here'
	not_told
	keys BTab Tab z BSpace y
	shows '› y'
	not_told
}

not_told() {
	! grep -q '"choice"' "$T/log" || fail "it was answered: $(cat "$T/log")"
}

gives_up() {
	grep -q '^cancelled' "$T/log" || { keys Escape; false; }
}

says_no() {
	on_screen 'q is not offered here' || { keys M-a q; false; } # the question may be one that was asked anew
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
		keys x C-u M-a # the first one may be Alt-x
		wait_for says_no
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
	keys End
	shows 'PageUp goes back'
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
