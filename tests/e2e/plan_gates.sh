#!/bin/bash
# SPDX-License-Identifier: MIT
# What stops before it starts: gates by rule at every door, ways that are offered, and the one suggestion to plan.
. "$(dirname "$0")/../support/lib.sh"

statuses() { # of the last plan
	jq -r 'select(.type == "plan") | [.data.plan.items[] | .id + " " + .status + (if .gate then " gate" else "" end)] | join(", ")' "$T/out" | tail -1
}

last_result() { # of request $1
	sed -n "$1p" "$REQUESTS" | jq -r '.body.messages | map(select(.role == "tool")) | last.content'
}

questions() {
	jq -r 'select(.type == "question" or .type == "answer") | .data.kind // .data.choice' "$T/out" | tr '\n' ' '
}

# The items that the doors below end with: b is a gate by its words, and is neither started nor ticked.
test_a_gate_holds_at_the_first_door() {
	for status in in_progress completed; do
		server <<-EOF
			replies:
			  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Run rm -rf build, status: pending}]}}]
			  - calls:
			      - {name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Run rm -rf build, status: $status}]}}
			      - {name: list_files, arguments: {}}
			  - {text: stopped, repeat: true}
		EOF
		expect_exit 5 model --ask "clean up" --output events
		expect_equal "$(questions)" "gate denied " "$status"
		expect_equal "$(statuses)" "a in_progress, b pending gate" "$status"
		expect_match "$(sed -n 3p "$REQUESTS")" "'Run rm -rf build' is a gate and the user did not let it start"
	done
}

test_a_gate_holds_at_the_second_door() {
	for act in 'action: update, id: b, status: in_progress' 'action: update, id: b, status: completed' 'action: complete, id: b, result: gone'; do
		server <<-EOF
			replies:
			  - calls: [{name: manage_todos, arguments: {action: create, goal: Clean up, todos: [{id: a, content: Look}, {id: b, content: Run rm -rf build}]}}]
			  - calls: [{name: manage_todos, arguments: {$act}}, {name: list_files, arguments: {}}]
			  - {text: stopped, repeat: true}
		EOF
		expect_exit 5 model --ask "clean up" -s planner.tool=manage_todos --output events
		expect_equal "$(questions)" "gate denied " "$act"
		expect_equal "$(statuses)" "a pending, b pending gate" "$act"
	done
}

test_a_gate_holds_where_words_are_the_plan() {
	server <<-'EOF'
		replies:
		  - {text: "Plan:\n1. Look\n2. Run rm -rf build\n\nLooking.", calls: [{name: list_files, arguments: {}}]}
		  - {text: "Seen. [DONE:1]", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: "stopped", repeat: true}
	EOF
	expect_exit 5 model --ask "clean up" -s planner.tool=text -s planner.nudges=0 --output events
	expect_equal "$(questions)" "gate denied "
	expect_equal "$(statuses)" "1 completed, 2 pending gate"
	expect_match "$(sed -n 3p "$REQUESTS")" "'Run rm -rf build' is a gate and the user did not let it start"
	server <<-'EOF'
		replies:
		  - {text: "Plan:\n1. Look\n2. Run rm -rf build\n\nLooking.", calls: [{name: list_files, arguments: {}}]}
		  - {text: "[DONE:1] [DONE:2]", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: "stopped", repeat: true}
	EOF
	expect_exit 5 model --ask "clean up" -s planner.tool=text -s planner.nudges=0 --output events
	expect_equal "$(statuses)" "1 completed, 2 pending gate"
}

test_the_rule_is_a_setting_and_silent_where_nothing_is_asked() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Run rm -rf build, status: in_progress}]}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Run rm -rf build, status: completed}]}}]
		  - {text: done}
	EOF
	expect_exit 0 model --ask "clean up" --approve all --output events
	expect_equal "$(questions)" ""
	expect_equal "$(statuses)" "a completed, b completed"
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Call the bank, status: in_progress}]}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Call the bank, status: completed}]}}]
		  - {text: done}
	EOF
	expect_exit 5 model --ask "call" --output events -s 'planner.gates=[BANK$]'
	expect_equal "$(statuses)" "a pending gate"
}

branches='{name: offer_branches, arguments: {alternatives: [{title: Patch it, todos: [{content: Patch}]}, {title: Rewrite it, todos: [{content: Rewrite}, {content: Test}]}]}}'

