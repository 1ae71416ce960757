#!/bin/bash
# SPDX-License-Identifier: MIT
# The plan while turns run: open items, acceptance before acting, planner calls in order.
. "$(dirname "$0")/../support/lib.sh"

todos() { # todos "a in_progress, b pending": the arguments of a write_todos call in YAML
	local out= id status
	while read -r id status; do
		out="$out${out:+, }{id: $id, content: do $id, status: $status}"
	done < <(tr ',' '\n' <<<"$1")
	echo "{name: write_todos, arguments: {todos: [$out]}}"
}

test_open_items_are_named_to_the_model_once_and_then_to_the_user() {
	server <<EOF
replies:
  - calls: [$(todos "a in_progress, b pending")]
  - text: all done
  - text: still done
EOF
	expect_exit 0 model --ask go --output json
	expect_equal "$(wc -l <"$REQUESTS")" 3
	expect_equal "$(jq -r '.answer' "$T/out")" "all done

still done"
	expect_match "$(cat "$T/err")" '^note +2 of 2 steps are open: do a; do b$'
	expect_equal "$(jq -c '[.plan.items[].status]' "$T/out")" '["in_progress","pending"]'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'still open:.*'
}

test_a_finished_plan_is_not_asked_about() {
	server <<EOF
replies:
  - calls: [$(todos "a in_progress")]
  - calls: [$(todos "a completed")]
  - text: all done
EOF
	expect_exit 0 model --ask go
	expect_equal "$(wc -l <"$REQUESTS")" 3
	expect_no_match "$(cat "$T/err")" 'are open'
}

test_planner_calls_of_a_reply_are_applied_in_order_between_the_others() {
	server <<EOF
replies:
  - calls: [$(todos "a in_progress, b pending"), {name: list_files, arguments: {}}, $(todos "a completed, b in_progress"), {name: list_files, arguments: {path: .}}]
  - calls: [$(todos "a completed, b completed")]
  - text: done
EOF
	expect_exit 0 model --ask go --output events
	expect_equal "$(jq -r 'select(.type == "plan") | .data.plan.revision' "$T/out" | tr '\n' ' ')" "1 2 3 "
	expect_equal "$(jq -c 'select(.type == "plan") | .data.plan.items | map(.evidence.calls // 0)' "$T/out" | tail -n 1)" "[1,1]"
}

# Three of them are one round of planning alone, not three.
test_planner_calls_of_one_reply_count_once_for_overuse() {
	server <<EOF
replies:
  - calls: [$(todos "a pending"), $(todos "a pending, b pending"), $(todos "a pending, b pending, c pending")]
  - calls: [{name: list_files, arguments: {}}]
  - {text: done, repeat: true}
EOF
	expect_exit 0 model --ask go --output events
	expect_no_match "$(cat "$T/out")" planner_overuse
}

test_a_long_item_says_how_far_it_is_through_the_default_door() {
	server <<EOF
replies:
  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Convert the files, status: in_progress, progress: {processed: 3, total: 12}}]}}, {name: list_files, arguments: {}}]
  - text: more to come
  - text: more to come
EOF
	expect_exit 0 model --ask go --output json
	expect_equal "$(jq -c '.plan.items[0].progress' "$T/out")" '{"processed":3,"total":12}'
}

# Planning has no [Act]: what was refused is named where it is said.
test_a_refused_planner_call_is_named_in_the_feed() {
	server <<EOF
replies:
  - calls: [{name: write_todos, arguments: {todos: []}}, {name: list_files, arguments: {}}]
  - text: done
EOF
	expect_exit 0 model --ask go
	expect_match "$(cat "$T/err")" '^\[Obs\] +write_todos: invalid arguments$'
}

test_with_approve_plan_the_proposal_is_the_answer_and_nothing_is_done() {
	server <<EOF
replies:
  - calls: [$(todos "a pending, b pending"), {name: write_file, arguments: {path: x, content: y}}]
  - text: This is what I would do.
EOF
	expect_exit 5 model --ask "tidy up" --approve plan
	expect_equal "$(cat "$T/out")" "This is what I would do.

tidy up

1. do a
2. do b"
	[ ! -e x ] || fail "x was written"
}

test_a_plan_proposed_in_words_is_told_once() {
	server <<<'replies: [{text: "I would do this.\n\nPlan:\n1. do a\n2. do b\n"}]'
	expect_exit 5 model --ask "tidy up" --approve plan -s planner.tool=text
	expect_equal "$(cat "$T/out")" "I would do this.

tidy up

1. do a
2. do b"
}

test_a_turn_that_begins_is_told_the_plan_and_an_export_says_so() {
	server <<EOF
replies:
  - calls: [$(todos "a in_progress, b pending")]
  - text: done
  - text: done so far
  - text: later
EOF
	expect_exit 0 model --ask "tidy up"
	expect_no_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[1:][].content')" '<active-todo-plan>'
	expect_exit 0 model --continue --ask "what is left?" -s planner.nudges=0
	expect_match "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[-1].content')" '^<active-todo-plan>'
	agent sessions export last >"$T/export"
	expect_equal "$(jq -r 'select(.data.kind == "context") | .data.parts[0].text' "$T/export" | grep -c '^<active-todo-plan>')" 1
}

# What was done is not lost to a list of other ids, nor is the plan named after the words "go on".
# holds: done-stays-plan
test_a_list_of_other_ids_goes_on_with_the_plan() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Fix, status: pending}]}}, {name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed, result: two holes}, {id: b, content: Fix, status: in_progress}]}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: one, content: Fix the first, status: in_progress}, {id: two, content: Fix the second, status: pending}]}}, {name: list_files, arguments: {depth: 2}}]
		  - text: so far
		  - calls: [{name: write_todos, arguments: {todos: [{id: t1, content: Fix the first, status: completed}, {id: t9, content: Sweep up, status: pending}]}}]
		  - {text: so far, repeat: true}
	EOF
	expect_exit 0 model --ask "mend the roof" -s planner.nudges=0 --output events
	expect_equal "$(plan_now)" '["mend the roof","a completed","one in_progress","two pending"]'
	expect_match "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[].content // ""')" 'what was done stays in it'
	expect_exit 0 model --continue --ask "go on" -s planner.nudges=0 --output events
	expect_equal "$(plan_now)" '["mend the roof","a completed","t1 completed","t9 pending"]'
}

plan_now() { # its goal and its items
	jq -c 'select(.type == "plan") | .data.plan | [.goal] + (.items | map(.id + " " + .status))' "$T/out" | tail -n 1
}

run_tests
