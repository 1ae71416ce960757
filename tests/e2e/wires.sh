#!/bin/bash
# SPDX-License-Identifier: MIT
# The three protocols a server may speak: the same work over each, a session that changes between them, and what was cut.
# The model server refuses each request that breaks the rules of its protocol (tests/support/server/request_check.c).
. "$(dirname "$0")/../support/lib.sh"

PROTOCOLS="chat messages responses"

over() { # PROTOCOL ARGUMENTS...
	model -s backend.protocol="$1" "${@:2}"
}

ten_rounds() {
	cat <<-'EOF'
		replies:
		  - {text: "Let me see.", reasoning: "First a plan.", calls: [{id: p1, name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Write, status: pending}]}}]}
		  - {calls: [{id: l1, name: list_files, arguments: {}}, {id: r1, name: read_file, arguments: {path: a.txt}}]}
		  - {reasoning: "It is there.", calls: [{id: r2, name: read_file, arguments: {path: missing.txt}}]}
		  - {calls: [{id: s1, name: search_text, arguments: {pattern: hello}}]}
		  - {text: "Done looking.", calls: [{id: p2, name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Write, status: in_progress}]}}]}
		  - {reasoning: "Now the file.", calls: [{id: w1, name: write_file, arguments: {path: b.txt, content: "one\n"}}]}
		  - {calls: [{id: e1, name: edit_file, arguments: {path: b.txt, edits: [{old_text: one, new_text: two}]}}]}
		  - {calls: [{id: c1, name: run_command, arguments: {command: "cat b.txt"}}]}
		  - {calls: [{id: p3, name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Write, status: completed}]}}]}
		  - {text: "All is written.", reasoning: "Nothing is left.", usage: {prompt_tokens: 1000, completion_tokens: 20, prompt_tokens_details: {cached_tokens: 900}}}
	EOF
}

# Events as they are whatever protocol was spoken: without times, numbers of bytes that are sent, and what is the wire's own, as the summaries
# of thinking that stand for words.
story() {
	jq -cS 'select(.type | IN("delta", "status", "usage", "stats") | not)
		| select((.type == "reflection" and (.data.text | IN("It is there.", "Now the file."))) | not)
		| del(.at, .seq, .data.at, .data.system, .data.head, .data.id, .data.from, .data.server, .data.extras, .data.totals, .data.started_at, .data.ended_at)
		| if .type == "message" then del(.data.by) | .data.parts |= map(if .type == "thinking" then {type, text: .data.text} else . end) else . end
		| walk(if type == "object" then del(.duration_ms, .active_ms, .created, .updated, .started, .mtime_ns, .inode, .stamp, .read, .tokens) else . end)
		| del(.data.plan.id)' "$1"
}

# holds: each-protocol-row
test_ten_rounds_are_the_same_over_each_protocol() {
	for protocol in $PROTOCOLS; do
		rm -rf "$T/work" && mkdir "$T/work" && cd "$T/work" && echo hello >a.txt
		server <<<"$(ten_rounds)"
		expect_exit 0 over "$protocol" --approve all --output events --ask "write b.txt"
		story "$T/out" >"$T/story.$protocol"
		expect_equal "$(cat b.txt)" two
		expect_equal "$(wc -l <"$REQUESTS")" 10 "$protocol: requests"
		expect_equal "$(jq -r .path "$REQUESTS" | sort -u)" "/v1/$(sed 's/chat/chat\/completions/' <<<"$protocol")"
		expect_equal "$(jq -c 'select(.type == "usage") | .data | [.input, .cached, .output]' "$T/out" | tail -1)" '[1000,900,20]'
		expect_equal "$(jq -c 'select(.type == "plan") | .data.plan.items // .data.plan.todos | map(.status)' "$T/out" | tail -1)" '["completed","completed"]'
	done
	expect_equal "$(cat "$T/story.messages")" "$(cat "$T/story.chat")" "messages against chat"
	expect_equal "$(cat "$T/story.responses")" "$(cat "$T/story.chat")" "responses against chat"
}

