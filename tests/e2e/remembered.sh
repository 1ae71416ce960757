#!/bin/bash
# SPDX-License-Identifier: MIT
# What a server refuses is known to the next process (servers.json), for some days; what llama.cpp tells of its template needs no refusal.
. "$(dirname "$0")/../support/lib.sh"

sent() { # NUMBER JQ
	grep '"POST"' "$REQUESTS" | sed -n "$1p" | jq -c "$2"
}

asked() {
	grep -c '"POST"' "$REQUESTS"
}

refusing() { # WORDS
	server <<<"{replies: [{status: 400, error: {message: \"$1\"}}, {text: fine, repeat: true}]}"
}

# holds: server-refuses-good
test_what_was_refused_is_left_out_by_the_next_process() {
	refusing "Unrecognized request argument supplied: stream_options"
	expect_exit 0 model --ask go
	expect_equal "$(asked) $(sent 1 '.body | has("stream_options")') $(sent 2 '.body | has("stream_options")')" "2 true false"
	expect_exit 0 model --ask go
	expect_equal "$(asked) $(sent 3 '.body | has("stream_options")')" "3 false"
	expect_exit 0 model -m another --ask go # of that model
	expect_equal "$(asked) $(sent 4 '.body | has("stream_options")')" "4 true"
}

test_it_is_tried_again_after_some_days() {
	refusing "Unrecognized request argument supplied: stream_options"
	expect_exit 0 model --ask go
	sed -i -E 's/"refused_at":[0-9]+/"refused_at":1/' "$XDG_STATE_HOME/agent/servers.json"
	expect_exit 0 model --ask go
	expect_equal "$(asked) $(sent 3 '.body | has("stream_options")')" "3 true"
	expect_no_match "$(cat "$XDG_STATE_HOME/agent/servers.json")" refuses
	refusing "Unrecognized request argument supplied: stream_options"
	expect_exit 0 model --ask go
	expect_exit 0 model -s backend.remember_days=0 --ask go
	expect_equal "$(sent 3 '.body | has("stream_options")')" true
}

test_what_may_change_with_the_conversation_or_the_servers_start_is_not_remembered() {
	refusing "tools param requires --jinja flag"
	expect_exit 0 model --ask go
	expect_equal "$(sent 2 '.body | has("tools")')" false
	expect_exit 0 model --ask go
	expect_equal "$(sent 3 '.body | has("tools")')" true
}

test_a_model_that_takes_no_tools_is_asked_without_and_it_is_said() {
	refusing "registry.ollama.ai/library/tiny does not support tools"
	expect_exit 0 model --ask go
	expect_exit 0 model --ask go
	expect_equal "$(asked) $(sent 3 '.body | has("tools")')" "3 false"
	expect_match "$(cat "$T/err")" 'scripted takes no tools here: .*\(as its server has told\)'
}

test_a_server_that_answers_otherwise_is_believed() {
	server <<-'EOF2'
		replies:
		  - {status: 400, error: {message: "'max_tokens' is not supported. Use 'max_completion_tokens' instead."}}
		  - {text: fine}
		  - {status: 400, error: {message: "Unknown field max_completion_tokens"}}
		  - {text: fine, repeat: true}
	EOF2
	for turn in 1 2 3; do
		expect_exit 0 model -s backend.max_tokens=900 --ask go
	done
	expect_equal "$(asked) $(sent 3 '.body | has("max_completion_tokens")') $(sent 4 .body.max_tokens) $(sent 5 .body.max_tokens)" "5 true 900 900"
}

props() { # CAPS: of the template
	server <<<"{pages: [{path: /props, body: {default_generation_settings: {n_ctx: 32768}, chat_template_caps: {$1}}}], replies: [{calls: [{name: list_files, arguments: {}}, {name: list_files, arguments: {}}]}, {text: fine, repeat: true}]}"
}

test_a_template_without_tools_is_asked_for_words_at_once() {
	props "supports_object_arguments: false, supports_tools: false, supports_tool_calls: false"
	expect_exit 0 model --ask go
	expect_equal "$(sent 1 '.body | has("tools")')" false
	expect_match "$(cat "$T/err")" 'scripted takes no tools here'
	expect_no_match "$(cat "$XDG_STATE_HOME/agent/servers.json")" refuses
}

test_a_template_for_one_call_gets_one_in_a_message() {
	props "supports_object_arguments: true, supports_tools: true, supports_tool_calls: true, supports_parallel_tool_calls: false"
	expect_exit 0 model --ask go
	expect_equal "$(sent 2 '[.body.messages[].tool_calls//empty|length]')" "[1,1]"
}

# Older servers took a template that refuses two calls in a message for one that takes no tools.
test_what_an_older_server_tells_of_its_template_is_not_believed() {
	props "supports_tools: false, supports_tool_calls: false"
	expect_exit 0 model --ask go
	expect_equal "$(sent 1 '.body | has("tools")')" true
}

run_tests
