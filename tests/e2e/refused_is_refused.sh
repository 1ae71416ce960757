#!/bin/bash
# SPDX-License-Identifier: MIT
# What was refused is not done another way: a gate that stays closed holds what its reply calls besides, a denied call counts as none.
. "$(dirname "$0")/../support/lib.sh"

results() { # of calls that are no planner's
	jq -r 'select(.type == "tool_result" and .data.tool != "write_todos" and .data.tool != "manage_todos") | .summary' "$T/out"
}

gated='{id: b, content: Run rm -rf build, status: STATUS}'
touch='{name: run_command, arguments: {command: touch marked}}'
allow=(--approve edits -s "permissions.rules=[{allow: {command: touch}}]")

# holds: gate-stays-closed
test_nothing_of_the_reply_runs_after_a_gate_that_stays_closed() {
	for status in in_progress completed; do
		rm -f marked
		server <<-EOF
			replies:
			  - calls:
			      - {name: write_todos, arguments: {todos: [${gated/STATUS/pending}, {id: a, content: Look, status: in_progress}]}}
			  - calls:
			      - {name: write_todos, arguments: {todos: [${gated/STATUS/$status}, {id: a, content: Look, status: completed}]}}
			      - $touch
			      - {name: list_files, arguments: {}}
			  - {text: stopped, repeat: true}
		EOF
		expect_exit 5 model --ask "clean up" --output events "${allow[@]}"
		expect_equal "$(results)" $'not run: the gate stays closed\nnot run: the gate stays closed' "$status"
		test ! -e marked || fail "it ran"
		expect_match "$(sed -n 3p "$REQUESTS")" "Not run: 'Run rm -rf build' is a gate and the user did not let it start"
	done
}

# holds: gate-stays-closed
test_nothing_runs_for_an_item_while_its_gate_is_closed() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [${gated/STATUS/in_progress}, {id: a, content: Look, status: pending}]}}]
		  - calls: [$touch, {name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [${gated/STATUS/pending}, {id: a, content: Look, status: in_progress}]}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - {text: stopped, repeat: true}
	EOF
	expect_exit 5 model --ask "clean up" --output events "${allow[@]}" -s planner.gates='[rm -rf]'
	expect_equal "$(results)" $'not run: the gate stays closed\nnot run: the gate stays closed\n0 files, 0 folders in .'
	test ! -e marked || fail "it ran"
}

test_words_that_are_the_plan_hold_their_calls_too() {
	server <<-EOF
		replies:
		  - {text: "Plan:\n1. Run rm -rf build\n2. Look", calls: [$touch]}
		  - calls: [$touch]
		  - {text: "Plan:\n1. Look\n2. Run rm -rf build", calls: [{name: list_files, arguments: {}}]}
		  - {text: stopped, repeat: true}
	EOF
	expect_exit 5 model --ask "clean up" --output events "${allow[@]}" -s planner.tool=text -s planner.nudges=0
	expect_equal "$(results)" $'not run: the gate stays closed\nnot run: the gate stays closed\n0 files, 0 folders in .'
	test ! -e marked || fail "it ran"
}

# holds: denied-call-counts
test_a_denied_call_counts_as_none() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Mark, status: in_progress}]}}]
		  - calls: [$touch]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Mark, status: completed}]}}]
		  - {text: denied, repeat: true}
	EOF
	expect_exit 5 model --ask "mark it" --output events
	expect_equal "$(jq -c 'select(.type == "turn_end") | [.data.totals.calls, (.data.denied | length)]' "$T/out")" "[0,1]"
	expect_equal "$(jq -c 'select(.type == "plan") | .data.plan.items[0] | [.status, .evidence.calls, .claimed]' "$T/out" | tail -1)" '["completed",0,true]'
}

# holds: denied-call-counts
test_a_denial_names_the_least_mode_that_would_do() {
	server <<-EOF
		replies:
		  - calls: [$touch, {name: write_file, arguments: {path: a, content: b}}, {name: write_file, arguments: {path: agent.yaml, content: b}}]
		  - {text: denied, repeat: true}
	EOF
	expect_exit 5 model --ask "mark it" --approve ask --output events
	expect_equal "$(results)" "denied: it needs approval and there is nobody to ask; allow it with --approve all
denied: it needs approval and there is nobody to ask; allow it with --approve edits
denied: it is asked for in every mode and there is nobody to ask: 'agent.yaml' is the program's own configuration"
	server <<-EOF
		replies:
		  - calls: [$touch]
		  - {text: denied, repeat: true}
	EOF
	expect_exit 5 model --ask "mark it" --output events
	expect_equal "$(results)" "denied: approval mode read-only: running commands is denied; allow it with --approve all"
}

run_tests
