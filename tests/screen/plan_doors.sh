#!/bin/bash
# SPDX-License-Identifier: MIT
# One session of five items through each door of the plan: the same plan, the same panel.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

words=(Read Think Write Test Tell)
usage='usage: {prompt_tokens: 100, completion_tokens: 10}'

act() { # N: one call that differs from the others
	echo "{name: list_files, arguments: {depth: $1}}"
}

snapshot() { # DONE: so many are completed, the next is in progress
	local i status list
	for i in 0 1 2 3 4; do
		status=pending
		[ "$i" -ge "$1" ] || status=completed
		[ "$i" != "$1" ] || status=in_progress
		list+="${list:+, }{id: \"$((i + 1))\", content: ${words[i]}, status: $status}"
	done
	echo "{name: write_todos, arguments: {todos: [$list]}}"
}

write_todos() {
	local i
	for i in 0 1 2 3 4; do
		echo "  - {$usage, calls: [$(snapshot "$i"), $(act $((i + 1)))]}"
	done
	echo "  - {$usage, calls: [$(snapshot 5)]}"
	echo "  - {$usage, text: all done}"
}

manage_todos() {
	local i list
	for i in 0 1 2 3 4; do
		list+="${list:+, }{id: \"$((i + 1))\", content: ${words[i]}}"
	done
	echo "  - {$usage, calls: [{name: manage_todos, arguments: {action: create, goal: do it, todos: [$list]}}]}"
	for i in 1 2 3 4 5; do
		echo "  - {$usage, calls: [{name: manage_todos, arguments: {action: update, id: \"$i\", status: in_progress}}, $(act $i)]}"
		echo "  - {$usage, calls: [{name: manage_todos, arguments: {action: complete, id: \"$i\"}}]}"
	done
	echo "  - {$usage, text: all done}"
}

text() {
	local i
	echo "  - {$usage, text: \"Plan:\\n1. Read\\n2. Think\\n3. Write\\n4. Test\\n5. Tell\\n\", calls: [$(act 1)]}"
	for i in 1 2 3 4; do
		echo "  - {$usage, text: \"[DONE:$i]\", calls: [$(act $((i + 1)))]}"
	done
	echo "  - {$usage, text: \"[DONE:5] all done\"}"
}

panel() {
	picture | sed -n 's/^.*│ \(.*\)$/\1/p' | sed 's/ *$//'
}

test_five_items_through_each_door_are_one_plan_and_one_panel() {
	local door
	for door in write_todos manage_todos text; do
		rm -rf "$XDG_DATA_HOME"
		server < <(
			echo replies:
			$door
		)
		expect_exit 0 model --ask "do it" -s "planner.tool=$door" --max-iterations 20
		expect_exit 0 agent plans show --output json
		jq '{status, items: [.items[] | {id, content, status, attempts, claimed, by, gate, evidence}]}' "$T/out" >"$T/plan.$door"
		screen 110x32 "$AGENT" --backend openai --base-url "$URL" -m scripted --continue
		shows '5/5'
		keys C-t # it is a line, for it is done
		shows '›✔ Tell'
		keys Escape
		shows ' ✔ Tell'
		panel >"$T/panel.$door"
		expect_equal "$(cat "$T/plan.$door")" "$(cat "$T/plan.write_todos")" "the plan by $door"
		expect_equal "$(cat "$T/panel.$door")" "$(cat "$T/panel.write_todos")" "the panel by $door"
	done
	expect_match "$(cat "$T/panel.text")" '✔ Tell'
	expect_equal "$(jq -c '[.status, .items[4].evidence.calls, .items[4].evidence.tokens]' "$T/plan.text")" '["completed",1,110]'
}

# It is in /plans then; Ctrl-T shows it.
test_a_finished_plan_leaves_the_screen_with_the_next_prompt() {
	server <<'EOF'
replies:
  - {calls: [{name: write_todos, arguments: {goal: read it, todos: [{id: "1", content: Read, status: completed}]}}]}
  - {text: all read}
  - {text: good morning}
EOF
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react
	shows 'Enter send'
	types 'read it'
	keys Enter
	shows 'all read'
	shows ' ✔ read it  1/1'
	types hello
	keys Enter
	shows 'good morning'
	hides ' ✔ read it  1/1'
	keys C-t
	shows '›✔ Read'
}

run_tests
