#!/bin/bash
# SPDX-License-Identifier: MIT
# Success criteria in the user's hand, and what a plan is asked for with: the checks that will run, when something would be written.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() { # SIZE [OPTION...]
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "$@"
	shows '›'
}

say() {
	types "$*"
	keys Enter
}

stored() { # FILTER over the events, its last value equals $2
	[ "$(agent --replay last --output events | jq -c "$1" | tail -1)" = "$2" ]
}

requested() { # PATTERN in the last request
	tail -1 "$REQUESTS" | jq -r '.body.messages | map(.content // "") | join("\n")' | grep -qE -- "$1"
}

# Added before the first prompt it holds for the turn, mended while one runs it holds at once; until it is met or struck it holds for
# the next turn, too, and each change is a row that a replay shows.
test_criteria_are_added_mended_and_struck_in_the_chat() {
	local size
	for size in 80x24 110x32; do
		rm -rf "$XDG_DATA_HOME" made
		server <<-'EOF'
			replies:
			  - {text: it is done}
			  - {text: it is not}
			  - {calls: [{name: run_command, arguments: {command: "touch made"}}]}
			  - {text: now it is, repeat: true}
		EOF
		chat $size --approve all
		say '/criteria add there is a file `test -f nothing`'
		shows '[Plan]    you added: there is a file'
		say '/criteria mend 1 `test -f made`'
		shows '[Plan]    you mended: there is a file'
		say '/criteria add it sings `false`'
		shows 'you added: it sings'
		say '/criteria strike 2'
		shows 'you struck: it sings'
		say '/criteria strike 2'
		shows "none is meant by 'strike 2'"
		say /criteria
		shows ' 1 · there is a file  test -f made'
		keys Escape
		hides 'any other key closes'
		say make it
		shows 'answered, but a criterion is not met'
		requested 'test -f made' || fail "the model was not told of the criterion"
		requested 'it sings' && fail "a criterion that was struck is told"
		say go on
		shows 'now it is'
		shows 'check     there is a file: met (exit 0)'
		say and now
		shows 'and now'
		wait_for stored 'select(.type == "turn_end") | .data.criteria' '[]'
		say '/criteria add it is short'
		wait_for stored 'select(.type == "strategy") | [.summary, .data.by, .data.success_criteria[0].own]' '["you added: it is short","user",true]'
		leaves
		screen $size "$AGENT" --replay last
		shows '[Plan]    you added: it is short'
		keys q
	done
}

plan='{name: write_todos, arguments: {goal: make it, todos: [{id: a, content: Write the file, status: pending}]}}'
write='{name: write_file, arguments: {path: new.txt, content: "one\n"}}'

test_a_write_behind_a_plan_asks_for_the_plan_and_names_its_checks() {
	local size
	for size in 80x24 110x32; do
		rm -f new.txt
		server <<-EOF
			replies:
			  - {calls: [$plan, $write]}
			  - {text: carried out, repeat: true}
		EOF
		chat $size --approve plan
		say '/criteria add the file is there `test -f new.txt`'
		shows 'you added'
		say make it
		shows 'carry out this plan?'
		shows 'checked by  test -f new.txt'
		keys g
		shows 'creates new.txt'
		keys y
		shows 'carried out'
		shows 'carry out this plan?  go'
		requested 'The user accepted the plan' || fail "the model was not told"
		test -f new.txt || fail "nothing was written"
		leaves
	done
}

test_a_plan_that_is_refused_at_a_write_is_not_asked_about_again() {
	server <<-EOF
		replies:
		  - {calls: [$plan, $write, $write]}
		  - {text: then not, repeat: true}
	EOF
	chat 80x24 --approve plan
	say '/criteria add the file is there `test -f new.txt`'
	say make it
	shows 'carry out this plan?'
	keys n
	shows 'then not'
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "question")' | wc -l)" 1
	[ ! -e new.txt ] || fail "it was written"
}

test_a_reason_against_the_plan_reaches_the_model_behind_the_result_of_the_write() {
	server <<-EOF
		replies:
		  - {calls: [$plan, $write]}
		  - {text: as you say, repeat: true}
	EOF
	chat 80x24 --approve plan
	say make it
	shows 'carry out this plan?'
	keys N
	say use another name
	shows 'carry out this plan?'
	wait_for requested 'use another name'
	expect_equal "$(tail -1 "$REQUESTS" | jq -c '[.body.messages[-3:][].role]')" '["assistant","tool","tool"]'
}

test_a_call_that_leaves_plan_mode_is_the_answer_with_the_plan() {
	server <<-EOF
		replies:
		  - {calls: [$plan]}
		  - {calls: [{name: ExitPlanMode, arguments: {plan: I write the file.}}]}
		  - {text: carried out, repeat: true}
	EOF
	chat 80x24 --approve plan
	say make it
	shows 'carry out this plan?'
	shows 'I write the file.'
	keys g
	shows 'carried out'
}

run_tests
