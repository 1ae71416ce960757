#!/bin/bash
# SPDX-License-Identifier: MIT
# A window that does not hold what every request begins with is said before the first one, with the way to a larger one.
. "$(dirname "$0")/../support/lib.sh"

# holds: window-smaller-every
test_a_window_smaller_than_the_head_is_said_before_the_first_request() {
	while IFS='|' read -r kind page way <&9; do
		server <<<"{pages: [$page], replies: [{text: hello}]}"
		expect_exit 0 model --output events --ask hi </dev/null
		grep -nE '"notice"|"assistant"' "$T/out" | cut -d: -f1 >"$T/order"
		notice=$(jq -r 'select(.type == "notice") | .data.text' "$T/out")
		expect_match "$notice" "the window of scripted has 1024 tokens, less than the [0-9]+ or so .*$way" "$kind"
		expect_equal "$(jq -r 'select(.type == "notice" or (.type == "message" and .data.role == "assistant")) | .type' "$T/out" | tr '\n' ' ')" 'notice message '
	done 9<<-'EOF'
		Ollama|{path: /api/ps, body: {models: [{name: "scripted:latest", context_length: 1024}]}}|OLLAMA_CONTEXT_LENGTH=
		Ollama, which does not run it yet|{path: /api/ps, body: {models: [{name: "other:latest", context_length: 9}]}}, {path: /api/show, body: {parameters: "temperature 0.6\nnum_ctx   1024"}}|PARAMETER num_ctx
		llama.cpp|{path: /props, body: {default_generation_settings: {n_ctx: 1024}}}|llama-server -c
		LM Studio|{path: /api/v0/models, body: {data: [{id: scripted, loaded_context_length: 1024}]}}|load the model
	EOF
}

# As in README's own line for llama.cpp: the model is the only one that the server lists.
test_the_window_of_a_model_that_nobody_named_is_said_before_the_first_request() {
	server <<<'{models: [scripted, nomic-embed-text], pages: [{path: /props, body: {default_generation_settings: {n_ctx: 1024}}}], replies: [{text: hello, repeat: true}]}'
	expect_exit 0 agent --base-url "$URL" --depth react --ask hi
	expect_match "$(cat "$T/err")" 'the window of scripted has 1024 tokens'
	expect_equal "$(jq -r '"\(.method) \(.path)"' "$REQUESTS" | paste -sd,)" 'GET /v1/models,GET /props,POST /v1/chat/completions'
	expect_exit 0 agent --base-url "$URL" doctor
	expect_match "$(cat "$T/out")" '^window +1024 tokens$'
}

test_a_window_that_is_set_is_not_asked_for_but_looked_at() {
	server <<<"{pages: [{path: /props, body: {default_generation_settings: {n_ctx: 1024}}}], replies: [{text: hello, repeat: true}]}"
	expect_exit 0 model -s backend.context_tokens=1000000 --ask hi
	expect_no_match "$(cat "$T/err")" 'the window of'
	expect_exit 0 model -s backend.context_tokens=900 --ask hi
	expect_match "$(cat "$T/err")" 'the window of scripted has 900 tokens'
}

test_a_window_that_holds_it_is_no_news() {
	server <<<"{pages: [{path: /props, body: {default_generation_settings: {n_ctx: 32768}}}], replies: [{text: hello}]}"
	expect_exit 0 model --ask hi
	expect_equal "$(cat "$T/err")" ''
}

