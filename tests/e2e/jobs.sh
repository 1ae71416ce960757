#!/bin/bash
# SPDX-License-Identifier: MIT
# Commands in the background where nobody looks on: --ask, sessions that go on.
. "$(dirname "$0")/../support/lib.sh"

starts_one() {
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo $$ >pid; echo begun; exec sleep 1000", background: true}}]}
		  - text: It runs.
		  - text: I know.
	EOF
}

gone() {
	! kill -0 "$(cat pid)" 2>/dev/null
}

last() { # the texts of the last request
	tail -n 1 "$REQUESTS" | jq -r '.body.messages[].content'
}

test_ask_says_what_still_ran_and_ends_it() {
	starts_one
	expect_exit 0 model --ask "start it" --approve all
	expect_equal "$(cat "$T/out")" 'It runs.'
	expect_match "$(cat "$T/err")" "^job +job-1 'echo .*exec sleep 1000': ended with the agent"
	wait_for gone
	expect_exit 0 model --ask "and now?" --continue
	expect_match "$(last)" "which ran in the background, is over"
	expect_match "$(last)" '^ended with the agent'
}

test_a_job_of_an_agent_that_was_killed_is_lost_and_said() {
	server <<-'EOF'
		replies:
		  - {match: start, calls: [{name: run_command, arguments: {command: "echo $$ >pid; exec sleep 1000", background: true}}]}
		  - {match: running, delay_ms: {head: 60000}, text: never}
		  - {match: "", text: I know., repeat: true}
	EOF
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --ask "start it" --approve all --output events >"$T/events" 2>/dev/null &
	local asked=$!
	wait_for holds '.type == "job" and .data.running' "$T/events"
	kill -9 $asked
	wait $asked 2>/dev/null
	wait_for gone
	expect_exit 0 model --ask "and now?" --continue
	expect_match "$(cat "$T/err")" "^job +job-1 '.*': ended with the agent"
	expect_match "$(last)" 'ran in the background when the session was left'
	expect_exit 0 model --ask "again?" --continue
	expect_no_match "$(cat "$T/err")" '^job '
}

# An id means one command for good.
test_a_session_that_goes_on_counts_on() {
	starts_one
	expect_exit 0 model --ask "start it" --approve all
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "exec sleep 1000", background: true}}]}
		  - text: Two.
	EOF
	expect_exit 0 model --ask "another" --continue --approve all --output events
	expect_equal "$(jq -r 'select(.type == "job" and .data.running).data.id' "$T/out")" job-2
}

test_a_job_that_ends_in_a_turn_is_told_before_the_next_request() {
	mkfifo go
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "read x <go; echo got $x; exit 7", background: true}}]}
		  - {calls: [{name: run_command, arguments: {command: "echo word >go; sleep 1"}}]}
		  - text: Seen.
	EOF
	expect_exit 0 model --ask "start it" --approve all
	expect_match "$(last)" "The command 'read x <go; echo got .x; exit 7', which ran in the background, is over"
	expect_match "$(last)" '^exit 7'
	expect_match "$(last)" '^got word'
}

run_tests