# Only a summary that the provider wrote for people is shown where a reply says nothing; thinking itself never is.
test_the_summary_of_thinking_stands_for_words_where_there_are_none() {
	local protocol
	for protocol in $PROTOCOLS; do
		server <<-'EOF'
			replies:
			  - {reasoning: "**Looking for it**\n\nI would list the files first.", calls: [{name: list_files, arguments: {}}]}
			  - {reasoning: "Hidden.", text: "I read on.", calls: [{name: find_files, arguments: {pattern: x}}]}
			  - {text: done}
		EOF
		expect_exit 0 over "$protocol" --output events --ask "look"
		jq -r 'select(.type == "reflection") | .data.text' "$T/out" >"$T/said.$protocol"
	done
	expect_equal "$(cat "$T/said.chat")" "I read on."
	expect_equal "$(cat "$T/said.messages")" "I read on."
	expect_equal "$(cat "$T/said.responses")" "Looking for it
I read on."
}

# Each request holds the bytes of the one before up to its last text.
test_requests_extend_each_other_over_each_protocol() {
	for protocol in $PROTOCOLS; do
		rm -rf "$T/work" && mkdir "$T/work" && cd "$T/work" && echo hello >a.txt
		server <<<"$(ten_rounds)"
		expect_exit 0 over "$protocol" --approve all --ask "write b.txt"
		jq -r '.body | tojson' "$REQUESTS" | awk -v protocol="$protocol" '
			NR > 1 && substr($0, 1, length(last)) != last { print protocol ": request " NR " does not extend the one before"; exit 1 }
			{ last = $0; sub(/"(,"cache_control":\{"type":"ephemeral"\})?[]}]*$/, "", last) }' || fail "$(tail -c 300 <<<"$protocol")"
	done
}

last_request() { # JQ
	tail -n 1 "$REQUESTS" | jq -c "$1"
}

# holds: server-thought-signed
test_thinking_goes_back_signed_and_sealed() {
	for protocol in messages responses; do
		server <<<'replies: [{reasoning: "I look.", text: "So:", calls: [{id: c1, name: list_files, arguments: {}}]}, {text: done}]'
		expect_exit 0 over "$protocol" --ask go
		case $protocol in
		messages) expect_equal "$(last_request '.body.messages[1].content | map(.type)')" '["thinking","text","tool_use"]' ;;
		responses) expect_equal "$(last_request '.body.input[1:5] | map(.type)')" '["reasoning","message","function_call","function_call_output"]' ;;
		esac
	done
}

# holds: each-protocol-row
test_a_session_changes_from_protocol_to_protocol() {
	server <<-'EOF'
		replies:
		  - {reasoning: "one", text: "Looking.", calls: [{id: c1, name: list_files, arguments: {}}]}
		  - {text: "first answer"}
		  - {reasoning: "two", text: "Again.", calls: [{id: c1, name: list_files, arguments: {}}]}
		  - {text: "second answer"}
		  - {reasoning: "three", calls: [{id: c3, name: list_files, arguments: {}}]}
		  - {text: "third answer"}
		  - {text: "fourth answer"}
	EOF
	expect_exit 0 over chat --ask "first question"
	expect_exit 0 over messages --continue --ask "second question"
	expect_equal "$(last_request '.body.messages | map(.role)')" '["user","assistant","user","assistant","user","assistant","user"]'
	expect_exit 0 over responses --continue --ask "third question"
	expect_equal "$(cat "$T/out")" "third answer"
	expect_equal "$(last_request '[.body.input[] | select(.type == "function_call") | .name]')" '["list_files","list_files","list_files"]'
	expect_equal "$(last_request '[.body.input[] | select(.type == "reasoning")] | length')" 1
	expect_exit 0 over messages --continue --ask "fourth question"
	expect_equal "$(last_request '[.body.messages[].content[] | select(.type == "thinking") | .thinking]')" '["two"]'
	expect_match "$(cat "$T/out")" "fourth answer"
}

# The program is killed while a reply is in its thinking, which goes on for ever.
test_what_was_cut_is_gone_on_with_over_each_protocol() {
	for protocol in $PROTOCOLS; do
		server <<-'EOF'
			replies:
			  - {calls: [{id: c1, name: list_files, arguments: {}}]}
			  - {reasoning: "a long thought that never ends", text: never, stall_after: 2}
			  - {text: "on we go"}
		EOF
		"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s backend.protocol="$protocol" --ask "begin" >"$T/out" 2>&1 &
		wait_for eval '[ "$(wc -l <"$REQUESTS")" = 2 ]'
		kill -9 $!
		wait $! 2>/dev/null
		expect_exit 0 over "$protocol" --continue --ask "go on"
		expect_equal "$(cat "$T/out")" "on we go" "$protocol"
		expect_no_match "$(last_request .body)" '"thinking":"a long|encrypted_content":""'
	done
}

