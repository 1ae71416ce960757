#!/bin/bash
# SPDX-License-Identifier: MIT
# What is asked of the roles beside the turn: the form of their answers, their length, their time; what was seen of a server is remembered.
. "$(dirname "$0")/../support/lib.sh"

bodies() { # FILTER: of each request to the model
	jq -c "select(.method == \"POST\") | .body | $1" "$REQUESTS"
}

simple='{"approach": "Answer.", "complexity": "simple", "success_criteria": [], "answer": "Four."}'

test_an_answer_is_asked_for_by_its_schema() {
	server <<-EOF
		replies:
		  - text: '$simple'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(bodies '[.response_format.type, .response_format.json_schema.name, (.response_format.json_schema.schema.required | index("approach") != null)]')" '["json_schema","strategy",true]'
}

# Over Messages by what the provider takes of the schema; a refused format is learnt, and words ask for it.
test_over_messages_an_answer_is_asked_for_by_what_can_be_said_of_its_schema() {
	over_messages() {
		agent --base-url "$URL" -m claude-opus-4-8 -s backend.protocol=messages --depth strategic --ask "2+2?"
	}
	server <<-EOF
		replies:
		  - text: '$simple'
	EOF
	expect_exit 0 over_messages
	expect_equal "$(cat "$T/out")" Four.
	expect_equal "$(bodies '[.output_config.format.type, (.output_config.format.schema | .additionalProperties, .properties.success_criteria.items.additionalProperties, (.required | index("approach") != null))]')" '["json_schema",false,false,true]'
	server <<-EOF
		replies:
		  - {status: 400, error: {message: "output_config.format: Extra inputs are not permitted"}}
		  - {text: '$simple', repeat: true}
	EOF
	expect_exit 0 over_messages
	expect_equal "$(cat "$T/out")" Four.
	expect_exit 0 over_messages
	expect_equal "$(bodies .output_config.format.type)" '"json_schema"
null
null'
}

test_a_form_that_is_refused_is_not_asked_for_again_not_even_by_the_next_start() {
	server <<-EOF
		replies:
		  - {status: 400, error: {message: "This response_format type is unavailable now"}}
		  - {status: 400, error: {message: "'response_format.type' must be 'text'"}}
		  - {text: '$simple', repeat: true}
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(bodies .response_format.type)" '"json_schema"
"json_object"
null'
	expect_equal "$(cat "$T/out")" Four.
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(bodies .response_format.type | sed 1,3d)" null
	expect_exit 0 model --depth strategic -m other --ask "2+2?" # of another model nothing is known
	expect_equal "$(bodies .response_format.type | sed 1,4d)" '"json_schema"'
}

# A server that does not say why.
test_a_bad_request_without_a_reason_is_made_once_more_in_words() {
	server <<-EOF
		replies:
		  - {status: 422, error: {message: "unprocessable"}}
		  - text: '$simple'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(bodies .response_format.type)" '"json_schema"
null'
}

test_an_unsaved_session_leaves_no_notes_of_servers() {
	server <<-EOF
		replies:
		  - {status: 400, error: {message: "response_format is not supported"}}
		  - {text: '$simple', repeat: true}
	EOF
	expect_exit 0 model --no-save --depth strategic --ask "2+2?"
	[ ! -e "$XDG_STATE_HOME/agent/servers.json" ] || fail "servers.json was written"
}

test_notes_of_servers_that_make_no_sense_are_passed_over() {
	mkdir -p "$XDG_STATE_HOME/agent"
	for notes in '[]' '{"x": ' '{"a": 7, "b": {"reply_ms": "x", "form": 3}}'; do
		printf %s "$notes" >"$XDG_STATE_HOME/agent/servers.json"
		server <<-EOF
			replies:
			  - text: '$simple'
		EOF
		expect_exit 0 model --depth strategic --ask "2+2?"
		expect_equal "$(cat "$T/out")" Four.
	done
}

# Thinking counts towards the length of a reply.
test_the_length_of_a_role_is_not_limited_where_the_model_thinks() {
	server <<-EOF
		replies:
		  - {reasoning: "Let me see.", text: '$simple', repeat: true}
	EOF
	expect_exit 0 model --depth strategic -m gpt-5-mini --ask "2+2?" # known
	expect_exit 0 model --depth strategic --ask "3+3?"              # not known yet
	expect_exit 0 model --depth strategic --ask "4+4?"              # seen
	expect_exit 0 model --depth strategic -s roles.strategist.max_tokens=700 --ask "5+5?"
	expect_equal "$(bodies '[.model, .max_tokens // .max_completion_tokens]')" '["gpt-5-mini",null]
["scripted",2000]
["scripted",null]
["scripted",700]'
}

test_an_answer_that_was_cut_at_a_length_nobody_chose_is_asked_for_without_it() {
	server <<-EOF
		replies:
		  - {text: '{"approach": "Ans', finish: length}
		  - text: '$simple'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(bodies .max_tokens)" '2000
null'
	expect_equal "$(cat "$T/out")" Four.
}

