#!/bin/bash
# SPDX-License-Identifier: MIT
# Where the estimate of a request would refuse it or make it smaller, the server is asked how many tokens it takes.
. "$(dirname "$0")/../support/lib.sh"

over() { # PROTOCOL ARGUMENTS...
	model -s backend.protocol="$1" "${@:2}"
}

counted() { # how many times the server was asked to count
	jq -c 'select(.path | test("/(count_tokens|input_tokens)$"))' "$REQUESTS" | wc -l
}

asked() { # how many requests for a reply there were
	jq -c 'select(.path | test("/(messages|responses|completions)$"))' "$REQUESTS" | wc -l
}

head_bytes() { # PROTOCOL: how large the first request is
	server <<<'replies: [{text: hello}]'
	expect_exit 0 over "$1" --ask hi
	jq '.body | tojson | length' "$REQUESTS"
}

# The estimate takes two bytes for a token; this server takes eight.
# holds: request-refused-estimate
test_what_the_estimate_would_refuse_is_made_when_the_server_counts_less() {
	for protocol in messages responses; do
		bytes=$(head_bytes $protocol)
		server --counts 8 <<<'replies: [{text: hello}]'
		expect_exit 0 over $protocol -s limits.tokens=$((bytes / 4)) --ask hi
		expect_equal "$(cat "$T/out")" hello
		expect_equal "$(counted) $(asked)" "1 1" "$protocol: counted, asked"
	done
}

test_what_the_server_counts_as_too_much_is_not_made() {
	for protocol in messages responses; do
		bytes=$(head_bytes $protocol)
		server --counts 2 <<<'replies: [{text: hello}]'
		expect_exit 3 over $protocol -s limits.tokens=$((bytes / 4)) --ask hi
		expect_match "$(cat "$T/err")" 'and the next request may take'
		expect_equal "$(counted) $(asked)" "1 0" "$protocol: counted, asked"
	done
}

test_where_there_is_enough_nothing_is_counted() {
	server --counts 8 <<<'replies: [{text: hello}]'
	expect_exit 0 over messages -s limits.tokens=1000000 -s backend.context_tokens=1000000 --ask hi
	expect_equal "$(counted) $(asked)" "0 1"
}

test_a_server_that_does_not_count_is_asked_once_and_the_estimate_counts() {
	for protocol in messages responses; do
		seq -f 'line %.0f' 1 60 >a.txt
		bytes=$(head_bytes $protocol)
		server <<-'EOF2'
			replies:
			  - {calls: [{name: read_file, arguments: {path: a.txt}}]}
			  - {calls: [{name: read_file, arguments: {path: a.txt}}]}
			  - {text: done}
		EOF2
		expect_exit 0 over $protocol -s backend.context_tokens=$((bytes * 3 / 10)) --ask "read it twice"
		expect_equal "$(counted) $(asked)" "1 3" "$protocol: counted, asked"
	done
}

test_chat_completions_are_never_counted() {
	server --counts 8 <<<'replies: [{text: hello}]'
	expect_exit 3 over chat -s limits.tokens=1200 --ask hi
	expect_equal "$(counted) $(asked)" "0 0"
}

two_long_turns() { # PROTOCOL WINDOW
	for turn in 1 2; do
		expect_exit 0 over "$1" -s backend.context_tokens="$2" $([ $turn = 1 ] || echo --continue) --ask "$(cat "$T/long")"
	done
	agent sessions list --output json | jq -r '.[0].id // .sessions[0].id' >"$T/session"
	agent sessions export "$(cat "$T/session")" | grep -c '"type":"compaction"' >"$T/compactions"
}

# What was given in is no reason for a summary where the server reads it as fewer tokens.
test_a_window_that_the_estimate_fills_is_not_emptied_when_the_server_counts_less() {
	seq -f 'line %.0f of a long text' 1 400 >"$T/long"
	for protocol in messages responses; do
		bytes=$(head_bytes $protocol)
		window=$(((bytes + $(stat -c %s "$T/long")) / 4))
		server <<<'replies: [{text: hello, repeat: true}]'
		two_long_turns $protocol $window
		[ "$(cat "$T/compactions")" -ge 1 ] || fail "$protocol: the estimate emptied nothing"
		server --counts 16 <<<'replies: [{text: hello, repeat: true}]'
		two_long_turns $protocol $window
		expect_equal "$(cat "$T/compactions")" 0 "$protocol: compactions"
		[ "$(counted)" -ge 1 ] || fail "$protocol: nothing was counted"
	done
}

# The request that counts is the one that is made, without what says how it is to be answered.
test_what_is_counted_is_the_request() {
	for protocol in messages responses; do
		bytes=$(head_bytes $protocol)
		server --counts 8 <<<'replies: [{text: hello}]'
		expect_exit 0 over $protocol -s limits.tokens=$((bytes / 4)) --ask hi
		for part in .messages .input .tools .system .instructions .model; do
			expect_equal "$(jq -c ".body | $part" "$REQUESTS" | uniq | wc -l)" 1 "$protocol: $part"
		done
		expect_equal "$(jq -c '.body | has("stream")' "$REQUESTS" | tr '\n' ' ')" "false true "
	done
}

run_tests