# A turn that was killed between a call and its answer over one protocol is gone on with over each other one.
# holds: each-protocol-row
test_an_interrupted_turn_is_resumed_over_each_other_protocol() {
	for first in $PROTOCOLS; do
		for second in $PROTOCOLS; do
			server <<-'EOF'
				replies:
				  - {reasoning: "hm", text: "I look.", calls: [{id: c1, name: list_files, arguments: {}}]}
				  - {reasoning: "so", text: [half, an, answer], stall_after: 2}
				  - {text: "on we go"}
			EOF
			"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s backend.protocol="$first" --ask "begin" >"$T/out" 2>&1 &
			wait_for eval '[ "$(wc -l <"$REQUESTS")" = 2 ]'
			kill -INT $!
			wait $! 2>/dev/null
			expect_exit 0 over "$second" --continue --ask "go on"
			expect_equal "$(cat "$T/out")" "on we go" "$first, then $second"
			expect_match "$(last_request .body)" 'I look\.'
			expect_match "$(last_request .body)" '"list_files"'
		done
	done
}

test_an_interrupted_reply_keeps_its_words_and_not_its_calls() {
	for protocol in $PROTOCOLS; do
		server <<-'EOF'
			replies:
			  - {reasoning: "hm", text: "some words", calls: [{id: c1, name: list_files, arguments: {}}], delta_chars: 4, cut_after: 5}
			  - {text: "on we go"}
		EOF
		over "$protocol" -s backend.retries=0 --ask "begin" >"$T/out" 2>&1
		expect_exit 0 over "$protocol" --continue --ask "go on"
		expect_equal "$(cat "$T/out")" "on we go" "$protocol"
		expect_match "$(last_request .body)" 'some words'
	done
}

# holds: protocol-server-speaks
test_the_protocol_is_found_out_and_remembered() {
	for protocol in messages responses; do
		server --protocol "$protocol" <<<'replies: [{text: hello, repeat: true}]'
		expect_exit 0 model --ask hi
		expect_equal "$(cat "$T/out")" hello
		expect_equal "$(tail -n 1 "$REQUESTS" | jq -r .path)" "/v1/$protocol"
		before=$(wc -l <"$REQUESTS")
		expect_exit 0 model --ask hi
		expect_equal "$(wc -l <"$REQUESTS")" $((before + 1)) "requests of the second run"
	done
	server --protocol messages <<<'replies: [{text: hello}]'
	expect_exit 1 over chat --ask hi
	expect_match "$(cat "$T/err")" 'chat/completions'
}

# A server that speaks Messages and wants no key gets none.
# holds: server-wants-key
test_no_key_is_sent_where_there_is_none() {
	server <<<'replies: [{text: hello, repeat: true}]'
	expect_exit 0 over messages --ask hi
	expect_equal "$(last_request '.headers | [has("x-api-key"), has("authorization"), ."anthropic-version"]')" '[false,false,"2023-06-01"]'
	export MY_KEY=sesame-0123456789
	expect_exit 0 over messages -s backend.api_key_env=MY_KEY --ask hi
	expect_equal "$(last_request '.headers."x-api-key"')" '"sesame-0123456789"'
	expect_no_match "$(cat "$T/out" "$T/err")" sesame
}

