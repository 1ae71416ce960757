#!/bin/bash
# SPDX-License-Identifier: MIT
# How it looks on terminals of many, few and no colours, and with a theme that changes or is broken.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

row='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"go","depth":"react"}}
{"emit":"tool_call","summary":"list_files .","data":{"call":"1","tool":"list_files"}}'
take='{"take":true}'

# The row of [Act] with its sequences, as caret notation.
painted() {
	in_tmux capture-pane -pe | grep -F 'list_files' | sed 's/\x1b/^/g' | grep -oE '.*list_files'
}
is_painted() {
	[[ "$(painted)" == *"$1"*'[Act]'* ]]
}
expect_painted() {
	shows list_files
	(wait_for is_painted "$1") >/dev/null || fail "wanted $1 in: $(painted)"
}

test_any_colour_where_the_terminal_says_so() {
	COLORTERM=truecolor drive 80x24 <<<"$row
$take"
	expect_painted '^[38;2;108;182;255m'
}

test_the_nearest_of_256() {
	COLORTERM= drive 80x24 <<<"$row
$take"
	expect_painted '^[38;5;75m'
}

test_the_nearest_of_8_is_bold_when_bright() {
	TERMINAL=screen drive 80x24 <<<"$row
$take"
	expect_painted '^[1m^[34m'
}

test_no_color_leaves_attributes() {
	NO_COLOR=1 drive 80x24 <<<"$row
$take"
	expect_painted '^[1m'
	expect_no_match "$(in_tmux capture-pane -pe)" '\[(3|4)[0-7]m|[34]8;'
}

test_the_option_color_reaches_the_screen() {
	screen 80x24 "$AGENT" --color never --backend offline
	shows 'what should be done?'
	expect_no_match "$(in_tmux capture-pane -pe)" '\[(3|4)[0-7]m|[34]8;'
}

test_a_change_of_theme_shows_at_once() {
	COLORTERM= drive 80x24 <<<"$row
$take
{\"set\":\"ui.theme\",\"value\":\"light\"}
$take
{\"set\":\"ui.theme\",\"value\":\"mono\"}
$take"
	expect_painted '^[38;5;75m'
	types 1
	keys Enter
	expect_painted '^[38;5;25m'
	types 2
	keys Enter
	wait_for told '"text":"2"'
	(wait_for plain_act) >/dev/null || fail "$(painted)"
}
plain_act() {
	! is_painted '38;5' && is_painted '^[1m'
}

test_a_broken_theme_is_said_and_the_screen_is_there() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config/themes"
	echo 'act: puce' >"$XDG_CONFIG_HOME/agent/config/themes/mine.yaml"
	COLORTERM= drive 80x24 ui.theme=mine <<<"$row
$take
{\"set\":\"ui.theme\",\"value\":\"none\"}
$take"
	shows "warning   themes/mine.yaml: 'act' is no look"
	expect_painted '^[38;5;75m'
	types 1
	keys Enter
	shows "warning   no theme 'none'"
}

# The selected one of the list is seen at once; leaving the list brings the old one back.
test_themes_are_tried_as_they_are_selected() {
	local size
	for size in 80x24 110x32; do
		COLORTERM=truecolor drive "$size" ui.theme=dark <<<"$row
$take"
		expect_painted '^[38;2;108;182;255m'
		types /theme
		keys Enter
		shows 'Themes  14 of 14'
		types gruvbox-d
		(wait_for looks_like '250;189;47') >/dev/null || fail 'gruvbox is not tried'
		keys Escape
		expect_painted '^[38;2;108;182;255m'
	done
}
looks_like() { # any colour on the screen
	in_tmux capture-pane -pe | grep -qF "$1"
}

run_tests
