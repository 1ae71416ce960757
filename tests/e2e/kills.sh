#!/bin/bash
# SPDX-License-Identifier: MIT
# kill -9 of the agent at any moment of a turn: no command runs twice, none that was not noted before, and none lives on.
# KILLS=1000 KILL_MS=600 tests/e2e/kills.sh
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

alive() {
	pgrep -f "sleep 301\.$$" >/dev/null
}
nothing_alive() {
	! alive
}
# Begins a turn of three commands and ends the agent, so many milliseconds later.
killed_after() { # MILLISECONDS TIER
	rm -rf "$XDG_DATA_HOME" ran
	"$AGENT" --backend openai --base-url "$URL" -m m --depth react --approve all -s sandbox.mode="$2" -s sandbox.missing=run \
		-s 'evaluation.unchecked=["*"]' --ask begin </dev/null >"$T/out" 2>"$T/err" &
	pid=$!
	sleep "$(printf %d.%03d $(($1 / 1000)) $(($1 % 1000)))"
	kill -9 $pid
	wait $pid 2>/dev/null
	wait_for nothing_alive
}
goes_on() { # MILLISECONDS TIER
	local noted
	touch ran
	expect_exit 0 model --approve all -s sandbox.mode="$2" -s sandbox.missing=run --continue --ask after
	expect_equal "$(cat "$T/out")" 'went on'
	expect_equal "$(sort ran | uniq -d)" '' "what ran twice, killed after $1 ms"
	noted=$(agent --replay last --output events | jq -r 'select(.type == "tool_call").data | tostring' | grep -o 'run [abc]' | sort)
	expect_equal "$(comm -23 <(sed 's/^/run /' ran | sort) <(echo "$noted"))" '' "what ran and was not noted, killed after $1 ms"
	nothing_alive || fail "a command lives on"
}

three_commands() {
	server --timeout 3600 <<-EOF
		replies:
		  - {match: after, text: "went on", repeat: true}
		  - match: begin
		    repeat: true
		    calls:
		      - {name: run_command, arguments: {command: ": run a; sleep 301.$$ & echo a >>ran; head -c 3000000 /dev/urandom | tail -c 1 | wc -c"}}
		      - {name: run_command, arguments: {command: ": run b; sleep 301.$$ & echo b >>ran", background: true}}
		      - {name: run_command, arguments: {command: ": run c; echo c >>ran; exec sleep 301.$$"}}
		  - {text: done, repeat: true}
	EOF
}

# holds: kill-9-agent
test_killed_at_random_nothing_runs_twice_or_unnoted() {
	local tiers=(namespaces landlock off) delay ran=0
	for ((i = 0; i < ${KILLS:-12}; i++)); do
		[ $((i % 400)) != 0 ] || three_commands
		delay=$((RANDOM % ${KILL_MS:-600}))
		killed_after $delay "${tiers[i % 3]}"
		[ ! -e ran ] || ran=$((ran + $(wc -l <ran)))
		[ ! -d "$XDG_DATA_HOME/agent" ] || [ -z "$(agent sessions list 2>/dev/null)" ] || goes_on $delay "${tiers[i % 3]}"
	done
	echo "# $i kills, $ran commands had begun"
}

run_tests