test_with_nobody_to_choose_the_model_goes_its_own_way() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Fix, status: pending}]}}]
		  - calls: [$branches]
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: c, content: Patch, status: in_progress}]}}
		      - {name: list_files, arguments: {}}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: c, content: Patch, status: completed}]}}]
		  - text: patched
	EOF
	expect_exit 0 model --ask "fix it" --output events
	expect_equal "$(questions)" "branch denied "
	expect_match "$(last_result 3)" '^Nobody is there to choose'
	expect_equal "$(statuses)" "a completed, c completed"
}

test_one_way_is_no_choice_and_no_plan_has_no_ways() {
	server <<-EOF
		replies:
		  - calls: [{name: offer_branches, arguments: {alternatives: [{title: Patch it, todos: [{content: Patch}]}]}}]
		  - calls: [$branches]
		  - text: so it is
	EOF
	expect_exit 0 model --ask "fix it" --output events
	expect_match "$(last_result 2)" '`alternatives` has 1 item, at least 2 are required'
	expect_match "$(last_result 3)" 'there is no active plan'
	expect_equal "$(questions)" ""
}

# A person answers: the answer comes down the stdin of a child.
test_the_chosen_way_takes_the_place_of_what_is_open() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Fix, status: in_progress}]}}]
		  - calls: [$branches]
		  - text: rewriting
	EOF
	mkfifo in
	agent --child <in >"$T/out" 2>"$T/err" &
	exec 8>in
	jq -nc --arg url "$URL" '{goal: "fix it", backend: {provider: "openai", base_url: $url, model: "scripted"}, depth: "react", limits: {iterations: 5, seconds: 60}}' >&8
	wait_for holds '.type == "question"' "$T/out"
	id=$(jq -r 'select(.type == "question") | .data.id' "$T/out")
	expect_equal "$(jq -c 'select(.type == "question") | .data | [.kind, .options, (.alternatives[1].todos | map(.content))]' "$T/out")" \
		'["branch",["Patch it","Rewrite it","keep the plan as it is"],["Rewrite","Test"]]'
	echo '{"intent": "answer", "id": "'"$id"'", "choice": "Rewrite it"}' >&8
	told() { [ "$(wc -l <"$REQUESTS")" -ge 3 ]; }
	wait_for told
	exec 8>&-
	wait $!
	expect_match "$(last_result 3)" "The user chose 'Rewrite it'"
	expect_equal "$(jq -r 'select(.type == "plan") | .data.by + ": " + ([.data.plan.items[].content] | join(", "))' "$T/out" | tail -1)" "user: Look, Rewrite, Test"
}

strategy() {
	cat <<-EOF
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Look at all.", "complexity": "$1", "success_criteria": []}'
	EOF
}

suggestions() { # lines of the last request, and notices
	echo "$(tail -1 "$REQUESTS" | grep -o 'there is no plan yet' | wc -l) $(jq -r 'select(.type == "notice") | .data.text' "$T/out" | grep -c 'without a plan')"
}

acts='  - calls: [{name: list_files, arguments: {}}]
  - calls: [{name: list_files, arguments: {depth: 3}}]
  - calls: [{name: list_files, arguments: {depth: 4}}]
  - text: seen'

test_a_complex_request_without_a_plan_draws_one_suggestion() {
	server <<<"$(strategy complex)
$acts"
	expect_exit 0 model --depth strategic --ask "look at all" --output events
	expect_equal "$(suggestions)" "1 1" "case 1"
	server <<<"$(strategy complex)
$acts"
	expect_exit 0 model --depth strategic --ask "look at all" --output events -s planner.suggest=false
	expect_equal "$(suggestions)" "0 0" "case 2"
	server <<<"$(strategy complex)
$acts"
	expect_exit 0 model --depth strategic --ask "look at all" --output events --no-planner
	expect_equal "$(suggestions)" "0 0" "case 3"
	server <<<"$(strategy moderate)
$acts"
	expect_exit 0 model --depth strategic --ask "look at all" --output events
	expect_equal "$(suggestions)" "0 0" "case 4"
	server <<<"$(strategy complex)
  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}]}}]
${acts%$'\n'*}
  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}]}}]
  - text: seen"
	expect_exit 0 model --depth strategic --ask "look at all" --output events
	expect_equal "$(suggestions)" "0 0" "case 5"
}

run_tests
