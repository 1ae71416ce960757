#!/bin/bash
# SPDX-License-Identifier: MIT
# What requests of a session begin with: that each goes on from the one before, and what is told where one does not.
. "$(dirname "$0")/../support/lib.sh"

todos() { # STATUS...
	local status n=0
	printf '{name: write_todos, id: p%s, arguments: {todos: [' "$RANDOM"
	for status in "$@"; do printf '{id: t%d, content: "Step %d", status: %s},' $((++n)) $n "$status"; done
	printf ']}}'
}

breaks() { # of the events in that file
	jq -c 'select(.type == "prefix_break") | [.data.reason, .data.bytes > 0, .data.kept > 0, .data.cost_usd != null]' "$1" | paste -sd' '
}

goes_on() { # TURN
	[ "$1" = 1 ] || echo --continue
}

# holds: request-does-begin
test_a_session_that_goes_on_sends_nothing_twice() {
	seq -f 'line %.0f of a file' 1 100 >data
	server <<-EOF
		replies:
		  - {calls: [$(todos in_progress pending pending), {name: read_file, id: r1, arguments: {path: data}}]}
		  - {text: "first answer"}
		  - {calls: [$(todos completed in_progress pending), {name: read_file, id: r2, arguments: {path: data, offset: 50}}]}
		  - {text: "second answer"}
		  - {calls: [$(todos completed skipped in_progress), {name: run_command, id: r3, arguments: {command: "echo x >made"}}]}
		  - {text: "third answer"}
		  - {text: "fourth answer", repeat: true}
	EOF
	for turn in 1 2 3 4; do
		expect_exit 0 model --approve all $(goes_on $turn) --ask "turn $turn" --output events
		expect_equal "$(breaks "$T/out")" ""
	done
	expect_exit 0 agent usage --cache --output json
	expect_equal "$(jq -c '.total | [.sent_bytes > 10000, .resent_bytes]' "$T/out")" '[true,0]'
	expect_equal "$(jq -c 'select(.method == "POST") | .body | [.tools, .messages[0]] | tojson' "$REQUESTS" | sort -u | wc -l)" 1
	expect_exit 0 agent usage --cache
	expect_match "$(tail -1 "$T/out")" '^total +[0-9]+ +[0-9]{5} +0 +1.00$'
}

# holds: request-does-begin
test_the_request_that_closes_a_turn_without_tools_is_told() {
	server <<<'replies: [{match: "No more|limit|answer now", text: closed}, {calls: [{name: list_files, arguments: {}}], repeat: true}]'
	expect_exit 3 model -m gpt-4.1 --max-iterations 2 --ask "go" --output events
	expect_equal "$(breaks "$T/out")" '["tools",true,true,true]'
	expect_exit 0 agent usage --cache
	expect_match "$(tail -1 "$T/out")" '^again after a break \(tools\): 1 request, [0-9]+ bytes$'
}

test_another_system_prompt_of_a_session_that_goes_on_is_told() {
	server <<<'replies: [{text: hello, repeat: true}]'
	expect_exit 0 model --ask "go" --output events
	expect_equal "$(breaks "$T/out")" ''
	echo 'Use tabs.' >AGENTS.md
	expect_exit 0 model --continue --ask "go on" --output events
	expect_equal "$(breaks "$T/out")" '["resumed",true,false,false]'
	expect_equal "$(jq -c 'select(.type == "usage") | .data | [.broke, .resent > 0, .resent <= .sent]' "$T/out")" '["resumed",true,true]'
}

test_another_model_has_nothing_of_it() {
	server <<<'replies: [{calls: [{name: list_files, arguments: {}}]}, {status: 503}, {text: hello, repeat: true}]'
	expect_exit 0 model -s backend.retries=0 -s backend.fallback_model=other --ask "go" --output events
	expect_equal "$(breaks "$T/out")" '["model",true,false,false]'
	expect_equal "$(jq -s '[.[] | select(.type == "usage") | .data.sent] | last > 8000' "$T/out")" true
}

# holds: request-does-begin
test_a_summary_sends_again_what_it_keeps_and_no_more() {
	seq -f 'line %.0f of a file that is long enough to fill a window' 1 120 >data
	server <<-'EOF'
		replies:
		  - {match: "beginning of a working session", text: "They read a file.", repeat: true}
		  - {calls: [{name: read_file, arguments: {path: data}, id: r1}]}
		  - {text: one}
		  - {calls: [{name: read_file, arguments: {path: data}, id: r2}]}
		  - {text: two}
		  - {calls: [{name: read_file, arguments: {path: data}, id: r3}]}
		  - {text: three}
		  - {calls: [{name: read_file, arguments: {path: data}, id: r4}]}
		  - {calls: [{name: read_file, arguments: {path: data, offset: 2}, id: r5}]}
		  - {text: four, repeat: true}
	EOF
	for turn in 1 2 3 4; do
		expect_exit 0 model -s backend.context_tokens=16000 -s context.trim_bytes=1048576 -s context.keep_turns=1 -s context.compact_percent=50 $(goes_on $turn) --ask "turn $turn" --output events
		cat "$T/out" >>"$T/all"
	done
	expect_equal "$(jq -r 'select(.type == "compaction") | .data.summary' "$T/all" | wc -l)" 1
	expect_equal "$(breaks "$T/all")" '["summary",true,true,false]'
	expect_equal "$(jq -s '[.[] | select(.type == "prefix_break") | .data.bytes] | add < 9000' "$T/all")" true
}

run_tests
