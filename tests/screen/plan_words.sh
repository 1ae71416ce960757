#!/bin/bash
# SPDX-License-Identifier: MIT
# The plan by words: /plan on the screen and in lines, ways that are offered, and a plan that was cut.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() { # SIZE [OPTION...]
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "$@"
	shows '›'
}

lines() {
	screen 100x40 "$AGENT" --plain --backend openai --base-url "$URL" -m scripted --depth react "$@"
	shows 'scripted'
}

command() {
	types "$*"
	keys Enter
}

requested() { # PATTERN in the last request
	tail -1 "$REQUESTS" | jq -r '.body.messages | map(.content // "") | join("\n")' | grep -qE -- "$1"
}

test_each_word_changes_the_plan_on_the_screen_and_the_model_is_told() {
	server <<<'replies: [{match: go, text: gone on, repeat: true}]'
	chat 110x32
	command /plan add Look around
	shows '· Look around'
	command /plan add Write it
	shows '· Write it'
	command /plan add after 1 Think it over
	shows '· Think it over'
	command /plan edit 2 Think
	hides '· Think it over'
	shows '· Think'
	command /plan tick 1
	shows '✔ Look around'
	command /plan gate 3
	shows 'Write it (gate)'
	command /plan gate 3
	hides '(gate)'
	command /plan move 3 up
	command /plan skip 3
	shows '↷ Think'
	command /plan retry 3
	shows '▸ Think'
	command /plan delete 3
	hides '· Think'
	hides '▸ Think'
	command /plan next 2
	command /plan tick 9
	shows "no item '9'; they are 1 to 2"
	command /plan frob
	shows "no word 'frob'"
	command /plan hide
	hides '· Write it'
	command /plan show
	shows '· Write it'
	command go on then
	shows 'gone on'
	expect_equal "$(tail -1 "$REQUESTS" | jq -r '.body.messages[].content // ""' | grep -c '^The user changed the plan:')" 1
	requested "^- added 'todo-1' \(Look around\) as item 1 of 1" || fail "the edits are not told"
	requested "^- reworded 'todo-3': Think$" || fail "the edit is not told"
	requested "^- removed 'todo-3' \(Think\)" || fail "the removal is not told"
	requested "^- asked for 'todo-2' \(Write it\) to be done next" || fail "the wish is not told"
	command /plan abandon
	shows 'Plan  abandoned'
}

test_a_plan_goes_to_a_file_and_comes_from_one() {
	local file
	server <<<'replies: [{text: fine, repeat: true}]'
	chat 110x32
	command /plan export
	shows 'there is no plan to export'
	printf '# Move house\n\n- [x] look for boxes\n- [ ] pack\n' >steps.md
	command /plan import steps.md
	shows '· look for boxes'
	command /plan tick 1
	shows '✔ look for boxes'
	for file in out.md out.json out.org; do
		command /plan export $file
		shows "written to $file"
	done
	expect_equal "$(cat out.md)" "# Move house

- [x] look for boxes
- [ ] pack"
	command /plan export out.md
	shows "'out.md' is there already"
	command /plan import out.json
	shows '· look for boxes'
	command /plan import nowhere.md
	shows "nowhere.md': No such file"
	command /plan import out.org
	shows "holds no open steps"
	command /stats
	shows 'How plans went in'
}

# What is missing is asked for in the input.
test_a_template_begins_a_plan_when_its_variables_are_there() {
	server <<<'replies: []'
	chat 110x32
	command /plan template bug-hunt
	shows "template 'bug-hunt': needs symptom (what goes wrong)"
	shows '› /plan template bug-hunt symptom='
	command it hangs
	shows 'Fix: it hangs'
	shows '· Run the tests: all pass'
	command /plan template
	shows 'bulk-change'
	shows 'release'
}

