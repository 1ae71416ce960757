#!/bin/bash
# SPDX-License-Identifier: MIT
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
	expect_equal "$(sed -n 4p "$REQUESTS" | jq -r '.body.messages[-1].content')" '{"ok":true,"revision":3,"todoCount":2,"inProgress":null}'
	expect_exit 0 agent plans show --output json
	expect_equal "$(jq -c '.status, .items[0].evidence.calls, .items[0].claimed' "$T/out" | tr '\n' ' ')" '"completed" 1 false '
}

# Rounds that only plan are counted at this door too, whatever the action but the start of an item.
test_single_operations_alone_are_told_to_go_on() {
	server <<-'EOF'
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: g, todos: [{content: one, id: a}]}}]
		  - calls: [{name: manage_todos, arguments: {action: update, id: a, status: in_progress}}]
		  - calls: [{name: manage_todos, arguments: {action: get}}]
		  - calls: [{name: manage_todos, arguments: {action: complete, id: a}}]
		  - {text: done}
	EOF
	expect_exit 0 model --ask go -s planner.tool=manage_todos -s planner.nudges=0 --output events
	expect_equal "$(jq -r 'select(.type == "tool_result") | .data | [.ok, (.text | startswith("planner_overuse_execute_next_step: "))] | tojson' "$T/out" | tr '\n' ' ')" \
		'[true,false] [true,false] [true,false] [false,true] '
	expect_equal "$(plans)" "a pending
a in_progress"
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data | [.outcome, .open_items] | tojson' "$T/out")" '["answered",["one"]]'
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
	expect_equal "$(jq -r 'select(.type == "reflection") | .data.text' "$T/out")" "Looking.
Found."
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" "All moved."
}

# holds: marks-plan-inside
test_marks_of_the_plan_are_no_part_of_an_answer() {
	server <<-'EOF'
		replies:
		  - {text: "- [ ] one\n- [ ] two", calls: [{name: list_files, arguments: {}}]}
		  - {text: "First is done. [DONE:1]\n[DONE:2]\nA mark is `[DONE:1]`."}
	EOF
	expect_exit 0 model --ask "sort my notes" -s planner.tool=text
	expect_equal "$(cat "$T/out")" 'First is done.
A mark is `[DONE:1]`.'
	server <<-'EOF'
		replies:
		  - {text: "- [ ] one\n- [ ] two", calls: [{name: list_files, arguments: {}}]}
		  - {text: "One. [DONE:1]"}
	EOF
	expect_exit 3 model --ask "sort my notes" -s planner.tool=text --max-iterations 1
	expect_equal "$(head -1 "$T/out")" 'One.'
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

# Bounds are not in the schema, which servers' grammars would refuse: the words of the tool and the refusal tell them.
test_limits_of_a_plan_are_the_settings() {
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: a long way to say that something is to be done, status: pending}, {id: b, content: two, status: pending}]}}
		  - {text: done}
	EOF
	expect_exit 0 model --ask "do a and b" -s planner.max_todos=1 -s planner.max_content=20
	expect_no_match "$(head -1 "$REQUESTS")" 'maxItems|maxLength|additionalProperties'
	expect_match "$(head -1 "$REQUESTS")" 'at most 1 items still to be done'
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'todos: 2 of the items are open, at most 1 may be'
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