# The turn's own replies take 0.4 s, so 0.1 s are no measure for a verdict; nor for the strategist of the next start.
test_the_times_of_the_roles_are_as_long_as_the_server_was_seen_to_need() {
	echo a >a.txt
	server <<-'EOF'
		replies:
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
		    delay_ms: {head: 400}
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		    delay_ms: {head: 150}
		    repeat: true
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		    delay_ms: {head: 400}
		  - text: a.txt says a.
		  - {text: It says a., repeat: true}
	EOF
	expect_exit 0 model --depth strategic -s limits.think_s=9 -s limits.reflect_s=0.1 -s 'limits.scale={}' --ask "read it"
	expect_equal "$(grep -c 'Fine\.' "$T/err")" 1
	expect_exit 0 model --depth strategic -s limits.think_s=0.1 -s evaluation.when=never -s 'limits.scale={}' --ask "read it once more"
	expect_match "$(cat "$T/err")" '^\[Plan\] +Read it'
	expect_exit 0 model --depth strategic -s roles.strategist.timeout_s=0.1 -s 'limits.scale={}' --ask "and again" # what is set is meant
	expect_match "$(cat "$T/err")" 'it took longer than 0\.1 s \(roles\.strategist\.timeout_s\)'
}

test_a_summary_is_asked_for_as_json_and_kept_as_words() {
	long=$(printf 'so it goes on and on; %.0s' $(seq 120))
	server <<-EOF
		replies:
		  - {match: "</assistant>", text: '{"summary": "- They spoke.\\n- It goes on."}'}
		  - {text: "$long"}
		  - {text: "$long"}
		  - {text: "$long"}
		  - {text: "$long"}
		  - {status: 400, error: {message: "prompt is too long: 9 tokens > 8 maximum"}}
		  - text: Done.
	EOF
	expect_exit 0 model --ask "turn 1"
	for i in 2 3 4; do expect_exit 0 model --continue --ask "turn $i"; done
	expect_exit 0 model --continue --ask "turn 5"
	expect_equal "$(bodies 'select(.response_format) | .response_format.json_schema.name')" '"summary"'
	expect_equal "$(agent --replay last --output events | jq -r 'select(.type == "compaction") | .data.summary')" "- They spoke.
- It goes on."
}

# What the role was shown: the words of the Nth request without tools.
shown() {
	jq -rs --argjson n "$1" '[.[] | select(.method == "POST" and (.body.tools | not))][$n - 1].body.messages[1].content' "$REQUESTS"
}

test_the_strategist_sees_what_the_project_says_builds_and_holds() {
	mkdir src && echo 'int x;' >src/csv.c
	printf 'Use tabs.\n%05000d\n' 7 >AGENTS.md
	printf 'all:\n\ttrue\ncheck-units: all\n\ttrue\n' >Makefile
	echo '{"scripts": {"lint": "eslint ."}}' >package.json
	server <<-EOF
		replies:
		  - text: '$simple'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_match "$(shown 1)" '^Use tabs\.'
	expect_match "$(shown 1)" '^- make: all, check-units$'
	expect_match "$(shown 1)" '^- npm run: lint$'
	expect_match "$(shown 1)" 'csv\.c'
	[ "$(shown 1 | wc -c)" -lt 12000 ] || fail "AGENTS.md is shown whole"
	expect_match "$(jq -r 'select(.method == "POST") | .body.messages[0].content' "$REQUESTS")" 'One complete answer'
}

# holds: strategist-sees-failed
test_the_strategist_sees_nothing_the_rules_hide() {
	mkdir secret && echo x >secret/key.txt && printf 'deploy:\n' >Makefile && echo y >open.txt
	server <<-EOF
		replies:
		  - text: '$simple'
	EOF
	expect_exit 0 model --depth strategic -s 'permissions.rules=[{"deny": {"path": "secret"}}, {"deny": {"path": "Makefile"}}]' --ask "2+2?"
	expect_match "$(shown 1)" 'open\.txt'
	expect_no_match "$(shown 1)" 'key\.txt|deploy|Makefile'
}

# holds: strategist-sees-failed
test_the_strategist_sees_what_failed_and_what_was_changed_before() {
	echo one >a.txt
	server <<-EOF
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: edit_file, arguments: {path: a.txt, edits: [{old: one, new: two}]}}]
		  - calls: [{name: run_command, arguments: {command: "echo 3 of 7 failed; exit 1"}}]
		  - calls: [{name: list_files}]
		  - text: Done.
		  - {match: "Tools of the agent:", text: '$simple'}
	EOF
	expect_exit 0 model --approve all --ask "first"
	expect_exit 0 model --continue --depth strategic --ask "2+2?"
	expect_match "$(shown 1)" '3 of 7 failed'
	expect_match "$(shown 1)" '^-one$'
	expect_match "$(shown 1)" '^\+two$'
}

