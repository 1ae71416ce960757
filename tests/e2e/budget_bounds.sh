#!/bin/bash
# SPDX-License-Identifier: MIT
# What is billed beyond a budget, and what is left of it, by what the scripted server counts for each request it had:
# the cost at $1 and $5 for a million tokens, four bytes a token, whatever became of the process that asked.
# holds: budget-passed-process
. "$(dirname "$0")/../support/lib.sh"

PRICES='budget.prices={scripted: {input: 1, output: 5}, dear: {input: 10, output: 50}}'
LONG=$(printf 'word %.0s' $(seq 9000))

spender() { # ARGUMENTS...
	agent --backend openai --base-url "$URL" -m scripted -s "$PRICES" "$@"
}

# Of the requests: input by their bytes, output as long as they allow or as the reply is ($1 tokens).
billed() {
	jq -s --argjson reply "$1" 'map(select(.method == "POST") | (if .body.model == "dear" then 10 else 1 end) as $times
		| ((.body | tojson | utf8bytelength / 4 | floor) + 5 * ([.body.max_tokens // $reply, $reply] | min)) * $times / 1e6) | add // 0' "$REQUESTS"
}

# What the server wrote down itself: the bytes of the requests it answered, and each delta it sent. A refusal costs nothing.
bill() {
	jq -s 'map(select(.output > 0) | ((.input + 5 * .output) * (if .model == "dear" then 10 else 1 end)) / 1e6) | add' "$T/bills"
}

counted() { # by the server, of requests that were answered
	agent usage --all --output json | jq .total.cost_usd
}

within() { # USD WHAT [BILLED]: not more than that was billed
	local usd
	usd=${3:-$(billed 11250)}
	expect_equal "$(jq -n "$usd > 0 and $usd <= $1")" true "$2: $usd of $1"
	printf '# %-36s %s of %s\n' "$2" "$usd" "$1"
}

unused() { # USD WHAT [BILLED]: at most a tenth is left
	local usd
	usd=${3:-$(billed 11250)}
	expect_equal "$(jq -n "$usd >= 0.9 * $1")" true "$2: $usd of $1"
}

test_a_budget_pays_for_a_request_that_it_is_enough_for() {
	server <<<"replies: [{text: \"$(printf 'word %.0s' $(seq 60))\", metered: 4, repeat: true}]"
	expect_exit 0 spender --depth react --ask "tell me all" --budget 0.005
	within 0.005 "a request with its tools" "$(counted)"
}

test_a_long_reply_takes_what_is_left() {
	local usd
	for usd in 0.02 0.03 0.05; do
		server <<<"replies: [{text: \"$LONG\", metered: 4, delta_chars: 4, repeat: true}]"
		expect_exit 4 spender --depth direct --ask "tell me all" --budget $usd
		within $usd "a long reply"
		unused $usd "a long reply"
	done
}

test_a_process_that_is_killed_in_mid_reply() {
	server <<<"replies: [{text: \"$LONG\", metered: 4, delta_chars: 4, delay_ms: {between: 2}}, {text: \"$LONG\", metered: 4, delta_chars: 40, repeat: true}]"
	"$AGENT" --backend openai --base-url "$URL" -m scripted -s "$PRICES" --depth direct --ask "tell me all" -s budget.day_usd=0.05 --budget 0.03 >"$T/first" 2>&1 &
	wait_for grep -q POST "$REQUESTS"
	sleep 0.3
	kill -KILL $!
	wait $!
	for _ in 1 2 3; do
		spender --depth direct --ask "tell me all" -s budget.day_usd=0.05 >"$T/out" 2>"$T/err"
	done
	within 0.05 "killed in mid-reply"
	unused 0.05 "killed in mid-reply"
}

# It heeds no length, refuses one, or leaves it to itself: its bill is for all that it sent before its client left.
test_a_server_without_limits() {
	local usd chars refusal what
	for usd in 0.01 0.02 0.05; do
		for chars in 4 12 40; do
			for refusal in '' "{status: 400, error: 'max_tokens is not supported'},"; do
				rm -f "$T/bills"
				server --bills "$T/bills" <<<"replies: [$refusal {text: \"$LONG$LONG\", delta_chars: $chars, delay_ms: {between: $((chars / 4))}, repeat: true}]"
				what="no limits, $chars letters a delta${refusal:+, refused}"
				expect_exit 4 spender --depth direct --ask "tell me all" --budget $usd --output json
				wait_for test -s "$T/bills"
				within $usd "$what" "$(bill)"
				unused $usd "$what" "$(bill)"
				expect_equal "$(jq --argjson most $usd '.usage.cost_usd <= $most' "$T/out")" true "$(jq -c .usage "$T/out")"
			done
		done
	done
}

test_four_processes() {
	local pids=
	server <<<"replies: [{text: \"$LONG\", metered: 4, delta_chars: 40, delay_ms: 50, repeat: true}]"
	for n in 1 2 3 4; do
		spender --depth direct --ask "tell me all" -s budget.day_usd=0.05 >"$T/out.$n" 2>&1 &
		pids="$pids $!"
	done
	wait $pids
	within 0.05 "four processes"
	unused 0.05 "four processes"
}

test_delegates() {
	server <<-EOF
		replies:
		  - {match: the whole, calls: [{name: delegate, arguments: {goal: a part, context: none}}, {name: delegate, arguments: {goal: a part too, context: none}}], metered: 4}
		  - {match: a part, text: "$LONG", metered: 4, delta_chars: 40, repeat: true}
		  - {text: "$LONG", metered: 4, delta_chars: 40, repeat: true}
	EOF
	spender --ask 'the whole' --approve all --budget 0.08 >"$T/out" 2>"$T/err"
	within 0.08 "delegates" "$(counted)"
	unused 0.08 "delegates" "$(counted)"
}

test_a_fallback_that_is_ten_times_dearer() {
	server <<-EOF
		replies:
		  - {status: 429, error: {message: "you exceeded your current quota", code: insufficient_quota}}
		  - {text: "$LONG", metered: 4, delta_chars: 40, repeat: true}
	EOF
	expect_exit 4 spender --depth direct --ask "tell me all" --budget 0.1 -s backend.fallback_model=dear
	jq -c 'select(.method == "POST")' "$REQUESTS" | tail -n +2 >"$T/kept" # a refusal costs nothing
	cp "$T/kept" "$REQUESTS"
	expect_equal "$(jq -r .body.model "$REQUESTS" | sort -u)" dear
	within 0.1 "a fallback ten times dearer"
	unused 0.1 "a fallback ten times dearer"
}

run_tests
