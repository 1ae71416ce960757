#!/bin/bash
# SPDX-License-Identifier: MIT
# What was planned, seen from outside: agent plans, over sessions the offline backend made.
. "$(dirname "$0")/../support/lib.sh"

planned() {
	printf 'int main(void)\n{\n\treturn 0; /* TODO */\n}\n' >main.c
	expect_exit 0 agent --ask "list TODOs and then which files define main? and then list the files"
}

test_list_shows_the_plans_of_this_folder_newest_first() {
	planned
	expect_exit 0 agent --ask "which files define main? and then list TODOs and then list the files"
	expect_exit 0 agent plans
	expect_equal "$(head -1 "$T/out")" "ID                          BEGAN             STATUS       DONE     TIME  GOAL"
	expect_match "$(sed -n 2p "$T/out")" '^[0-9A-Z]{26}  20[0-9-]{8} [0-9:]{5}  completed    3/3 .* which files define main\? and then list TODOs and then list the files$'
	expect_equal "$(wc -l <"$T/out")" 3
	mkdir other
	expect_exit 0 agent -C other plans list
	expect_match "$(cat "$T/err")" 'no plans of this folder yet; --all'
	expect_exit 0 agent -C other plans list --all --output json
	expect_equal "$(jq -r 'length, .[0].status, .[0].items[0].status, (.[0].calls > 0)' "$T/out")" "2
completed
completed
true"
}

test_trivial_plans_are_left_out() {
	printf 'int main(void) { return 0; }\n' >main.c
	expect_exit 0 agent --ask "which files define main?"
	expect_exit 0 agent plans list
	expect_equal "$(cat "$T/out")" ""
}

test_show_names_the_evidence_of_each_item() {
	planned
	expect_exit 0 agent plans show
	expect_match "$(cat "$T/out")" '^status    completed, 3 of 3 done$'
	expect_match "$(cat "$T/out")" '^  \[x\] .*TODO'
	expect_match "$(cat "$T/out")" '^      .* · 1 call'
	id=$(sed -n 's/^id        //p' "$T/out")
	expect_exit 0 agent plans show "${id:0:25}" --output=json
	expect_equal "$(jq -r '.id, .items[0].evidence.calls' "$T/out")" "$id
1"
	expect_exit 2 agent plans show 01ZZZ
	expect_match "$(cat "$T/err")" "no plan '01ZZZ'"
}

test_an_old_plan_is_ended_in_its_session_or_gone_on_with() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {goal: fix it, todos: [{id: a, content: Look, status: pending}, {id: b, content: Fix, status: pending}, {id: c, content: Test, status: pending}]}}]
		  - {text: that is the plan, repeat: true}
	EOF
	expect_exit 0 model --ask 'fix it' -s planner.nudges=0
	session=$(agent sessions list --output json | jq -r '.[0].id')
	expect_exit 0 agent plans show
	expect_match "$(cat "$T/out")" "^go on     agent --resume $session\$"
	expect_exit 0 agent plans end last 'it is not wanted any more'
	expect_match "$(cat "$T/err")" '^agent: the plan is ended: fix it$'
	expect_match "$(agent plans list)" ' abandoned .* fix it.* abandoned: it is not wanted any more'
	expect_equal "$(agent --replay "$session" --output events | jq -c 'select(.type == "plan") | [.data.by, .data.plan.status]' | tail -1)" '["user","abandoned"]'
	expect_exit 2 agent plans end
	expect_match "$(cat "$T/err")" 'is abandoned: there is nothing to end'
}

test_export_writes_four_forms() {
	planned
	expect_exit 0 agent plans export
	expect_match "$(cat "$T/out")" '^- \[x\] '
	expect_exit 0 agent plans export last "$T/plan.org" --format org
	expect_match "$(cat "$T/plan.org")" '^\*\* DONE '
	expect_exit 0 agent plans export --format=json
	expect_equal "$(jq -r .status "$T/out")" completed
	expect_exit 0 agent plans export last - --format taskwarrior
	expect_equal "$(jq -r '.[].status' "$T/out")" "completed
completed
completed"
	expect_exit 2 agent plans export --format pdf
	expect_match "$(cat "$T/err")" "there are md, json, org and taskwarrior"
}