# A new plan may add to the criteria, neither drop nor weaken one.
test_planning_anew_keeps_every_criterion_as_it_was() {
	printf 'test:\n\ttest -e fixed\n' >Makefile
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix it.", "complexity": "moderate", "success_criteria": [{"id": "c1", "text": "the tests pass", "check": {"command": "make test"}}, "it is said"]}'
		  - match: "Strategy so far:"
		    text: '{"approach": "Say it.", "complexity": "simple", "success_criteria": [{"id": "c1", "text": "the tests were looked at"}, {"text": "out.txt is there", "check": {"file": "out.txt"}}]}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: write_file, arguments: {path: out.txt, content: x}}]
		  - text: Done.
		  - match: "the tests pass (exit 2"
		    text: It cannot be done.
	EOF
	expect_exit 6 model --depth strategic --approve all -s evaluation.when=never -s recovery.another_way=0 --output json --ask "fix it"
	expect_equal "$(jq -c '.approach, [.criteria[] | [.id, .text, .met]]' "$T/out")" '"Say it."
[["c1","the tests pass",false],["c2","it is said",null],["c3","out.txt is there",true]]'
	expect_match "$(shown 2)" 'run_command: exit 1 · no'
	expect_match "$(shown 2)" '^- make: test$'
}

# holds: evaluator-own-answer
test_the_answer_an_evaluator_gives_is_taken() {
	echo a >a.txt
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - match: "The last step:"
		    text: '{"on_track": true, "goal_achieved": true, "confidence": 0.9, "reasoning": "It was read.", "criteria": [{"id": "c1", "met": true}], "final_response": "a.txt says a."}'
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
	EOF
	expect_exit 0 model --depth strategic -s evaluation.when=every_step --ask "read it"
	expect_equal "$(cat "$T/out")" "a.txt says a."
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 3
	server <<<'replies: [{text: Fine.}]'
	expect_exit 0 model --continue --ask "and now?"
	expect_equal "$(bodies '[.messages[] | select(.role == "assistant") | .content // empty] | last')" '"a.txt says a."'
}

# The program's own check is not a matter of opinion: the answer is held back like any other.
# holds: evaluator-own-answer
test_an_answer_of_the_evaluator_counts_only_when_the_checks_pass() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Write it.", "complexity": "moderate", "success_criteria": [{"text": "out.txt is there", "check": {"file": "out.txt"}}]}'
		  - match: "The last step:"
		    text: '{"on_track": true, "goal_achieved": true, "confidence": 0.9, "reasoning": "Done.", "final_response": "It is written."}'
		    repeat: true
		  - calls: [{name: list_files}]
		  - calls: [{name: write_file, arguments: {path: out.txt, content: x}}]
	EOF
	expect_exit 0 model --depth strategic --approve edits -s evaluation.when=every_step --ask "write it"
	expect_equal "$(cat "$T/out")" "It is written."
	[ -e out.txt ] || fail "the answer was taken too early"
}

# holds: evaluator-own-answer
test_a_role_whose_model_fails_is_answered_for_by_the_turns_own() {
	server <<<'replies: [{status: 401, error: {message: bad key}, repeat: true}]'
	broken=$URL
	server <<-EOF
		replies:
		  - {match: "Tools of the agent:", text: '$simple'}
	EOF
	expect_exit 0 model --depth strategic -s roles.strategist.base_url="$broken" -s roles.strategist.model=big --ask "2+2?"
	expect_equal "$(cat "$T/out")" Four.
	expect_match "$(cat "$T/err")" "^warning   the strategist's model failed, the turn's own is asked: .*bad key"
	server <<<'replies: [{status: 401, error: {message: bad key}}, {text: Hello.}]' # its own fails: as before
	expect_exit 0 model --depth strategic --ask "hello there"
	expect_match "$(cat "$T/err")" 'no strategy, going on as react'
}

# holds: evaluator-own-answer
test_a_strategy_that_worked_is_offered_for_a_similar_request() {
	server <<-'EOF'
		replies:
		  - {match: "say hello", text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": []}'}
		  - match: "Tools of the agent:"
		    text: '{"approach": "Look at the dates first.", "complexity": "moderate", "success_criteria": [{"text": "out.txt is there", "check": {"file": "out.txt"}}]}'
		    repeat: true
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: Read the import, status: completed}, {id: b, content: Mend the dates, status: completed}]}}
		      - {name: write_file, arguments: {path: out.txt, content: x}}
		  - text: Mended.
		  - {text: Fine., repeat: true}
	EOF
	expect_exit 0 model --depth strategic --approve edits --ask "mend the import of german dates"
	expect_exit 0 model --depth strategic --ask "say hello"
	expect_exit 0 model --depth strategic --ask "mend the import of french dates"
	expect_no_match "$(shown 2)" 'Similar requests'
	expect_match "$(shown 3)" '^- mend the import of german dates$'
	expect_match "$(shown 3)" '^  approach: Look at the dates first\.$'
	expect_match "$(shown 3)" '^  done when: out\.txt is there \(out\.txt\)$'
	expect_exit 0 model --depth strategic -s strategy.similar=0 --ask "mend the import of czech dates"
	expect_no_match "$(shown 4)" 'Similar requests'
}

run_tests
