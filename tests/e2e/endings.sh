#!/bin/bash
# SPDX-License-Identifier: MIT
# The last word of a turn, by the table of tests/e2e/data/endings.txt: no answer of the model is lost, whatever comes after it.
. "$(dirname "$0")/../support/lib.sh"
. tests/support/endings.sh

# Ctrl-C when the last request was made and, where a command runs, it does.
interrupt() { # COMMAND...
	"$@" &
	local child=$!
	wait_for stops_now "$ASKED"
	kill -INT $child
	wait $child
}

ask() {
	local run=()
	[ "$ASKED" != - ] || exit 0
	server <<<"$SCRIPT"
	[ -z "$STOPS" ] || run=(interrupt)
	expect_exit "$EXIT" "${run[@]}" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all "${OPTIONS[@]}" "$@" --ask go
	expect_equal "$(grep -c chat/completions "$REQUESTS")" "$ASKED" "requests: $NAME"
}

printed() {
	sed '/^chat: /d; s/^ask: //' <<<"$ANSWER"
}

in_text() {
	ask
	expect_equal "$(sed 's/ *$//' "$T/out")" "$(printed)" "$NAME"
}

in_json() {
	ask --output json
	expect_equal "$(jq -r '.answer // "" | sub(" +$"; "")' "$T/out")" "$(printed)" "$NAME"
	expect_equal "$(jq -r '.unverified[]' "$T/out")" "$(sed -n 's/^Not verified: //p; /^Not checked:/,$s/^- \(c[0-9]*\):.*/\1/p' <<<"$ANSWER")" "unverified: $NAME"
}

test_what_streamed_before_ctrl_c_is_an_event_and_no_answer() {
	server <<<'replies: [{text: [The first, " half"], stall_after: 2}]'
	"$AGENT" --backend openai --base-url "$URL" -m scripted --ask go --output events >"$T/out" 2>"$T/err" </dev/null &
	wait_for holds '.type == "delta" and (.data.text | endswith("half"))' "$T/out"
	kill -INT $!
	wait $!
	expect_equal $? 130
	expect_equal "$(jq -c 'select(.type == "turn_end").data | [.outcome, .answer]' "$T/out")" '["interrupted",null]'
}

test_every_ending_as_text() {
	each_ending in_text
}

test_every_ending_as_json() {
	each_ending in_json
}

run_tests
