#!/bin/bash
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

run_tests