test_lines_take_the_same_words() {
	server <<<'replies: [{match: go, text: gone on}]'
	lines
	command /plan template release version=1.2
	shows '[Plan]'
	command /plan tick 1
	command /plan
	shows '1 [x] See what changed since the last release'
	shows '6 [ ] Tag 1.2 (gate)'
	command /plan tick 7
	shows "no item '7'; they are 1 to 6"
	command go
	shows 'gone on'
	requested "^- began a new plan with [0-9]+ steps: Release 1.2" || fail "the plan is not told"
}

# A list in words has no ids: what the user took away or reworded stays so, and the model hears it once.
test_words_of_the_model_do_not_undo_what_the_user_did() {
	server <<-'EOF'
		replies:
		  - {match: go, text: "Plan:\n1. Find it\n2. Fix it\n3. Test it\n4. Ship it"}
		  - {match: on, text: "Plan:\n1. Find it\n2. Fix it\n3. Test it\n4. Ship it", calls: [{name: list_files, arguments: {}}]}
		  - {text: "Plan:\n- [x] Find it\n- [ ] Fix it\n- [ ] Test it\n- [ ] Ship it", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: gone on}
	EOF
	chat 110x32 -s planner.tool=text
	command go
	shows '· Ship it'
	keys Escape
	hides 'Esc leave it'
	command /plan delete 4
	hides '· Ship it'
	command /plan edit 2 Mend it well
	shows '· Mend it well'
	command on with it
	shows 'gone on'
	hides '· Ship it'
	shows '✔ Find it'
	shows '▸ Mend it well'
	expect_equal "$(tail -1 "$REQUESTS" | jq -r '.body.messages[].content // ""' | grep '^The plan differs')" \
		"The plan differs from what you wrote: '2' keeps the user's words: Mend it well; the user removed '4'; it stays out"
}

# What is said beside a list is told once: the sentence stands for the words.
test_a_plan_in_words_is_no_second_text() {
	server <<-'EOF'
		replies:
		  - {text: "I plan it first.\n\nPlan:\n1. Find it\n2. Fix it", calls: [{name: list_files, arguments: {}}]}
		  - {text: "[DONE:1] It is found.", calls: [{name: list_files, arguments: {depth: 3}}]}
		  - {text: "[DONE:2]", calls: [{name: list_files, arguments: {depth: 4}}]}
		  - {text: so it is}
	EOF
	chat 80x50 -s planner.tool=text
	command go
	shows 'so it is'
	shows 'Enter send'
	expect_equal "$(picture | sed -n '/ you  /,/so it is/p' | grep -v '^ *$' | sed 's/ *▸\{0,1\} *$//; s/ · [0-9]* ms//')" " you       go
 [Reflect] I plan it first.
 [Plan]    2 steps; Find it
 [Act]   ✔ list_files .
 [Obs]     0 files, 0 folders in .
 [Reflect] It is found.
 [Plan]    1/2 Fix it
 [Act]   ✔ list_files .
 [Obs]     0 files, 0 folders in .
 [DONE:2]
 [Plan]    2/2 done
 [Act]   ✔ list_files .
 [Obs]     0 files, 0 folders in .
 so it is"
}

# Ways in words are no plan until one is taken.
test_ways_are_asked_for_in_words_where_there_is_no_tool() {
	server <<-'EOF'
		replies:
		  - {match: go, text: "Plan:\n1. Find it\n2. Fix it"}
		  - {match: other ways, text: "A: patch it. B: rewrite it. Which one?"}
		  - {match: take B, text: "Plan:\n- [x] Find it\n- [ ] Rewrite it"}
	EOF
	chat 110x32 -s planner.tool=text
	command go
	shows '· Fix it'
	keys Escape
	hides 'Esc leave it'
	command /plan branch
	shows 'Which one?'
	requested 'without any list' || fail "the model was not asked for words"
	expect_no_match "$(tail -1 "$REQUESTS")" 'offer_branches'
	shows '· Fix it'
	command take B
	shows '▸ Rewrite it'
}

