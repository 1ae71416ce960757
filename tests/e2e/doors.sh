#!/bin/bash
# The doors of the plan from outside: each planner tool, none but words, and a kill in the middle of an item.
. "$(dirname "$0")/../support/lib.sh"

plans() { # the plan events so far, a line of statuses each
	jq -r 'select(.type == "plan") | [.data.plan.items[] | .id + " " + .status] | join(", ")' "$T/out"
}

tools() { # planner tools of the first request
	head -1 "$REQUESTS" | jq -r '.body.tools[].function.name | select(test("todos"))'
}

test_single_operations_change_the_plan() {
	server <<-'EOF'
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: Sort the notes, todos: [{content: Find them, active_form: Finding them, id: find}, {content: Move them, id: move}]}}]
		  - calls:
		      - {name: manage_todos, arguments: {action: update, id: find, status: in_progress}}
		      - {name: list_files, arguments: {}}
		  - calls: [{name: manage_todos, arguments: {action: complete, id: find, result: none here}}]
		  - calls:
		      - {name: manage_todos, arguments: {action: update, id: move, status: skipped, result: nothing to move}}
		      - {name: list_files, arguments: {depth: 3}}
		  - {text: done}
	EOF
	expect_exit 0 model --ask "sort my notes" -s planner.tool=manage_todos --output events
	expect_equal "$(tools)" manage_todos
	expect_equal "$(plans)" "find pending, move pending
find in_progress, move pending
find completed, move pending
find completed, move skipped"
	expect_equal "$(jq -r 'select(.type == "plan") | .data.plan.goal' "$T/out" | uniq)" "Sort the notes"
	expect_match "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'Progress: 1/2
\[x\] find: Find them - none here'
	expect_exit 0 agent plans show --output json
	expect_equal "$(jq -c '.status, .items[0].evidence.calls, .items[0].claimed' "$T/out" | tr '\n' ' ')" '"completed" 1 false '
}

test_words_are_a_plan_where_no_tool_is_given() {
	server <<-'EOF'
		replies:
		  - {text: "Plan:\n1. Find them\n2. Move them\n\nLooking.", calls: [{name: list_files, arguments: {}}]}
		  - {text: "Found. [DONE:1]", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: "[DONE:2] All moved."}
	EOF
	expect_exit 0 model --ask "sort my notes" -s planner.tool=text --output events
	expect_equal "$(tools)" ''
	expect_equal "$(plans)" "1 in_progress, 2 pending
1 completed, 2 in_progress
1 completed, 2 completed"
	expect_match "$(head -1 "$REQUESTS" | jq -r '.body.messages[0].content')" 'DONE:2'
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages[-1].content')" '\[>\] 1: Find them'
}

test_the_door_of_a_model_stands_in_the_table_of_models() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	printf 'models:\n  - {match: "scripted", planner_tool: manage_todos}\n' >"$XDG_CONFIG_HOME/agent/config/models.yaml"
	server <<<'replies: [{text: hello}, {text: hello}]'
	expect_exit 0 model --ask hi
	expect_equal "$(tools)" manage_todos
	server <<<'replies: [{text: hello}]'
	expect_exit 0 model --ask hi -s planner.tool=write_todos
	expect_equal "$(tools)" write_todos
}

test_limits_the_model_is_told_are_the_settings() {
	server <<<'replies: [{text: hello}]'
	expect_exit 0 model --ask hi -s planner.max_todos=5 -s planner.max_content=60
	expect_equal "$(head -1 "$REQUESTS" | jq -c '.body.tools[].function | select(.name == "write_todos") | .parameters.properties.todos | [.maxItems, .items.properties.content.maxLength]')" '[5,60]'
}

# What was in progress when the program died is in progress again, with what was done for it.
test_a_kill_in_the_middle_of_an_item_loses_nothing_of_it() {
	printf 'text\n' >notes
	server <<-'EOF'
		replies:
		  - {match: after, text: went on}
		  - usage: {prompt_tokens: 900, completion_tokens: 40}
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}]}}
		      - {name: read_file, arguments: {path: notes}}
		  - {text: [some, text], stall_after: 1}
	EOF
	"$AGENT" --backend openai --base-url "$URL" -m m --depth react --ask go --output events </dev/null >"$T/shown" 2>/dev/null &
	pid=$!
	wait_for grep -q '"type":"delta"' "$T/shown"
	kill -9 $pid
	wait $pid 2>/dev/null
	expect_exit 0 agent plans show --output json
	cp "$T/out" "$T/before"
	expect_equal "$(jq -c '.items[0] | [.id, .status, .attempts, .evidence.calls, .evidence.files]' "$T/out")" '["a","in_progress",1,1,["notes"]]'
	expect_equal "$(jq -c '.status, .revision' "$T/out" | tr '\n' ' ')" '"active" 1 '
	expect_exit 0 model --ask after --continue -s planner.nudges=0
	expect_match "$(tail -1 "$REQUESTS" | jq -r '.body.messages[-1].content')" '\[>\] a: one'
	expect_exit 0 agent plans show --output json
	expect_equal "$(jq -c '.items[0] | [.status, .attempts, .evidence.calls]' "$T/out")" '["in_progress",1,1]'
}

test_a_plan_that_rests_is_mentioned_once_and_given_up_in_the_end() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}]}}]
		  - calls: [{name: list_files, arguments: {depth: 1}}]
		  - calls: [{name: list_files, arguments: {depth: 2}}]
		  - calls: [{name: list_files, arguments: {depth: 3}}]
		  - {text: enough}
		  - {text: second}
		  - {text: third}
	EOF
	expect_exit 0 model --ask go -s planner.remind_rounds=2 -s planner.nudges=0
	expect_no_match "$(sed -n 2p "$REQUESTS")" 'has not been updated'
	expect_match "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[-1].content')" "not been updated for 2 rounds and 'a' \\(one\\) is in progress"
	expect_equal "$(sed -n 5p "$REQUESTS" | grep -o 'has not been updated' | wc -l)" 1
	expect_exit 0 model --ask more --continue -s planner.abandon_turns=1 -s planner.nudges=0
	expect_match "$(sed -n 6p "$REQUESTS")" 'active-todo-plan'
	expect_exit 0 model --ask more --continue -s planner.abandon_turns=1 -s planner.nudges=0 --output events
	expect_no_match "$(sed -n 7p "$REQUESTS")" 'active-todo-plan>.n'
	expect_equal "$(jq -r 'select(.type == "plan") | .data.plan.status + " by " + .data.by' "$T/out")" "abandoned by rule"
}

run_tests
