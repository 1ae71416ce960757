#!/bin/bash
# SPDX-License-Identifier: MIT
# Honest work is not cut: what counts as a failed step and what does not, errors that come again, and a long run to its answer.
. "$(dirname "$0")/../support/lib.sh"

feed() {
	sed -E 's/ · [0-9.]+ (ms|s)$//' "$T/err"
}

# The rungs of the ladder that were taken, in order.
rungs() {
	jq -r 'select(.type == "evaluation" and .data.recovery) | .data.recovery.rung' "$T/out"
}

run() {
	expect_exit 0 model --approve all --output events --ask "look" "$@"
}

test_what_says_no_by_its_status_or_never_ran_climbs_no_ladder() {
	echo text >here.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "grep -rn alpha ."}}]
		  - calls: [{name: run_command, arguments: {command: "grep -rn beta ."}}]
		  - calls: [{name: run_command, arguments: {command: "grep -rn gamma ."}}]
		  - calls: [{name: run_command, arguments: {command: "grep -rn gamma ."}}]
		  - calls: [{name: search_text, arguments: {pattern: delta}}]
		  - calls: [{name: run_command, arguments: {command: "echo 1 of 3 failed; exit 1"}}]
		  - calls: [{name: run_command, arguments: {cmd: 7, wrong: true}}]
		  - calls: [{name: read_file, arguments: '{"path": '}]
		  - calls: [{name: no_such_tool}]
		  - calls: [{name: edit_file, arguments: {}}]
		  - text: Nothing is there.
	EOF
	run
	expect_equal "$(rungs)" ""
}

test_a_denied_call_climbs_no_ladder() {
	server < <(
		echo replies:
		for n in 1 2 3 4 5 6; do echo "  - calls: [{name: run_command, arguments: {command: make $n}}]"; done
		echo "  - text: Not allowed."
	)
	expect_exit 5 model --approve read-only --output events --ask "look" </dev/null
	expect_equal "$(rungs)" ""
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" "Not allowed."
}

# What differs from one run to the next (a time, a place) makes no other error; what works in between does not hide it.
test_the_same_error_again_climbs_whatever_worked_in_between() {
	cat >t.sh <<-'EOF'
		n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) >n
		echo "csv.c:$((n + 7)):3: error: 'x' undeclared (took 0.0$n s)"; exit 1
	EOF
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - calls: [{name: write_file, arguments: {path: a, content: a}}]
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - calls: [{name: write_file, arguments: {path: b, content: b}}]
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - text: It stays.
	EOF
	run
	expect_equal "$(rungs)" "another way
one last test, or an answer that says what failed"
}

test_an_error_that_is_gone_is_forgotten() {
	echo 'test -e a && { echo fine; exit 0; }; echo bad; exit 1' >t.sh
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - calls: [{name: write_file, arguments: {path: a, content: a}}]
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - calls: [{name: run_command, arguments: {command: rm a}}]
		  - calls: [{name: run_command, arguments: {command: sh t.sh}}]
		  - text: Tried.
	EOF
	run
	expect_equal "$(rungs)" ""
}

test_fewer_failures_are_no_same_error() {
	cat >t.sh <<-'EOF'
		n=$(cat n 2>/dev/null || echo 9); echo $((n - 1)) >n; echo "$n of 41 failed"; exit 1
	EOF
	server < <(
		echo replies:
		for n in 1 2 3 4; do echo "  - calls: [{name: run_command, arguments: {command: sh t.sh}}]"; done
		echo "  - text: Better."
	)
	run
	expect_equal "$(rungs)" ""
}

test_a_command_that_is_ended_by_its_time_could_not_do_its_work() {
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "sleep 60", timeout_s: 1}}]
		  - text: Too long.
	EOF
	run
	expect_equal "$(rungs)" "once more, with the error in view"
}

# The project whose tests pass once sixty rounds are done.
sixty_rounds() { # DELAY_MS of the long reply
	local n
	echo replies:
	echo '  - calls: [{name: run_command, arguments: {command: make test}}]'
	for n in alpha beta gamma; do echo "  - calls: [{name: run_command, arguments: {command: grep -rn $n src}}]"; done
	echo '  - calls: [{name: run_command, arguments: "{\"command\": "}]'
	echo "  - {delay_ms: {head: $1}, calls: [{name: read_file, arguments: {path: src/part1.c}}]}"
	for n in $(seq 1 52); do echo "  - calls: [{name: edit_file, arguments: {path: src/part$n.c, old_string: \"= 0\", new_string: \"= 1\"}}]"; done
	echo '  - calls: [{name: run_command, arguments: {command: make test}}]'
	echo '  - text: "The tests pass: 52 of 52 parts were 0 and are 1 now."'
}

# DELAY_MS=90000 is the reply that honest models need; here one that is as long for a clock of think_s = 0.05.
test_a_run_of_sixty_rounds_ends_with_its_answer() {
	local n
	mkdir src
	for n in $(seq 1 52); do echo "int part$n = 0;" >src/part$n.c; done
	printf 'test:\n\t@if grep -l "= 0" src/*.c; then exit 1; else echo 52 passed; fi\n' >Makefile
	server < <(sixty_rounds "${DELAY_MS:-450}")
	expect_exit 0 model --approve all -s limits.think_s=0.05 -s limits.plan_s=0.05 -s limits.reflect_s=0.05 -s 'limits.scale={}' \
		--ask "run the tests and fix what fails"
	expect_equal "$(cat "$T/out")" "The tests pass: 52 of 52 parts were 0 and are 1 now."
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 60
	expect_no_match "$(feed)" 'of 5\)'
	expect_equal "$(jq 'select(.method == "POST") | .body.tools | length > 0' "$REQUESTS" | sort -u)" true
}

run_tests
