#!/bin/bash
# SPDX-License-Identifier: MIT
# What a request costs before anything is said. A token is taken for 4.3 bytes of system prompt and tools: o200k_base counts 4.34 in tests/wire/requests.
. "$(dirname "$0")/../support/lib.sh"

tokens() { # of the parts of the newest request that jq names
	tail -n 1 "$REQUESTS" | jq -j ".body | $1" | wc -c | awk '{printf "%d", $1 / 4.3}'
}

expect_at_most() { # WHAT TOKENS MOST
	[ "$2" -le "$3" ] || fail "$1: $2 tokens, $3 are allowed"
	[ "$2" -gt $(($3 / 3)) ] || fail "$1: only $2 tokens: nothing was measured"
}

test_the_head_of_a_request_stays_small() {
	server <<<'replies: [{text: hi, repeat: true}]'
	expect_exit 0 model --approve all --ask hi
	expect_at_most "system prompt" "$(tokens '.messages[0].content')" 750
	expect_at_most head "$(tokens '.messages[0].content + (.tools | tojson)')" 2600
	expect_exit 0 model --approve all -s backend.context_tokens=15999 --ask hi
	expect_at_most "head in a small window" "$(tokens '.messages[0].content + (.tools | tojson)')" 1900
}

offered() { # of the request of that number: is the tool offered
	sed -n "$1p" "$REQUESTS" | jq -r --arg tool "$2" '[.body.tools[].function.name] | index($tool) != null'
}

test_what_nobody_is_there_to_answer_is_not_offered() {
	server <<'EOF'
replies:
  - {calls: [{name: delegate, arguments: {goal: "look"}}]}
  - {text: hello, repeat: true}
EOF
	expect_exit 0 model --ask "split it" # a delegate asks by its parent
	expect_equal "$(offered 1 ask_user) $(offered 2 ask_user)" "false true"
	expect_equal "$(offered 1 remember) $(offered 1 offer_branches) $(offered 1 delegate)" "false false true"
	expect_exit 0 model --approve all --ask hi
	expect_equal "$(offered 4 remember) $(offered 4 ask_user)" "true false"
}

test_the_last_line_of_the_head_says_how_commands_run() {
	server <<<'replies: [{calls: [{name: run_command, arguments: {command: "a=(x y); [[ 1 = 1 ]] && echo ${a[1]}"}}]}, {text: hello, repeat: true}]'
	last() { tail -n 1 "$REQUESTS" | jq -r '.body.messages[0].content' | tail -n 1; }
	expect_exit 0 model --approve all --ask hi
	expect_equal "$(last)" "Commands run in bash -o pipefail, without a sandbox. Approval mode: all."
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[-1].content')" 'exit 0' 
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[-1].content')" '^y$' 
	expect_exit 0 model -s 'tools.shells=[/there/is/none]' --ask hi
	expect_equal "$(last)" "Commands run in POSIX sh (no [[ ]], source, arrays), without a sandbox. Approval mode: read-only."
}

run_tests
