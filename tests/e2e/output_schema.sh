#!/bin/bash
# --output-schema: the answer is JSON that a schema holds, alone on stdout, or the exit says that there is none.
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
	expect_match "$(cat "$T/err")" "the answer is not what --output-schema wants: .*stars"
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
