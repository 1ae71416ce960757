#!/bin/bash
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
	expect_at_most "system prompt" "$(tokens '.messages[0].content')" 900
	expect_at_most head "$(tokens '.messages[0].content + (.tools | tojson)')" 3300
	expect_exit 0 model --approve all -s backend.context_tokens=15999 --ask hi
	expect_at_most "head in a small window" "$(tokens '.messages[0].content + (.tools | tojson)')" 2200
}

run_tests
