#!/bin/bash
# Thinking goes back to the server it came from, in the field it came in, where the tables of models and providers say so.
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
		gpt-4.1|{}
		scripted|{}
	EOF
}

raw() { # DELTA: a stream with it, then a call
	printf 'data: {"choices":[{"index":0,"delta":%s}]}\n\n' "$@"
	printf 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"list_files","arguments":"{}"},"extra_content":{"google":{"thought_signature":"sig"}}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n'
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

run_tests