test_a_pause_goes_on_with_its_words_given_back() {
	local whole='half of it, more and the rest'
	pausing() {
		server <<<'replies: [{text: "half of it", finish: pause_turn}, {text: ", more", finish: pause_turn}, {text: " and the rest"}, {text: "next", repeat: true}]'
	}
	pausing
	expect_exit 0 over messages --ask go
	expect_equal "$(cat "$T/out")" "$whole"
	expect_equal "$(last_request '.body.messages | map([.role, (.content | map(.text | split("\n")[0]) | add)])')" '[["user","go"],["assistant","half of it, more"]]'
	expect_exit 0 over messages --continue --ask "and now"
	expect_equal "$(last_request '.body.messages | map([.role, (.content | map(.text | split("\n")[0]) | add)])[:2]')" "[[\"user\",\"go\"],[\"assistant\",\"$whole\"]]"
	pausing
	expect_exit 0 over messages --ask go --output json
	expect_equal "$(jq -r .answer "$T/out")" "$whole"
	pausing
	expect_exit 0 over messages --ask go --output events
	expect_equal "$(jq -c 'select(.type == "message" and .data.role == "assistant") | .data.paused' "$T/out" | paste -sd' ')" 'true true null'
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" "$whole"
	expect_exit 0 agent sessions export last "$T/session.md"
	expect_equal "$(grep -c "$whole" "$T/session.md")" 1 "$(cat "$T/session.md")"
}

# What was begun is no part of the answer that comes after calls, and is kept where nothing comes after it.
test_what_was_paused_ends_with_calls_or_with_the_turn() {
	server <<<'replies: [{text: "I will look", finish: pause_turn}, {text: " at it", calls: [{id: c1, name: list_files, arguments: {}}]}, {text: "Two files."}]'
	expect_exit 0 over messages --ask go
	expect_equal "$(cat "$T/out")" "Two files."
	server <<<'replies: [{text: "half of it", finish: pause_turn}, {status: 400, error: {message: "no"}, repeat: true}]'
	expect_exit 1 over messages --ask go --output json
	expect_equal "$(jq -r .answer "$T/out")" "half of it"
}

# The same level on each wire, and a model's own word for one that it does not have.
# holds: how-much-model
test_effort_is_asked_for_as_each_wire_and_model_calls_it() {
	server <<<'replies: [{text: ok, repeat: true}]'
	asked() { # MODEL PROTOCOL EFFORT FILTER
		: >"$REQUESTS"
		expect_exit 0 agent --base-url "$URL" -m "$1" -s backend.protocol="$2" -s backend.effort="$3" --depth direct --ask hi
		jq -r ".body|$4" "$REQUESTS"
	}
	expect_equal "$(asked any-model chat high .reasoning_effort)" high
	expect_equal "$(asked gpt-oss-120b chat minimal .reasoning_effort)" low
	expect_equal "$(asked gpt-5.2 responses minimal .reasoning.effort)" none
	expect_equal "$(asked gpt-5-mini responses minimal .reasoning.effort)" minimal
	expect_equal "$(asked claude-opus-4-8 messages high '.output_config.effort, .thinking.type' | paste -sd' ')" 'high adaptive'
	expect_equal "$(asked claude-opus-4-8 messages minimal '.output_config.effort, .thinking' | paste -sd' ')" 'low null'
	for model in claude-opus-5-5 claude-sonnet-5 claude-haiku-5-5 claude-fable-5.2 anthropic/claude-mythos-preview; do
		expect_equal "$(asked $model messages medium '.output_config.effort, .thinking.type, .thinking.display' | paste -sd' ')" 'medium adaptive summarized' $model
	done
	expect_equal "$(asked claude-haiku-4-5 messages low '.thinking.budget_tokens')" 4096
	expect_equal "$(asked claude-haiku-4-5 messages high '.thinking.budget_tokens < .max_tokens')" true
}

# Nothing is counted beforehand: a request that is too large is refused for nothing, and made again with less.
test_a_request_that_is_too_large_is_made_smaller_over_each_protocol() {
	local protocol
	for protocol in $PROTOCOLS; do
		seq -f "line %.0f of a file that is long" 1 900 >long.txt
		server <<-'EOF'
			replies:
			  - {calls: [{id: c1, name: read_file, arguments: {path: long.txt}}]}
			  - {text: "read it"}
			  - {match: "</assistant>", text: "The file was read so far.", repeat: true}
			  - {status: 400, error: {type: invalid_request_error, message: "prompt is too long: 210000 tokens > 200000 maximum"}}
			  - {text: "and on"}
		EOF
		expect_exit 0 over "$protocol" --ask "read long.txt"
		expect_exit 0 over "$protocol" --continue --ask "go on"
		expect_equal "$(cat "$T/out")" "and on" "$protocol"
		expect_equal "$(jq -s 'map(.body | objects | tojson | length) | .[-1] * 2 < max' "$REQUESTS")" true "$protocol: it is smaller"
	done
}

run_tests