# Going on, a fork at an earlier place and a replay have the plan as it was there, with what was done for it.
test_a_fork_has_the_plan_as_it_was_there() {
	local seq same='del(.items[].active_ms, .items[].evidence.tokens)' block='.body.messages[-1].content | match("(?s)<active-todo-plan>.*").string'
	printf 'text\n' >notes
	server <<-'EOF'
		replies:
		  - usage: {prompt_tokens: 900, completion_tokens: 40}
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}]}}
		      - {name: read_file, arguments: {path: notes}}
		  - {text: begun}
		  - {text: still}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: completed}, {id: b, content: two, status: completed}]}}]
		  - {text: over}
		  - {text: elsewhere}
	EOF
	expect_exit 0 model --ask go -s planner.nudges=0 --output json
	jq -S ".plan | $same" "$T/out" >"$T/begun"
	expect_equal "$(jq -c '.plan.items[0].evidence | [.calls, .files, .tokens > 0]' "$T/out")" '[1,["notes"],true]'
	expect_exit 0 model --continue --ask on -s planner.nudges=0 --output events
	seq=$(jq -r 'select(.type == "turn_end") | .seq' "$T/out")
	expect_exit 0 model --continue --ask finish --output json
	expect_equal "$(jq -r .plan.status "$T/out")" completed
	expect_exit 0 model --fork "$(jq -r .session "$T/out"):$seq" --ask elsewhere -s planner.nudges=0 --output json
	expect_equal "$(jq -S ".plan | $same" "$T/out")" "$(cat "$T/begun")" "the plan of the fork"
	expect_equal "$(jq -c '.plan.items[0] | [.status, .attempts]' "$T/out")" '["in_progress",1]'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r "$block")" '\[>\] a: one'
	expect_equal "$(tail -1 "$REQUESTS" | jq -r "$block")" "$(sed -n 3p "$REQUESTS" | jq -r "$block")" "the block of the fork"
	expect_exit 0 agent --replay last --output events
	expect_equal "$(jq -S 'select(.type == "plan") | .data.plan | del(.items[].active_ms, .items[].evidence)' "$T/out")" \
		"$(jq -S 'del(.items[].evidence)' "$T/begun")" "the plan of the replay"
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
	expect_match "$(sed -n 7p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'No plan is active any more'
	expect_equal "$(jq -r 'select(.type == "plan") | .data.plan.status + " by " + .data.by' "$T/out")" "abandoned by rule"
}

# While the plan grows, moves, is told about and ends, each request begins with the bytes of the one before it.
moving() { # DOOR: the replies of two turns
	case $1 in
	write_todos) cat <<-'EOF' ;;
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}, {id: c, content: three, status: pending}]}}]
		  - {text: Looking., calls: [{name: list_files, arguments: {depth: 1}}]}
		  - {calls: [{name: list_files, arguments: {depth: 2}}]}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: completed}, {id: b, content: two, status: in_progress}, {id: c, content: three, status: pending}]}}, {name: list_files, arguments: {depth: 3}}]
		  - {text: done}
		  - {text: done indeed}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: completed}, {id: b, content: two, status: completed}, {id: c, content: three, status: completed}]}}]
		  - {text: over}
	EOF
	manage_todos) cat <<-'EOF' ;;
		replies:
		  - calls: [{name: manage_todos, arguments: {action: create, goal: g, todos: [{id: a, content: one}, {id: b, content: two}]}}]
		  - {text: Looking., calls: [{name: manage_todos, arguments: {action: update, id: a, status: in_progress}}, {name: list_files, arguments: {depth: 1}}]}
		  - {calls: [{name: list_files, arguments: {depth: 2}}]}
		  - calls: [{name: manage_todos, arguments: {action: complete, id: a, result: found}}, {name: list_files, arguments: {depth: 3}}]
		  - {text: done}
		  - {text: done indeed}
		  - calls: [{name: manage_todos, arguments: {action: update, id: b, status: skipped, result: no need}}]
		  - {text: over}
	EOF
	text) cat <<-'EOF' ;;
		replies:
		  - {text: "Plan:\n1. one\n2. two\n3. three", calls: [{name: list_files, arguments: {depth: 1}}]}
		  - {text: Looking., calls: [{name: list_files, arguments: {depth: 2}}]}
		  - {text: Looking on., calls: [{name: list_files, arguments: {depth: 4}}]}
		  - {text: "[DONE:1]", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: done}
		  - {text: done indeed}
		  - {text: "[DONE:2] [DONE:3]", calls: [{name: list_files, arguments: {depth: 5}}]}
		  - {text: over}
	EOF
	esac
}