# What a model wrote may hold anything: controls, line ends, marks of the very form.
test_hostile_texts_are_exported_safely() {
	server <<-'YAML'
	replies:
	  - calls: [{name: manage_todos, arguments: {action: create, goal: "Sort\n* TODO forged\u001b[31m", todos: [{id: a, content: "Find\nthem \u001b[2J"}, {id: "b\n:END:", content: "DONE :tag:"}]}}]
	  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: in_progress}}]
	  - calls: [{name: list_files, arguments: {}}]
	  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: failed, error: "no\n#+INCLUDE: x"}}]
	  - text: done
	YAML
	expect_exit 0 model -s planner.tool=manage_todos -s planner.nudges=0 --ask "sort"
	for format in md json org taskwarrior; do
		expect_exit 0 agent plans export --format $format
		expect_no_match "$(cat "$T/out")" $'[\001-\010\013-\037\177]'
		cp "$T/out" "$T/plan.$format"
	done
	expect_equal "$(grep -c '^\*' "$T/plan.org")" 3
	expect_equal "$(grep -c '^ *:END:' "$T/plan.org")" 2
	expect_equal "$(grep -c '^- \[' "$T/plan.md")" 2
	expect_equal "$(wc -l <"$T/plan.json")" 1
	expect_equal "$(jq -r '.[].status' "$T/plan.taskwarrior" | tr '\n' ' ')" "pending pending "
	expect_exit 0 agent plans export --output json
	expect_equal "$(jq -r '.items | length' "$T/out")" 2
	expect_exit 1 agent plans export last /nowhere/plan
	expect_match "$(cat "$T/err")" "^agent: cannot write '/nowhere/plan': No such file or directory$"
}

# The program itself is asked, where it is installed.
test_taskwarrior_imports_what_is_exported() {
	command -v task >/dev/null || return 0
	planned
	expect_exit 0 agent plans export last "$T/tasks.json" --format taskwarrior
	printf 'data.location=%s\n' "$T/task" >"$T/taskrc"
	mkdir "$T/task"
	for again in 1 2; do
		expect_exit 0 env TASKRC="$T/taskrc" task rc.confirmation=no import "$T/tasks.json"
	done
	expect_exit 0 env TASKRC="$T/taskrc" task export
	expect_equal "$(jq -r '.[].status' "$T/out" | tr '\n' ' ')" "completed completed completed "
	expect_equal "$(jq -cS 'sort_by(.uuid) | map([.uuid, .description, .end])' "$T/out")" \
		"$(jq -cS 'sort_by(.uuid) | map([.uuid, .description, .end])' "$T/tasks.json")"
}

test_a_fork_does_not_count_a_plan_twice() {
	planned
	id=$(agent sessions list --output json | jq -r '.[0].id')
	expect_exit 0 agent --fork "$id" --ask "which files define main?"
	expect_exit 0 agent plans list
	expect_equal "$(wc -l <"$T/out")" 2
}

test_an_open_plan_is_estimated_from_completed_ones() {
	server <<-'YAML'
	replies:
	  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find it, status: in_progress}, {id: b, content: Tell, status: pending}]}}]
	  - text: so far
	  - calls: [{name: write_todos, arguments: {todos: [{id: c, content: Find it, status: in_progress}, {id: d, content: Tell, status: pending}]}}]
	  - calls: [{name: list_files, arguments: {}}]
	  - calls: [{name: write_todos, arguments: {todos: [{id: c, content: Find it, status: completed}, {id: d, content: Tell, status: completed}]}}]
	  - text: done
	  - calls: [{name: write_todos, arguments: {todos: [{id: e, content: Sort, status: in_progress}, {id: f, content: Move, status: pending}]}}]
	  - text: so far
	YAML
	expect_exit 0 model -s planner.nudges=0 --ask "find it"
	expect_exit 0 agent plans show
	expect_no_match "$(cat "$T/out")" '^estimate'
	expect_exit 0 model -s planner.nudges=0 --ask "find it again"
	expect_exit 0 agent plans show
	expect_no_match "$(cat "$T/out")" '^estimate'
	expect_exit 0 model -s planner.nudges=0 --ask "sort"
	expect_exit 0 agent plans show
	expect_match "$(cat "$T/out")" '^estimate  about 2 rounds, 1 call, [0-9]+ ms, like 1 completed plan of its size$'
	expect_exit 0 agent plans show --output json
	expect_equal "$(jq -c '.estimate | [.plans, .alike, .rounds, .calls]' "$T/out")" '[1,false,2,1]'
	expect_exit 0 agent -s planner.estimate_plans=0 plans show
	expect_no_match "$(cat "$T/out")" '^estimate'
}

test_wrong_words_are_usage() {
	expect_exit 2 agent plans dance
	expect_match "$(cat "$T/err")" "unknown word; usage: agent plans"
	expect_exit 2 agent plans list --colour
	expect_exit 2 agent plans show a b
}

run_tests