# What runs no model yet tells when it does: it is asked again before the next request, and is not one that tells nothing.
# holds: window-smaller-every
test_a_server_that_does_not_run_the_model_yet_is_asked_again() {
	server <<<'{pages: [{path: /api/ps, body: {models: []}}, {path: /api/show, body: {parameters: "top_k 20"}}], replies: [{calls: [{name: list_files, arguments: {}}]}, {text: hello, repeat: true}]}'
	expect_exit 0 model --ask "list the files"
	expect_equal "$(jq -r '"\(.method) \(.path) \(.body.model? // "")"' "$REQUESTS" | grep api/ | paste -sd,)" \
		'GET /api/ps ,POST /api/show scripted,GET /api/ps ,POST /api/show scripted'
	expect_no_match "$(cat "$XDG_STATE_HOME/agent/servers.json")" no_window
	server <<<'{pages: [{path: /api/v0/models, body: {data: [{id: other, loaded_context_length: 9}]}}], replies: [{text: hello}]}'
	expect_exit 0 model --ask hi
	expect_no_match "$(cat "$T/err")" 'the window of'
	expect_equal "$(grep -c api/show "$REQUESTS")" 0
}

# Nothing but the load decides the window where nobody has set one, and the first request waits for it as well.
# holds: window-smaller-every
test_a_model_that_does_not_run_is_loaded_so_that_its_window_is_known_before_the_first_request() {
	server <<<'{pages: [
		{path: /api/ps, after: /api/generate, body: {models: [{name: "scripted:latest", context_length: 1024}]}},
		{path: /api/ps, body: {models: []}}, {path: /api/show, body: {parameters: "top_k 20"}},
		{path: /api/generate, delay_ms: 2500, body: {done: true, done_reason: load}}],
		replies: [{calls: [{name: list_files, arguments: {}}]}, {text: hello, repeat: true}]}'
	expect_exit 0 model --output events --ask "list the files" </dev/null
	expect_equal "$(jq -r '"\(.method) \(.path) \(.body.model? // "")"' "$REQUESTS" | paste -sd,)" \
		'GET /api/ps ,POST /api/show scripted,POST /api/generate scripted,GET /api/ps ,POST /v1/chat/completions scripted,POST /v1/chat/completions scripted'
	expect_equal "$(jq -c 'select(.path == "/api/generate").body' "$REQUESTS")" '{"model":"scripted"}'
	expect_equal "$(jq -r 'select(.type == "status" or .type == "notice" or (.type == "message" and .data.role == "assistant")) | .data.text // .type' "$T/out" | sed -E 's/(has 1024).*/\1/' | head -4)" \
		"waiting for the model to load
the window of scripted has 1024
waiting for the model
message"
	server <<<'{models: [scripted], pages: [
		{path: /api/ps, after: /api/generate, body: {models: [{name: scripted, context_length: 4096}]}},
		{path: /api/ps, body: {models: []}}, {path: /api/generate, body: {}}], replies: [{text: ok, repeat: true}]}'
	expect_exit 0 agent --base-url "$URL" doctor
	expect_match "$(cat "$T/out")" '^window +4096 tokens$'
	expect_match "$(cat "$T/out")" 'for more: OLLAMA_CONTEXT_LENGTH'
}

test_what_cannot_be_loaded_is_no_reason_not_to_ask() {
	server <<<'{pages: [{path: /api/ps, body: {models: []}}], replies: [{text: hello}]}'
	expect_exit 0 model --ask hi
	expect_equal "$(cat "$T/out")$(cat "$T/err")" hello
}

# A model of another machine has its largest window, and an empty prompt may cost something there.
test_a_model_that_runs_elsewhere_is_not_loaded() {
	server <<<'{pages: [{path: /api/ps, body: {models: []}}, {path: /api/show, body: {remote_host: "https://ollama.com", parameters: ""}}, {path: /api/generate, body: {}}], replies: [{text: hello}]}'
	expect_exit 0 model --ask hi
	expect_equal "$(grep -c api/generate "$REQUESTS")" 0
}

test_a_load_that_takes_long_ends_with_the_time_of_the_turn() {
	server <<<'{pages: [{path: /api/ps, body: {models: []}}, {path: /api/generate, delay_ms: 20000, body: {}}], replies: [{text: hello, delay_ms: 20000}]}'
	expect_exit 124 model --timeout 1 --ask hi
	expect_match "$(cat "$T/err")" 'timed out|time'
}

# A list that has the model and no window of it would cost every round a request.
test_a_server_that_lists_the_model_without_a_window_is_asked_twice() {
	server <<-'EOF'
		pages: [{path: /api/v0/models, body: {data: [{id: scripted}]}}]
		replies:
		  - {calls: [{name: list_files, arguments: {}}]}
		  - {calls: [{name: list_files, arguments: {depth: 1}}]}
		  - {calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {calls: [{name: list_files, arguments: {depth: 4}}]}
		  - {text: hello}
	EOF
	expect_exit 0 model --ask "list the files"
	expect_equal "$(jq -r .method "$REQUESTS" | paste -sd' ')" "GET POST GET POST POST POST POST"
}

# Each of the paths would cost every start a request.
test_a_server_that_tells_no_window_is_not_asked_again_that_day() {
	server <<<"{pages: [{path: /props, body: {}}], replies: [{text: hello, repeat: true}]}"
	asked() { grep -c '"path":"/props"' "$REQUESTS"; }
	expect_exit 0 model --ask hi
	expect_equal "$(asked)" 1
	expect_exit 0 model --ask hi
	expect_equal "$(asked)" 1
	sed -i -E 's/"no_window":[0-9]+/"no_window":1/' "$XDG_STATE_HOME/agent/servers.json"
	expect_exit 0 model --ask hi
	expect_equal "$(asked)" 2
}

run_tests
