#!/bin/bash
# SPDX-License-Identifier: MIT
# The plan in the user's hand: cards follow it, what is given up is not offered any more, and what was done to it can be undone.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() { # SIZE [OPTION...]
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "$@"
	shows '›'
}

command() {
	types "$*"
	keys Enter
}

requested() { # PATTERN in the last request
	tail -1 "$REQUESTS" | jq -r '.body.messages | map(.content // "") | join("\n")' | grep -qE -- "$1"
}

stored() { # FILTER over the events, its last value equals $2
	[ "$(agent --replay last --output events | jq -c "$1" | tail -1)" = "$2" ]
}

plans='{name: write_todos, arguments: {todos: [{id: a, content: Look, status: pending}, {id: b, content: Fix, status: pending}]}}'

# holds: card-shows-plan
test_the_card_shows_the_plan_that_is_accepted() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - text: this is the plan
		  - {text: carried out, repeat: true}
	EOF
	chat 80x24 --approve plan
	command fix it
	shows 'carry out this plan?'
	command /plan add Test it
	shows '     · Test it'
	command /plan delete 1
	hides '      · Look'
	keys g
	shows 'carried out'
	requested "added 'todo-3' \(Test it\)" || fail "the change was not told"
	wait_for stored 'select(.type == "answer") | .data.choice' '"go"'
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "plan" or (.type == "answer")) | .data.choice // ([.data.plan.items[].content] | join(","))' | tr '\n' ' ')" \
		'"Look,Fix" "Look,Fix,Test it" "Fix,Test it" "go" '
}

# holds: card-shows-plan
test_a_plan_given_up_on_its_card_is_not_accepted() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - text: this is the plan
		  - {text: carried out, repeat: true}
	EOF
	chat 80x24 --approve plan
	command fix it
	shows 'carry out this plan?'
	command /plan abandon
	hides 'g go'
	wait_for stored 'select(.type == "turn_end") | .data.outcome' '"answered"'
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 2
}

# holds: left-plan-offered
test_say_what_to_change_opens_an_input_that_says_so() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - {text: this is the plan, repeat: true}
	EOF
	chat 80x24 --approve plan
	command fix it
	shows 'e say what to change'
	keys e
	shows 'what is to be changed'
	not_on_screen 'why not' || fail "it asks for a reason to say no"
}

# holds: left-plan-offered
test_a_plan_given_up_is_not_offered_to_go_on_with() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - {text: planned, repeat: true}
	EOF
	chat 80x24
	command plan it
	shows 'Enter go on'
	command /plan tick 1
	shows 'you set'
	not_on_screen '2 of 2' || fail "the question counts steps that are not open any more"
	command /plan abandon we do it by hand
	hides 'Enter go on'
	shows 'abandoned the plan: we do it by hand'
	command and now
	wait_for requested 'abandoned the plan: we do it by hand'
	agent plans show >"$T/out"
	expect_match "$(cat "$T/out")" 'abandoned: we do it by hand'
	expect_match "$(agent plans list)" 'abandoned: we do it by hand'
}

# holds: card-shows-plan
test_an_edit_of_the_plan_can_be_undone() {
	server <<<'replies: [{match: go, text: gone on, repeat: true}]'
	chat 110x32
	command /plan add Look around
	shows '· Look around'
	command /plan add Write it
	shows '· Write it'
	command /plan delete 1
	hides '· Look around'
	command /plan undo
	shows '· Look around'
	command /plan edit 2 Rewrite it
	shows '· Rewrite it'
	keys C-t
	shows 'Space tick'
	keys Space
	keys u
	keys u
	shows '· Write it'
	hides '✔'
	keys x
	keys x
	shows 'abandoned the plan'
	command /plan undo
	shows 'took back: abandoned'
	command /plan undo
	hides '· Write it'
	command /plan undo
	hides '· Look around'
	command /plan undo
	shows 'you changed nothing in the plan that could be undone'
}

# holds: card-shows-plan
test_what_the_model_did_meanwhile_stays_when_an_edit_is_undone() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - text: planned
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Fix, status: pending}]}}]
		  - {text: looked, repeat: true}
	EOF
	chat 110x32
	command plan it
	shows 'Enter go on'
	keys Escape
	hides 'Esc leave it'
	command /plan edit 2 Mend
	shows '· Mend'
	command go on
	shows 'looked'
	shows 'Enter go on'
	keys Escape
	hides 'Esc leave it'
	command /plan undo
	shows '· Fix'
	wait_for stored 'select(.type == "plan") | [.data.plan.items[] | .content + " " + .status]' '["Look in_progress","Fix pending"]'
}