test_each_request_extends_the_one_before_by_each_door() {
	local door body before
	for door in write_todos manage_todos text; do
		rm -rf "$XDG_DATA_HOME"
		server < <(moving $door)
		expect_exit 0 model --ask one -s planner.tool=$door -s planner.nudges=1 -s planner.remind_rounds=1
		expect_exit 0 model --ask two --continue -s planner.tool=$door -s planner.nudges=1
		expect_equal "$(wc -l <"$REQUESTS")" 8 "requests by $door"
		expect_equal "$(jq -c '.body | del(.messages)' "$REQUESTS" | sort -u | wc -l)" 1 "heads by $door"
		before=
		while IFS= read -r body; do
			[ "${body:0:${#before}}" = "$before" ] || fail "$door: other bytes than in the request before"
			before=${body%]}
			[ ${#before} -gt 1000 ] || fail "$door: nothing was compared"
		done < <(jq -c '.body.messages' "$REQUESTS")
		grep -q 'has not been updated' "$REQUESTS" || fail "$door: no reminder"
		grep -q 'still open:' "$REQUESTS" || fail "$door: no nudge"
		expect_match "$(sed -n 7p "$REQUESTS" | jq -r '.body.messages[-1].content')" '^Progress: 1/[23]$'
	done
}

# Each limit at its edge, by the real tools: refused with the argument and the rule, or taken.
edges() { # of DOOR: lines of JSON {arguments, said}
	jq -cn --arg door "$1" '
		def same($unit; $n): reduce range($n) as $i (""; . + $unit);
		def todos($n; $id; $words): [range($n) | {id: (same("0"; $id - 1) + "\(.)"), content: $words} + if $door == "write_todos" then {status: "pending"} else {} end];
		def plan: if $door == "write_todos" then {todos: .} else {action: "create", goal: "g", todos: .} end;
		def row($said): {arguments: ., said: $said};
		def ok: "^{.ok.:true,";
		(todos(1; 1; "x") | plan | row(ok)),
		(todos(8; 1; "x") | plan | row(ok)),
		(todos(9; 1; "x") | plan | row(if $door == "write_todos" then "todos: 9 of the items are open, at most 8 may be" else ".todos. has 9 items, at most 8 are allowed" end)),
		(todos(2; 40; "x") | plan | row(ok)),
		(todos(2; 41; "x") | plan | row(".todos\\[0\\]\\.id. is 41 characters long, at most 40 are allowed")),
		(todos(1; 1; same("x"; 140)) | plan | row(ok)),
		(todos(1; 1; same("漢"; 140)) | plan | row(ok)),
		(todos(1; 1; same("🌍"; 140)) | plan | row(ok)),
		(todos(1; 1; same("x"; 141)) | plan | row(ok)),
		(todos(1; 1; same("🌍"; 141)) | plan | row(ok)),
		(todos(2; 1; "x") | .[1].id = "0" | plan | row("todos\\[1\\]\\.id: .0. is the id of")),
		if $door == "write_todos" then
			(todos(0; 1; "x") | plan | row(".todos. has 0 items, at least 1 is required")),
			(todos(1; 1; "x") | .[0].status = "dancing" | plan | row(".todos\\[0\\]\\.status. is \"dancing\", must be one of")),
			(todos(1; 1; "x") | plan | .focus = same("漢"; 40) | row(ok)),
			(todos(1; 1; "x") | plan | .focus = same("漢"; 41) | row(ok)),
			(todos(2; 1; "x") | map(.status = "in_progress") | plan | row(".1. is pending: .0. is in_progress already"))
		else
			(todos(0; 1; "x") | plan | row(ok)),
			({action: "add", todos: []} | row("todos: must have 1 to 8 items")),
			(todos(1; 1; "x") | plan | row(ok)),
			({action: "update", id: "0", status: "dancing"} | row(".status. is \"dancing\", must be one of")),
			({action: "update", id: "none", status: "completed"} | row("id: no item has the id .none.")),
			({action: "dance"} | row(".action. is \"dance\", must be one of"))
		end'
}

test_each_limit_at_its_edge() {
	local door n rows
	for door in write_todos manage_todos; do
		edges $door >"$T/edges"
		rows=$(wc -l <"$T/edges")
		server < <(jq -cs --arg door $door '{replies: ([to_entries[] | {calls: [{name: $door, arguments: .value.arguments},
			{name: "list_files", arguments: {depth: (.key + 1)}}]}] + [{text: "over"}])}' "$T/edges")
		expect_exit 0 model --ask go -s planner.tool=$door -s planner.nudges=0 --max-iterations 40 --output events
		# the results of the planner: every second one
		jq -c 'select(.type == "tool_result") | .data.text' "$T/out" | sed -n '1~2p' >"$T/said"
		expect_equal "$(wc -l <"$T/said")" "$rows"
		for n in $(seq "$rows"); do
			expect_match "$(sed -n "${n}p" "$T/said" | jq -r .)" "$(sed -n "${n}p" "$T/edges" | jq -r .said)"
		done
	done
}

run_tests
