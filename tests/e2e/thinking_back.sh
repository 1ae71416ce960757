#!/bin/bash
# SPDX-License-Identifier: MIT
# Thinking that led to calls goes back to the server it came from, in the field it came in; all of it where the tables of models
# and providers say so.
# holds: server-thought-signed
. "$(dirname "$0")/../support/lib.sh"

as() { # MODEL ARGUMENTS...
	agent --backend openai --base-url "$URL" -m "$1" --depth react "${@:2}"
}

call='calls: [{name: list_files, arguments: {}}]'

reply() { # of request N: the first assistant's message without what it says
	sed -n "$1p" "$REQUESTS" | jq -c '[.body.messages[] | select(.role == "assistant")][0] | del(.role, .content, .tool_calls)'
}

test_models_that_want_their_thinking_get_it_back() {
	while IFS='|' read -r name wanted; do
		server <<<"replies: [{reasoning: \"I look first.\", $call}, {text: done}]"
		expect_exit 0 as "$name" --ask go
		expect_equal "$(reply 2)" "$wanted" "$name"
	done <<-'EOF'
		deepseek/deepseek-v3.2|{"reasoning_content":"I look first."}
		kimi-k2-thinking|{"reasoning_content":"I look first."}
		glm-4.7|{"reasoning_content":"I look first."}
		MiniMax-M2|{"reasoning_content":"I look first."}
		qwen3:8b|{"reasoning_content":"I look first."}
		gpt-oss-20b|{"reasoning_content":"I look first."}
		gpt-4.1|{"reasoning_content":"I look first."}
	EOF
}

raw() { # DELTA: a stream with it, then a call
	printf 'data: {"choices":[{"index":0,"delta":%s}]}\n\n' "$@"
	printf 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"list_files","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n'
}

# Thinking before an answer is the past: it goes back to models that want it, not to others.
test_thinking_before_an_answer_goes_back_by_the_table_alone() {
	while IFS='|' read -r name wanted; do
		server <<<'replies: [{reasoning: "I knew it.", text: "Well."}, {text: done}]'
		expect_exit 0 as "$name" --ask go
		expect_exit 0 as "$name" --continue --ask "go on"
		expect_equal "$(reply 2)" "$wanted" "$name"
	done <<-'EOF'
		qwen3:8b|{"reasoning_content":"I knew it."}
		scripted|{}
	EOF
}

# A field that came empty goes back empty, and so does a signature of a call that had no id.
test_what_is_empty_goes_back_as_it_came() {
	raw '{"role":"assistant","reasoning_content":""}' | sed 's/"id":"c1"/"id":""/' >"$T/stream"
	server <<<"replies: [{raw_file: stream}, {text: done}]"
	expect_exit 0 as scripted --ask go
	expect_equal "$(reply 2)" '{"reasoning_content":""}'
	expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '[.body.messages[].tool_calls // [] | .[].extra_content]')" '[{"google":{"thought_signature":"sig"}}]'
}

# What one model called another one takes with a signature that says so.
test_a_call_of_another_model_is_signed_for_those_that_want_it() {
	server <<<"replies: [{$call}, {text: done}, {text: again}]"
	expect_exit 0 as scripted --ask go
	expect_exit 0 as google/gemini-3-pro --continue --ask "go on"
	expect_equal "$(sed -n 3p "$REQUESTS" | jq -c '[.body.messages[].tool_calls // [] | .[].extra_content.google.thought_signature]')" '["skip_thought_signature_validator"]'
}

test_it_goes_back_in_the_field_it_came_in() {
	raw '{"reasoning":"I look "}' '{"reasoning":"first."}' >"$T/stream"
	server <<<"replies: [{raw_file: stream}, {text: done}]"
	expect_exit 0 as gpt-oss-20b --ask go
	expect_equal "$(reply 2)" '{"reasoning":"I look first."}'
}

test_details_and_signatures_go_back_as_they_came() {
	raw '{"reasoning":"I look ","reasoning_details":[{"type":"reasoning.text","index":0,"text":"I look ","format":"x"}]}' \
		'{"reasoning":"first.","reasoning_details":[{"type":"reasoning.text","index":0,"text":"first.","signature":"s"},{"type":"reasoning.encrypted","index":1,"data":"abc"}]}' >"$T/stream"
	server <<<"replies: [{raw_file: stream}, {text: done}]"
	expect_exit 0 as gpt-oss-20b --ask go
	expect_equal "$(reply 2)" '{"reasoning_details":[{"type":"reasoning.text","index":0,"text":"I look first.","format":"x","signature":"s"},{"type":"reasoning.encrypted","index":1,"data":"abc"}]}'
	expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '[.body.messages[].tool_calls // [] | .[].extra_content]')" '[{"google":{"thought_signature":"sig"}}]'
}

# Another server gets neither the thinking nor what the first one signed.
test_never_to_another_server() {
	raw '{"reasoning_content":"Only for you."}' >"$T/stream"
	server <<<"replies: [{raw_file: stream}, {text: done}]"
	expect_exit 0 as qwen3:8b --ask go
	server <<<'replies: [{text: done}]'
	expect_exit 0 as qwen3:8b --continue --ask "go on"
	expect_equal "$(reply 1)" '{}'
	expect_no_match "$(cat "$REQUESTS")" 'Only for you|thought_signature'
}

signed() { # of request N: how many signed thoughts it has
	sed -n "$1p" "$REQUESTS" | jq -c '[.body.messages[].content | arrays | .[] | select(.type == "thinking")] | length'
}

# What is signed holds for the model that signed it, on the same host too.
# holds: model-signed-goes
test_what_a_model_signed_goes_to_no_other_one() {
	server <<<"replies: [{reasoning: \"I look first.\", $call}, {text: done, repeat: true}]"
	expect_exit 0 as claude-opus-5 -s backend.protocol=messages --ask go
	expect_equal "$(signed 2)" 1
	expect_exit 0 as claude-opus-5 -s backend.protocol=messages --continue --ask "go on"
	expect_equal "$(signed 3)" 1
	expect_exit 0 as claude-sonnet-5 -s backend.protocol=messages --continue --ask "go on"
	expect_equal "$(signed 4)" 0
	expect_equal "$(sed -n 4p "$REQUESTS" | jq -c '[.body.messages[].content | arrays | .[] | select(.type == "tool_use")] | length')" 1
}

# What is signed holds for the conversation before it as it was.
# holds: model-signed-goes
test_what_is_signed_is_not_sent_behind_a_prefix_that_was_cut() {
	for i in 1 2 3 4; do seq -f "line %.0f of file $i" 1 1000 >"file$i.txt"; done
	server <<-'EOF'
		replies:
		  - {match: "</result>", text: The files were read so far.}
		  - {reasoning: one, calls: [{name: read_file, arguments: {path: file1.txt}}]}
		  - {reasoning: two, calls: [{name: read_file, arguments: {path: file2.txt}}]}
		  - {reasoning: three, calls: [{name: read_file, arguments: {path: file3.txt}}]}
		  - {reasoning: four, calls: [{name: read_file, arguments: {path: file4.txt}}]}
		  - text: All are read.
	EOF
	expect_exit 0 as claude-opus-5 -s backend.protocol=messages --ask "read them" -s backend.context_tokens=20000 -s context.result_percent=50
	expect_match "$(cat "$REQUESTS")" '</result>'
	expect_equal "$(signed 2)" 1
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[].content | arrays | .[] | select(.type == "thinking")] | length < 2')" true
}

run_tests