# holds: words-would-change
test_words_that_would_do_nothing_say_so() {
	server <<<'replies: [{text: gone on, repeat: true}]'
	chat 110x32
	command /plan add Look around
	shows '· Look around'
	command /plan add Write it
	shows '· Write it'
	command /plan add after 9 Think
	shows "no item '9' to add it after"
	command /plan add after lunch
	shows '· after lunch'
	command /plan tick 1
	shows '✔ Look around'
	command /plan tick 1
	shows "is ticked already; untick takes that back"
	shows '✔ Look around'
	command /plan untick 1
	shows '· Look around'
}

# holds: words-would-change
test_a_plan_that_the_model_is_not_told_of_says_so() {
	server <<<'replies: [{text: gone on, repeat: true}]'
	chat 110x32 --no-planner
	command /plan add Look around
	shows 'the model is not told of this: planner.tool is off'
}

gated='{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed}, {id: b, content: Run rm -rf build, status: in_progress}]}}'

# holds: card-shows-plan
test_the_card_of_a_gate_asks_for_the_item_as_it_is_by_now() {
	server <<-EOF
		replies:
		  - calls: [$gated, {name: list_files, arguments: {}}]
		  - {text: so it is, repeat: true}
	EOF
	chat 110x32
	command tidy up
	shows "start 'Run rm -rf build'?"
	command /plan edit 2 Run rm -rf old
	shows "start 'Run rm -rf old'?"
	keys y
	shows 'so it is'
	wait_for stored 'select(.type == "plan") | .data.plan.items[1] | [.content, .status, .gate]' '["Run rm -rf old","completed",false]'
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "answer") | .data | [.choice, .by]' | head -n 2 | tr '\n' ' ')" \
		'["none","rule"] ["go","user"] '
}

# holds: card-shows-plan
test_the_card_of_a_gate_goes_with_its_item() {
	server <<-EOF
		replies:
		  - calls: [$gated, {name: list_files, arguments: {}}]
		  - {text: so it is, repeat: true}
	EOF
	chat 110x32
	command tidy up
	shows "start 'Run rm -rf build'?"
	command /plan delete 2
	shows 'so it is'
	not_on_screen 'the gate stays closed' || fail "it was refused"
	requested 'nothing of it is left to do' || fail "the model was not told"
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "plan") | .data.plan | [.status, (.items | length)]' | tail -n 1)" '["completed",1]'
}

# holds: card-shows-plan
test_ways_for_what_is_left_go_with_the_plan() {
	server <<-EOF
		replies:
		  - calls: [$plans]
		  - calls: [{name: offer_branches, arguments: {alternatives: [{title: by date, todos: [{content: Sort by date}]}, {title: by name, todos: [{content: Sort by name}]}]}}]
		  - {text: so it is, repeat: true}
	EOF
	chat 110x32
	command tidy up
	shows 'by date'
	command /plan add Sweep
	shows '· Sweep'
	shows 'keep the plan as it is'
	command /plan abandon
	shows 'so it is'
	requested 'there is no active plan' || fail "the model was not told"
	wait_for stored 'select(.type == "answer") | .data.choice' '"none"'
}

failed() { # what comes after it
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: failed, error: too dark}, {id: b, content: Fix, status: pending}]}}, {name: list_files}]
		  - {text: that is how it is}
		  - {text: on with it, repeat: true}
	EOF
	chat 110x32
	command fix it
	shows "'Look' failed: too dark"
	shows '1 of 2 steps failed: Look (too dark)'
	shows ' ✘         1 step failed · 1 call'
	shows 'Enter try it again'
}

# holds: failed-said-reason
test_a_failed_item_is_asked_about_and_tried_again() {
	failed
	keys Enter
	shows 'on with it'
	wait_for stored 'select(.type == "plan") | .data.plan.items[0].status' '"in_progress"'
	requested "asked for 'a' \(Look\) to be tried again" || fail "the model was not told"
}

# holds: failed-said-reason
test_a_failed_item_is_skipped_and_the_rest_is_offered() {
	failed
	keys M-a s
	shows 'the plan has open steps'
	shows 'Enter go on'
	wait_for stored 'select(.type == "plan") | .data.plan.items[0].status' '"skipped"'
	shows '0/2, 1 skipped'
}

# holds: failed-said-reason
test_a_failed_item_may_go_another_way() {
	failed
	keys M-a w
	shows 'on with it'
	requested 'The user wants other ways for what is left of the plan' || fail "the model was not asked"
}

run_tests
