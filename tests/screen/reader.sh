#!/bin/bash
# SPDX-License-Identifier: MIT
# For a screen reader: lines that are written once, questions in words, no sequence at all (ui.screen_reader, --plain).
. "$(dirname "$0")/../support/lib.sh"

export TERM=xterm-256color

test_a_whole_conversation_reads_from_top_to_bottom() {
	server <<'EOF2'
replies:
  - match: begin
    calls: [{name: write_todos, arguments: {todos: [{id: a, content: "Make the file", status: in_progress}, {id: b, content: "Say so", status: pending}]}}]
  - match: revision
    calls: [{name: run_command, arguments: {command: "echo made >made"}}]
  - match: exit
    calls: [{name: ask_user, arguments: {question: "which name?", options: ["left", "right"]}}]
  - {match: left, text: "It is **made**."}
  - {match: again, delay_ms: {head: 5000}, text: never}
EOF2
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react \
		-s ui.screen_reader=true -s planner.nudges=0 <<<"wait > 
send begin\n
wait y once
wait > 
send y\n
wait which name?
wait > 
send /depth\n
wait auto
wait > 
send 1\n
wait abandon
wait > 
send again\n
wait you 
note
signal 2
end any" || fail "the conversation"
	tr -d '\r' <"$T/raw" >"$T/text"
	"$BUILD/tests/support/bytes_driver" <"$T/text" || fail "a sequence got through"
	[ -e made ] || fail "the command did not run"
	expect_equal "$(sed -E 's/(answer: left) · [0-9.]+ ms$/\1/; s/[0-9.]+ (ms|s)$/TIME/; s/[0-9A-Z]{26}/ID/; s#/tmp/[^ ]*#DIR#; s/(127.0.0.1):[0-9]+/\1:PORT/' "$T/text")" "openai scripted at 127.0.0.1:PORT · base URL from command line
> begin
you       begin
[Plan]    2 steps; Make the file
[Act]     run_command echo made >made

? run_command echo made >made
  ends after 2m 00s
  in DIR · not sandboxed
  y once  a always this exact command  n no (add why after a space)
> y
answer    yes, once
[Obs]     exit 0 · TIME
[Act]     ask_user which name?

? which name?
  1 left
  2 right
  type a number or an answer
> /depth
How deep the next turn goes
 auto       chosen by the request
 direct     one call, no tools
 react      rounds of thinking and tools
 strategic  an approach and criteria first, checked at the end
> 1
answer    left
[Obs]     answer: left
It is **made**.
> 
? the plan has open steps
  g go on  l leave it  x abandon it
> again
you       again
end       stopped
> agent --resume ID"
}

test_an_undo_is_answered_by_a_line() {
	server <<'EOF2'
replies:
  - {match: begin, calls: [{name: write_file, arguments: {path: made, content: "x"}}]}
  - {match: "", text: Written.}
EOF2
	mkdir w
	cd w || fail "no folder"
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react \
		--plain --approve all <<<"wait > 
send begin\n
wait Written.
send /undo\n
wait take back
wait leave them
send 1\n
wait as before the change
signal 2
end any" || fail "the conversation: $(cat "$T/raw")"
	expect_match "$(cat "$T/raw")" '  y take them back  n leave them'
	[ ! -e made ] || fail "the file is still there"
}

run_tests