# A plan of the user's own is the user's alone where the planner is off.
test_without_the_planner_a_plan_by_hand_is_not_told() {
	server <<<'replies: [{match: hello, text: hello again}, {text: and on, repeat: true}]'
	chat 110x32 --no-planner
	command /plan add Look around
	shows '· Look around'
	command hello
	shows 'hello again'
	expect_no_match "$(cat "$REQUESTS")" '\b[Pp]lan|todo|Look around'
	command /plan branch
	shows 'the model knows of no plan'
	on_screen 'Enter go on' && fail "the plan is offered to the model"
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 1
}

branches='replies:
  - {match: fix it, calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Fix, status: in_progress}]}}]}
  - calls: [{name: offer_branches, arguments: {alternatives: [{title: "Patch it, quick", todos: [{content: Patch}]}, {title: "Rewrite it, sound", todos: [{content: Rewrite}, {content: Test}]}]}}]
  - text: on with it
  - {match: "other ways", text: these are the ways}'

test_ways_are_a_card_and_the_chosen_one_is_the_plan() {
	server <<<"$branches"
	chat 100x24
	command fix it
	shows '3 keep the plan as it is'
	expect_equal "$(picture | sed -n '/which way/,/Enter/p' | cut -c1-60 | sed 's/ *│.*//; s/ *$//; s/▾$//; s/ *$//')" \
		"$(cat <<-'EOS'
			▌question  which way for what is left?
			▌   1 Patch it, quick
			▌     · Patch
			▌   2 Rewrite it, sound
			▌     · Rewrite
			▌     · Test
			▌   3 keep the plan as it is
			▌   or type an answer and press Enter
		EOS
		)"
	keys 2
	shows '· Rewrite'
	shows '· Test'
	shows 'on with it'
	keys Escape
	hides 'Esc leave it'
	command /plan branch
	shows 'these are the ways'
	requested 'The user wants other ways for what is left of the plan' || fail "the model was not asked"
}

# What the user did since the model's last round survives a kill: it follows from the events.
test_edits_are_told_after_a_kill() {
	server <<<'replies: [{match: hello, text: hello}, {match: go, text: gone on}]'
	chat 80x24
	command hello
	shows 'hello'
	command /plan add Look around
	shows 'Look around'
	stored() { agent -s planner.trivial_todos=1 plans show --output json | jq '.items[0].content' | grep -qx '"Look around"'; }
	wait_for stored
	kill -9 "$(pgrep -f -- "^$AGENT --backend openai --base-url $URL")"
	wait_for ended
	expect_exit 0 model --continue --ask "go on" -s planner.nudges=0
	requested "^- added 'todo-1' \(Look around\)" || fail "the edit is lost"
	expect_equal "$(tail -1 "$REQUESTS" | grep -o 'The user changed the plan' | wc -l)" 1
	server <<<'replies: [{text: again}]'
	expect_exit 0 model --continue --ask "and on" -s planner.nudges=0
	expect_equal "$(tail -1 "$REQUESTS" | grep -o 'The user changed the plan' | wc -l)" 1 "told once"
}

panel() { # what the panel shows of its items
	picture | sed -n 's/^.*│ \(.*\)$/\1/p' | grep -E '^(Plan|[▸·✔]|Fix|█|     )' | sed 's/ *[0-9]*m* *[0-9]*s *$//; s/  *Ctrl-T//; s/ *$//'
}

test_a_kill_in_the_middle_leaves_the_same_panel() {
	mkfifo wait
	server <<-'EOF'
		replies:
		  - match: fix it
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Fix the parser, status: in_progress}, {id: c, content: Test, status: pending}]}}
		      - {name: run_command, arguments: {command: "echo >started; cat wait"}}
	EOF
	chat 110x32 --approve all
	command fix it
	started() { test -s started; }
	wait_for started
	shows '▸ Fix the parser'
	panel >"$T/panel_before"
	kill -9 "$(pgrep -f -- "^$AGENT --backend openai --base-url $URL")"
	wait_for ended
	chat 110x32 --continue
	shows '▸ Fix the parser'
	panel >"$T/panel_after"
	expect_equal "$(cat "$T/panel_after")" "$(cat "$T/panel_before")" "the panel"
	expect_match "$(cat "$T/panel_after")" '▸ Fix the parser'
	expect_exit 0 agent plans show --output json
	expect_equal "$(jq -c '.items[1] | .status, .attempts' "$T/out" | tr '\n' ' ')" '"in_progress" 1 '
}

