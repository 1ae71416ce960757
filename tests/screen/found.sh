#!/bin/bash
# SPDX-License-Identifier: MIT
# What was found is not lost, in the chat: limits are questions that hold nothing up, and one of their answers is an answer.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# chat 100x24 [option...]
chat() {
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "$@"
	shows 'Enter send'
}

ask() {
	types "$1"
	keys Enter
}

test_at_the_limit_of_rounds_an_answer_can_be_had() {
	server <<-'EOF'
		replies:
		  - {match: no more tools run, text: Two folders so far.}
		  - {calls: [{name: list_files, arguments: {depth: 1}}]}
	EOF
	chat 100x24 -s limits.iterations=1
	ask "list it"
	shows 'Enter 1 more · a no limit for this turn · w answer now · Esc stop'
	keys w
	shows 'Two folders so far.'
	shows 'stopped at the limit of 1 round'
}

# The reply comes while the question is open: its calls run, and so does the next round.
# holds: question-about-limit
test_a_question_about_time_holds_nothing_up() {
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo ran"}}], delay_ms: {head: 2000}}
		  - {text: It ran.}
	EOF
	chat 100x24 --timeout 1 --approve all
	ask go
	shows '1 s used'
	shows 'It ran.'
	shows 'no longer asked'
}

# holds: question-about-limit
test_a_question_about_a_round_is_taken_back_when_the_reply_comes() {
	server <<-'EOF'
		replies:
		  - {text: It took its time., delay_ms: {head: 2000}}
	EOF
	chat 100x24 -s limits.round_s=1 -s 'limits.scale={"*": 1}'
	ask go
	shows 'the model has worked on this round for 1 s'
	shows 'It took its time.'
	shows 'no longer asked'
}

# holds: question-about-limit
test_limits_and_models_of_roles_are_set_in_the_chat() {
	server <<-'EOF'
		replies:
		  - {match: no more tools run, text: That is all.}
		  - match: "Tools of the agent:"
		    text: '{"approach": "Look at it.", "complexity": "moderate", "success_criteria": []}'
		  - {calls: [{name: list_files, arguments: {depth: 1}}]}
	EOF
	chat 100x24
	types "/config limits.iterations 1"
	keys Enter
	shows 'limits.iterations: 1 for this session'
	types "/config roles.strategist.model clever"
	keys Enter
	shows 'roles.strategist.model: clever for this session'
	types "/depth strategic"
	keys Enter
	ask "list it"
	shows '1 round used'
	keys w
	shows 'That is all.'
	expect_equal "$(jq -rs '[.[] | .body | objects | .model] | unique | join(" ")' "$REQUESTS")" 'clever scripted'
}

# Templates that open the thinking themselves leave only its end in the text.
# holds: thinking-marked-text
test_an_end_of_thinking_without_a_beginning_takes_back_what_was_shown() {
	server <<-'EOF'
		replies:
		  - {text: ["I wonder **first**.\n", "</think>\n\n", "The answer", " goes on."], delay_ms: {between: 1500}, stall_after: 4}
	EOF
	chat 100x24
	ask "hi"
	shows 'I wonder first.'
	shows 'The answer'
	shows 'thinking  I wonder **first**.'
	not_on_screen 'I wonder first.' || fail "it still stands as an answer"
	shows 'The answer goes on.'
}

run_tests
