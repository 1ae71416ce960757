#!/bin/bash
# SPDX-License-Identifier: MIT
# --output-schema: the answer is JSON that a schema holds, alone on stdout, or the exit says that there is none.
# holds: output-schema-stdout
. "$(dirname "$0")/../support/lib.sh"

schema() {
	cat >"$T/schema.json" <<'EOF'
{"type": "object", "required": ["name", "stars"], "additionalProperties": false,
 "properties": {"name": {"type": "string"}, "stars": {"type": "integer", "minimum": 0}}}
EOF
}

test_the_answer_is_the_json_alone() {
	schema
	server <<'EOF'
replies:
  - {match: "JSON Schema", calls: [{name: list_files, arguments: {}}]}
  - {text: "Here it is:\n```json\n{\"name\": \"ledger\", \"stars\": 12}\n```\nThat is all."}
EOF
	expect_exit 0 model --ask "count them" --output-schema "$T/schema.json"
	expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 12}'
	expect_match "$(jq -r '.body.messages[-1].content' <(head -n 1 "$REQUESTS"))" '"required":\["name","stars"\]'
}

test_what_does_not_hold_is_sent_back_in_the_servers_own_form_of_answers() {
	schema
	server <<'EOF'
replies:
  - {text: "ledger has twelve"}
  - {match: "there is no JSON", text: '{"name": "ledger", "stars": -1}'}
  - {match: "stars", text: '{"name": "ledger", "stars": 12}'}
EOF
	expect_exit 0 model --ask "count them" --output-schema "$T/schema.json"
	expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 12}'
	expect_equal "$(jq -c '[.body.response_format.type, (.body | has("tools"))]' "$REQUESTS" | paste -sd' ')" \
		'[null,true] ["json_schema",false] ["json_schema",false]'
	expect_equal "$(jq -c '.body.response_format.json_schema.schema.required' <(tail -n 1 "$REQUESTS"))" '["name","stars"]'
}

test_after_two_mendings_the_turn_has_failed_and_says_what_was_wrong() {
	schema
	server <<'EOF'
replies:
  - {text: '{"name": "ledger"}', repeat: true}
EOF
	expect_exit 1 model --ask "count them" --output-schema "$T/schema.json"
	expect_equal "$(cat "$T/out")" ""
	expect_match "$(cat "$T/err")" "the answer is not what --output-schema wants: the answer lacks 'stars'"
	expect_equal "$(grep -c '"name": "ledger"' "$T/err")" 1 "the last answer, once and whole"
	expect_equal "$(wc -l <"$REQUESTS")" 3
}

test_a_form_of_answer_that_a_server_refuses_is_not_asked_for_again() {
	schema
	server <<'EOF'
replies:
  - {text: "no json", match: "count them"}
  - {status: 400, error: "response_format json_schema is not supported"}
  - {text: '{"name": "ledger", "stars": 1}', repeat: true}
EOF
	expect_exit 0 model --ask "count them" --output-schema "$T/schema.json"
	expect_equal "$(jq -c '.body.response_format.type' "$REQUESTS" | paste -sd' ')" 'null "json_schema" "json_object"'
	expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 1}'
}

# Over Messages: what the provider takes of a schema, whose bound of stars is checked here alone.
over_messages() { # ARGUMENTS...: a model that has structured output there
	agent --base-url "$URL" -m claude-opus-4-5 -s backend.protocol=messages --depth react --ask "count them" --output-schema "$T/schema.json" "$@"
}

# holds: schema-sent-server
test_over_messages_the_answer_is_held_to_what_can_be_said_of_the_schema() {
	schema
	server <<'EOF'
replies:
  - {text: "Let me see.", calls: [{name: list_files, arguments: {}}]}
  - {text: "ledger has twelve"}
  - {match: "there is no JSON", text: '{"name": "ledger", "stars": -1}'}
  - {match: "stars", text: '{"name": "ledger", "stars": 12}'}
EOF
	expect_exit 0 over_messages
	expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 12}'
	expect_equal "$(jq -c '[.body.output_config.format.type, .body.tool_choice.type]' "$REQUESTS" | paste -sd' ')" \
		'[null,null] [null,null] ["json_schema","none"] ["json_schema","none"]'
	expect_equal "$(jq -cS '.body.output_config.format.schema' <(tail -n 1 "$REQUESTS"))" \
		'{"additionalProperties":false,"properties":{"name":{"type":"string"},"stars":{"type":"integer"}},"required":["name","stars"],"type":"object"}'
}

