#!/bin/bash
# SPDX-License-Identifier: MIT
# A thousand delegates at once in one view, under one budget: what all of them take of memory (PSS), and what they spent.
# DELEGATES=1000 tests/soak/delegates.sh
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

DELEGATES=${DELEGATES:-1000}
ALIVE_MS=${ALIVE_MS:-150000} # so long a delegate waits for its reply, while the others begin

children() {
	pgrep -f -c -- "$AGENT --child" 2>/dev/null
}
all_alive() {
	[ "$(children)" -ge "$DELEGATES" ]
}
patiently() { # SECONDS COMMAND...
	local end=$((SECONDS + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $end ] || fail "waited in vain for: $* ($(children) delegates)"
		sleep 0.5
	done
}
memory_mb() {
	for pid in $(pgrep -f -- "^$AGENT"); do
		awk '/^Pss:/ {print $2}' "/proc/$pid/smaps_rollup" 2>/dev/null
	done | awk '{kb += $1} END {printf "%.0f", kb / 1024}'
}

# A chat whose model asks for all of them at once; each waits so long for its reply.
begins() { # BUDGET MS AT_ONCE
	server --timeout 1200 < <(
		echo 'replies:'
		printf '  - match: "split it"\n    metered: 4\n    calls:\n'
		for i in $(seq "$DELEGATES"); do
			printf '      - {name: delegate, arguments: {goal: "part %d"}}\n' "$i"
		done
		printf '  - {match: "outcome", metered: 4, text: "all of it", repeat: true}\n'
		printf '  - {match: "part", metered: 4, delay_ms: %d, text: "it is in a.c:1", repeat: true}\n' "$2"
	)
	screen 110x32 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --budget "$1" \
		-s 'budget.prices={scripted: {input: 1, output: 5}}' -s backend.max_calls=$((DELEGATES + 1)) -s agent.parallel="$3" \
		-s backend.first_byte_timeout_s=900 -s delegate.wall_s=900
	shows 'Enter send'
	types "split it"
	keys Enter
	shows 'Esc stop'
	began=$SECONDS
}
expect_within() { # BUDGET: what was spent, by the events and by the server
	local spent
	spent=$(agent usage --all --output json | jq .total.cost_usd)
	printf '# spent %s of %s, %d requests, all over after %d s\n' "$spent" "$1" "$(grep -c '"method":"POST"' "$REQUESTS")" "$((SECONDS - began))"
	expect_equal "$(jq -n "$spent > 0 and $spent <= $1")" true "spent $spent of $1"
}

test_a_thousand_delegates_in_one_view() {
	begins 9 "$ALIVE_MS" "$DELEGATES"
	patiently 300 all_alive
	printf '# %d delegates alive after %d s\n' "$(children)" "$((SECONDS - began))"
	sleep 5 # they settle
	mb=$(memory_mb)
	printf '# %d MB together (PSS), %d of them alive\n' "$mb" "$(children)"
	picture | sed 's/^/# | /' | tail -5
	patiently 600 on_screen 'all of it'
	expect_within 9
	expect_equal "$((mb <= 2048))" 1 "$mb MB"
}

# Less than all of them would take: those for whom nothing is left are told so, and the user is asked for more.
test_a_budget_that_binds_is_not_passed() {
	begins 1 1000 100
	patiently 600 on_screen 'answer now'
	expect_within 1
	picture | sed 's/^/# | /' | tail -5
}

run_tests
