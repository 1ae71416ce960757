#!/bin/bash
# A status line of one's own (ui.status_command), on a real terminal.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	local size=$1
	shift
	server <<<'replies: [{text: So be it.}]'
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all "$@"
	shows 'Enter send'
}

last_row() {
	picture | tail -1 | sed 's/ *$//'
}

# Its first line alone, without control bytes, before what guards.
test_its_first_line_stands_before_what_guards() {
	local size
	for size in 80x24 110x32; do
		chat $size -s 'ui.status_command=jq -r "\"\\u001b[31mat \(.approve) \(.turn)\\u001b[0m\""; echo more'
		shows 'at all 0'
		expect_match "$(last_row)" '^ [^ ]*\[31mat all 0.*  sandbox off  all '
		types 'go on'
		keys Enter
		shows 'So be it.'
		shows 'at all 1'
		not_on_screen more || fail "more than its first line"
		leaves
	done
}

# Keys are taken while it runs; it is ended and said, and the line is the usual one.
test_one_that_hangs_is_ended_and_said() {
	chat 80x24 -s ui.status_timeout_s=0.2 -s 'ui.status_command=echo $$ >pid; sleep 1000'
	types 'words'
	shows '› words'
	shows 'ui.status_command: it took too long'
	gone() { ! kill -0 "$(cat pid)" 2>/dev/null; }
	wait_for gone
	keys C-u
	leaves
}

run_tests