test_over_messages_it_is_sent_back_twice_at_most() {
	schema
	server <<<"replies: [{text: '{\"name\": \"ledger\", \"stars\": -1}', repeat: true}]"
	expect_exit 1 over_messages
	expect_equal "$(cat "$T/out")" ""
	expect_match "$(cat "$T/err")" "the answer is not what --output-schema wants: .*stars"
	expect_equal "$(jq -c '.body.output_config.format.type' "$REQUESTS" | paste -sd' ')" 'null "json_schema" "json_schema"'
}

# A map has members that no schema of that part of the language names: words ask for it.
test_over_messages_what_cannot_be_said_is_asked_for_in_words() {
	echo '{"type": "object", "minProperties": 1, "additionalProperties": {"type": "integer"}}' >"$T/schema.json"
	server <<'EOF'
replies:
  - {text: "no json"}
  - {match: "there is no JSON", text: '{"ledger": 12}'}
EOF
	expect_exit 0 over_messages
	expect_equal "$(cat "$T/out")" '{"ledger": 12}'
	expect_equal "$(jq -c '.body.output_config' "$REQUESTS" | paste -sd' ')" 'null null'
}

# A schema that is too much for a server is forgotten with the process, a format that it does not take is not.
test_over_messages_a_format_that_is_refused_is_left_out() {
	local words again
	schema
	while IFS='|' read -r words again <&9; do
		server <<EOF
replies:
  - {text: "no json", match: "count them"}
  - {status: 400, error: {type: invalid_request_error, message: "$words"}}
  - {match: "there is no JSON", text: '{"name": "ledger", "stars": 1}'}
  - {text: "no json", match: "count them"}
  - {match: "there is no JSON", text: '{"name": "ledger", "stars": 2}'}
EOF
		expect_exit 0 over_messages
		expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 1}' "$words"
		expect_exit 0 over_messages
		expect_equal "$(cat "$T/out")" '{"name": "ledger", "stars": 2}' "$words"
		expect_equal "$(jq -c '.body.output_config.format.type' "$REQUESTS" | paste -sd' ')" "null \"json_schema\" null null $again" "$words"
	done 9<<'EOF'
output_config.format: Extra inputs are not permitted|null
output_config: Extra inputs are not permitted|null
'claude-opus-4-5' does not support output format.|null
output_config.format.schema: For 'object' type, property 'x' is not supported|"json_schema"
The compiled grammar is too large, which would cause performance issues.|"json_schema"
Schema is too complex for compilation.|"json_schema"
Schemas contains too many optional parameters (31)|"json_schema"
EOF
}

test_what_ends_at_a_limit_is_json_or_nothing() {
	schema
	server <<'EOF'
replies:
  - {text: "I look.", calls: [{name: list_files, arguments: {}}], repeat: true}
EOF
	expect_exit 3 model --ask "count them" --output-schema "$T/schema.json" --max-iterations 1
	expect_equal "$(cat "$T/out")" ""
}

test_a_schema_that_is_none_is_bad_usage() {
	server <<<'replies: []'
	expect_exit 2 model --ask x --output-schema "$T/none.json"
	expect_match "$(cat "$T/err")" "none.json"
	echo '{"type": "object",' >"$T/broken.json"
	expect_exit 2 model --ask x --output-schema "$T/broken.json"
	expect_match "$(cat "$T/err")" "broken.json: "
	echo '[1]' >"$T/list.json"
	expect_exit 2 model --ask x --output-schema "$T/list.json"
	expect_match "$(cat "$T/err")" "is no JSON Schema"
	echo '{"properties": {"a": {"$ref": "#/nowhere"}}, "required": ["a"]}' >"$T/ref.json"
	expect_exit 2 agent --output-schema "$T/list.json" hello
	expect_match "$(cat "$T/err")" "goes with --ask"
	expect_equal "$(wc -l <"$REQUESTS")" 0
}

run_tests
