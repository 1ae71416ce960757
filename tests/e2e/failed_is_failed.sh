#!/bin/bash
# SPDX-License-Identifier: MIT
# What failed is said to have failed, with why; what was skipped is not done; and what starts work is not planning.
. "$(dirname "$0")/../support/lib.sh"

items() { # of the last plan
	jq -c 'select(.type == "plan") | .data.plan.items | map([.id, .status, .error // .result])' "$T/out" | tail -1
}

failing='{name: write_todos, arguments: {focus: "get the parser right", todos: [{id: a, content: Look, status: in_progress, active_form: Looking}, {id: b, content: Fix, status: pending}, {id: c, content: Polish, status: pending}]}}'

# holds: failed-said-reason
test_a_whole_list_says_failed_and_skipped_and_why() {
	server <<-EOF
		replies:
		  - calls: [$failing]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed, result: two files}, {id: b, content: Fix, status: failed, error: no compiler}, {id: c, content: Polish, status: skipped, result: not wanted}]}}]
		  - {text: that is all, repeat: true}
	EOF
	expect_exit 0 model -s context.tail=move --ask "fix it" --output events
	expect_equal "$(items)" '[["a","completed","two files"],["b","failed","no compiler"],["c","skipped","not wanted"]]'
	expect_equal "$(jq -c 'select(.type == "plan") | [.data.plan.focus, .data.plan.items[0].active_form]' "$T/out" | head -1)" '["get the parser right","Looking"]'
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'Focus: get the parser right'
	expect_equal "$(jq -c 'select(.type == "turn_end") | .data | [.outcome, .open_items, .failed_items]' "$T/out")" \
		'["answered",["Fix (failed: no compiler)"],[{"id":"b","content":"Fix","error":"no compiler"}]]'
	expect_match "$(cat "$T/err")" '^warning +1 of 3 steps failed: Fix \(no compiler\)$'
	expect_match "$(cat "$T/err")" '^\[Plan\] +1/3, 1 skipped, 1 failed'
	model --continue --ask "again" --output json >"$T/out" 2>"$T/err"
	expect_equal "$(jq -c '.failed_items' "$T/out")" '[{"id":"b","content":"Fix","error":"no compiler"}]'
}

# holds: starts-work-planning
test_the_single_operations_take_other_names_and_their_flow_is_no_overuse() {
	server <<-EOF
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: Do it, todos: [{content: Look, id: a, activeForm: Looking}]}}]
		  - calls: [{name: manage_todos, arguments: {action: add, todos: [{content: Fix, id: b}]}}]
		  - calls: [{name: manage_todos, arguments: {action: update, todoId: a, status: in_progress}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: manage_todos, arguments: {action: complete, todoId: a, result: {found: 47, where: notes}}}]
		  - calls: [{name: manage_todos, arguments: {action: update, todoId: b, status: in_progress}}]
		  - calls: [{name: list_files, arguments: {depth: 3}}]
		  - calls: [{name: manage_todos, arguments: {action: complete, todoId: b}}]
		  - {text: done, repeat: true}
	EOF
	expect_exit 0 model --ask "do it" -s planner.tool=manage_todos --output events
	expect_equal "$(items)" '[["a","completed","{\"found\":47,\"where\":\"notes\"}"],["b","completed",null]]'
	expect_equal "$(jq -r 'select(.type == "tool_result") | .summary' "$T/out" | grep -c overuse)" 0
	expect_match "$(cat "$T/err")" '^\[Plan\] +0/2 Looking'
}

# holds: starts-work-planning
test_starting_again_and_again_is_overuse() {
	server <<-EOF
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: Do it, todos: [{content: Look, id: a}, {content: Fix, id: b}]}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: in_progress}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: pending}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: b, status: in_progress}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: b, status: pending}}]
		  - {text: done, repeat: true}
	EOF
	expect_exit 0 model --ask "do it" -s planner.tool=manage_todos -s planner.nudges=0 --output events
	expect_equal "$(jq -r 'select(.type == "tool_result") | .summary' "$T/out" | grep -c overuse)" 1
}

# holds: skipped-counted-apart
test_a_done_item_shows_no_old_progress_and_a_running_one_does_in_the_feed() {
	server <<-EOF
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: Do it, todos: [{content: Look, id: a}, {content: Fix, id: b}]}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: in_progress, progress: {processed: 3, total: 10}}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: manage_todos, arguments: {action: complete, id: a}}]
		  - {text: done, repeat: true}
	EOF
	expect_exit 0 model --ask "do it" -s context.tail=move -s planner.tool=manage_todos -s planner.nudges=0
	expect_match "$(cat "$T/err")" '^\[Plan\] +0/2 Look \(3 of 10\)'
	expect_match "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[-1].content')" '\[>\] a: Look \(3 of 10\)'
	expect_no_match "$(sed -n 5p "$REQUESTS" | jq -r '.body.messages[-1].content')" '3 of 10'
}

# holds: reminder-does-forget
test_the_reminder_does_not_forget_what_failed() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: failed, error: too dark}]}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: list_files, arguments: {depth: 3}}]
		  - {text: done, repeat: true}
	EOF
	expect_exit 0 model --ask "do it" -s planner.remind_rounds=2
	expect_match "$(jq -r '.body.messages[].content // ""' "$REQUESTS")" "'a' \(Look\) failed"
}

# holds: skipped-counted-apart
test_skipped_is_counted_apart_in_lists_and_exports() {
	server <<-EOF
		replies:
		  - calls: [$failing]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Fix, status: skipped}, {id: c, content: Polish, status: skipped}]}}]
		  - {text: that is all, repeat: true}
	EOF
	expect_exit 0 model --ask "fix it"
	expect_match "$(cat "$T/err")" '^\[Plan\] +1/3 done, 2 skipped'
	expect_match "$(agent plans list)" ' 1/3 .*2 skipped'
	expect_match "$(agent plans show)" 'completed, 1 of 3 done, 2 skipped'
	expect_match "$(agent sessions export last --format md)" '\*\*Plan\*\* 1/3, 2 skipped'
	expect_match "$(agent sessions export last --format html)" 'Plan 1/3, 2 skipped'
}

# holds: without-model-step
test_without_a_model_a_step_is_ticked_when_its_tool_succeeded() {
	echo one >a.txt
	expect_exit 0 agent --ask "show a.txt and then show b.txt and then list the files" --output events
	expect_equal "$(items | jq -c 'map(.[1])')" '["completed","failed","completed"]'
	expect_match "$(items)" 'b.txt'
	expect_exit 0 agent --ask "show a.txt" --output events
	expect_equal "$(items)" ''
	expect_exit 0 agent --ask "show a.txt and then list the files" --output events
	expect_equal "$(items)" ''
}

run_tests
