#!/bin/bash
# SPDX-License-Identifier: MIT
# What colour says: risk, changes, code, what is selected; and how wide prose is. With colours of any depth and with 256, at 80x24 and 110x32.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

red='38;2;255;123;114' amber='38;2;227;179;65'
selected='48;2;35;49;69' found='48;2;242;204;96' code='48;2;22;27;34' prompt='48;2;28;36;48'
start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'
take='{"take":true}'

# The row with these words, its sequences in caret notation.
row_with() {
	in_tmux capture-pane -pe | sed 's/\x1b/^/g' | grep -F -- "$1" | head -n 1
}

# Before the words ($1) the row has the sequence ($2), and no other colour of that kind between.
is_in() {
	local before
	before=$(row_with "$1")
	before=${before%%"$1"*}
	[[ "${before##*^\[*"${2%%;*};"}" == "${2#*;}"* ]]
}

expect_in() {
	(wait_for is_in "$1" "$2") >/dev/null || fail "'$1' is not in $2: $(row_with "$1")"
}

asks() { # SIZE DESTRUCTIVE
	COLORTERM=truecolor drive "$1" ui.theme=dark <<<"$start
{\"emit\":\"tool_call\",\"turn\":1,\"iteration\":1,\"summary\":\"run_command rm -r build/\",\"data\":{\"call\":\"9\",\"tool\":\"run_command\",\"arguments\":{\"command\":\"rm -r build/\"}}}
{\"ask\":{\"kind\":\"approval\",\"tool\":\"run_command\",\"text\":\"run_command rm -r build/\",\"call\":\"9\",\"arguments\":{\"command\":\"rm -r build/\"},\"options\":[\"once\",\"no\"],\"destructive\":$2,\"dangers\":[\"rm -r build/\"],\"where\":\"/srv/ledger\"}}
$take"
	shows 'y once'
}

test_the_bar_of_a_destructive_card_is_red() {
	local size
	for size in 80x24 110x32; do
		asks $size true
		expect_in '▌' "$red"
		shows 'destructive: rm -r build/'
		asks $size false
		! is_in '▌' "$red" || fail "a card is red: $(row_with '▌')"
	done
}

status_has() { # SEQUENCE
	row_with 'sandbox off' | grep -qF -- "$1"
}

test_how_much_goes_unasked_has_the_colour_of_its_risk() {
	local size
	for size in 80x24 110x32; do
		COLORTERM=truecolor screen $size "$AGENT" --backend offline -s ui.theme=dark --approve all
		shows 'sandbox off'
		(wait_for status_has "$red") >/dev/null || fail "$(row_with 'sandbox off')"
		keys BTab BTab BTab
		shows 'edits: files are written'
		keys x
		(wait_for status_has "$amber") >/dev/null || fail "$(row_with 'sandbox off')"
		! status_has "$red" || fail "$(row_with 'sandbox off')"
		keys BSpace
		leaves
	done
}

changed='{"emit":"tool_call","summary":"edit_file src/csv.c","data":{"call":"3","tool":"edit_file"}}
{"emit":"tool_result","summary":"edited","data":{"call":"3","tool":"edit_file","ok":true,"text":"@@ -88 +88 @@\n-old_date(s)\n+new_date(s)\n","data":{"path":"src/csv.c","added":1,"removed":1}}}'

ground_of() { # WORDS: the ground they stand on
	row_with "$1" | sed "s/$1.*//" | grep -oE '48;[0-9;]+' | tail -n 1
}

test_lines_that_go_and_come_stand_on_grounds_of_their_own() {
	local size depth
	for size in 80x24 110x32; do
		for depth in truecolor ''; do
			COLORTERM=$depth drive $size ui.theme=dark <<<"$start
$changed
$take"
			shows 'new_date'
			[ -n "$(ground_of old_date)" ] && [ "$(ground_of old_date)" != "$(ground_of new_date)" ] ||
				fail "grounds: $(row_with old_date) $(row_with new_date)"
		done
	done
}

# A terminal of eight colours has fewer pairs of them than there are looks.
test_lines_that_go_are_red_where_there_are_eight_colours() {
	TERMINAL=linux drive 80x24 ui.theme=dark <<<"$start
$changed
$take"
	shows 'new_date'
	expect_match "$(row_with old_date)" '\^\[(1;)?31m.*old_date'
	expect_match "$(row_with new_date)" '\^\[(1;)?32m.*new_date'
}

answer='{"emit":"message","data":{"role":"assistant","parts":[{"type":"text","text":"'$(printf 'word %.0s' {1..60})'\n\n```c\nreturn parse(s);\n```"}]}}
{"emit":"turn_end","data":{"outcome":"answered"}}'

test_code_and_prompts_stand_on_grounds_and_prose_is_at_most_100_columns_wide() {
	local size widest
	for size in 80x24 110x32 200x60; do
		COLORTERM=truecolor drive $size ui.theme=dark <<<"$start
$answer
$take"
		shows 'parse(s);'
		expect_in 'return' "$code"
		expect_in 'make the importer accept ISO dates' "$prompt"
		widest=$(picture | grep 'word word' | awk '{ if (length($0) > n) n = length($0) } END { print n }')
		[ "$widest" -gt 70 ] && [ "$widest" -le 101 ] || fail "prose is $widest wide"
	done
}

test_the_row_that_enter_takes_is_tinted_and_its_letters_are_lit() {
	local size
	for size in 80x24 110x32; do
		COLORTERM=truecolor screen $size "$AGENT" --backend offline -s ui.theme=dark
		shows 'Enter send'
		keys C-p
		types them
		shows ' › Theme: how it looks'
		expect_match "$(picture)" 'Everything there is  [0-9]+ of [0-9]+'
		expect_match "$(row_with 'how it looks')" "$selected"
		expect_match "$(row_with 'how it looks')" "$found"
		expect_no_match "$(row_with 'Everything there is')" "$selected"
		keys Escape
		hides 'Everything there is'
		leaves
	done
}

run_tests