# A gate by the user stops the item until the user lets it start.
test_a_gate_is_a_card_and_opens_for_the_user_only() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: todo-1, content: Send it, status: in_progress}]}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: todo-1, content: Send it, status: completed}]}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: todo-1, content: Send it, status: completed}]}}]
		  - text: sent
	EOF
	chat 80x24
	command /plan add Send it
	shows 'Send it'
	command /plan gate 1
	shows "put a gate before 'todo-1'"
	command go
	shows "start 'Send it'?"
	keys N
	shows 'why'
	types 'not yet'
	keys Enter
	shows 'no: not yet'
	requested 'did not let it start. not yet' || fail "the reason is not told"
	shows 'y start it'
	keys y
	shows "let 'todo-1' (Send it) start"
	shows 'sent'
	expect_exit 0 agent -s planner.trivial_todos=1 plans show --output json
	expect_equal "$(jq -c '[.items[0] | .status, .gate]' "$T/out")" '["completed",false]'
}

# Nothing is done before the plan is accepted; what was denied until then does not stand in the way of the end.
test_an_accepted_plan_is_carried_out_in_the_same_turn() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Write x, status: pending}, {id: b, content: Run rm -rf y, status: pending}]}}, {name: write_file, arguments: {path: x, content: z}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Write x, status: completed}, {id: b, content: Run rm -rf y, status: pending}]}}]
		  - {text: x is written, repeat: true}
	EOF
	chat 80x24 --approve plan -s ui.feed=full
	command go
	shows 'carry out this plan?'
	shows '▌     · Run rm -rf y (gate)'
	[ ! -e x ] || fail "x was written"
	keys g
	shows 'approve is now ask'
	shows 'y once'
	keys y
	shows 'x is written'
	requested 'The user accepted the plan' || fail "the model was not told"
	shows 'the plan has open steps'
	not_on_screen 'blocked' || fail "it ended blocked"
	expect_equal "$(cat x)" z
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "turn_end") | .data | [.outcome, .denied]')" '["answered",[]]'
}

# Plans of this folder and shape tell what the next one takes, in the panel and on the card that accepts it.
test_an_estimate_stands_in_the_panel_and_on_the_card() {
	local i three='{id: a, content: Look, status: in_progress}, {id: b, content: Fix, status: pending}, {id: c, content: Test, status: pending}'
	for i in 1 2 3; do
		server <<-EOF
			replies:
			  - calls: [{name: write_todos, arguments: {todos: [$three]}}, {name: list_files, arguments: {}}]
			  - calls: [{name: list_files, arguments: {depth: $i}}]
			  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Fix, status: completed}, {id: c, content: Test, status: completed}]}}]
			  - text: done
		EOF
		expect_exit 0 model --ask "fix number $i"
	done
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [$three]}}]
		  - text: this is the plan
		  - text: this is the plan now
		  - text: no more
	EOF
	chat 110x32 --approve plan
	command fix it
	shows '≈ 2 rounds, 0s (3 plans)'
	shows 'carry out this plan?'
	shows '▌     · Test'
	shows '▌   ≈ 2 rounds, 0s like 3 plans before'
	expect_equal "$(picture | grep -c '≈ 2 rounds')" 2
	keys e
	shows 'what is to be changed'
	types 'smaller steps'
	keys Enter
	shows 'change: smaller steps'
	shows 'this is the plan now'
	requested 'wants the plan changed before anything is done: smaller steps' || fail "the wish is not told"
	keys g
	shows 'no more'
	leaves
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [$three]}}]
		  - text: this is the plan
	EOF
	chat 110x32 --approve plan -s planner.estimate_plans=0
	command fix it
	shows 'carry out this plan?'
	hides '≈'
}

run_tests
