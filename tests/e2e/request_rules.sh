#!/bin/bash
# SPDX-License-Identifier: MIT
# The model server knows the published rules of each protocol: it refuses what breaks them, and says which. What the program sends is
# held to them by every test that uses that server.
. "$(dirname "$0")/../support/lib.sh"

ASK='{"role":"user","content":"a"}'
CALLED='{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}'
RESULT='{"role":"tool","tool_call_id":"c1","content":"r"}'
USED='{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}'
GIVEN='{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}'
CALL='{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}'
TOOLS='"tools":[{"name":"f","input_schema":{"type":"object"}}]'
OUTPUT='{"type":"function_call_output","call_id":"c1","output":"r"}'

post() { # PATH BODY: the status and what was said
	curl -s -o "$T/answer" -w '%{http_code} ' -H 'Content-Type: application/json' -d "$2" "$URL/$1"
	jq -r '.error.message // "ok"' "$T/answer" 2>/dev/null || echo ok
}

test_each_rule_is_kept() {
	server <<<'replies: [{text: fine, repeat: true}]'
	rows=0
	while IFS='~' read -r path body wanted <&9; do
		expect_match "$(post "$path" "$body")" "$wanted"
		rows=$((rows + 1))
	done 9<<-EOF
		chat/completions~{"model":"m","messages":[$ASK,$CALLED,$RESULT]}~^200
		chat/completions~{"model":"m","messages":[$ASK,$CALLED]}~400.*without its result
		chat/completions~{"model":"m","messages":[$ASK,$RESULT]}~400.*without its call
		chat/completions~{"model":"m","messages":[$ASK,$ASK]}~400.*neighbours
		chat/completions~{"model":"m","messages":[$ASK,$CALLED,$RESULT,$ASK]}~400.*right after a result
		chat/completions~{"model":"m","messages":[$ASK,$CALLED,$RESULT,$CALLED,$RESULT]}~400.*two calls with one id
		chat/completions~{"model":"m","messages":[$ASK,${CALLED/\{\}/[]},$RESULT]}~400.*no object
		chat/completions~{"model":"m","messages":[$ASK,{"role":"assistant","content":""}]}~400.*says nothing
		chat/completions~{"model":"m","messages":[$ASK,{"role":"system","content":"b"}]}~400.*elsewhere than first
		chat/completions~{"model":"m","messages":[$ASK],"tool_choice":"none"}~400.*there are none
		chat/completions~{"model":"m","messages":[$ASK],"tools":[]}~400.*no tools
		chat/completions~{"model":"m","messages":[$ASK],"tools":[{"type":"function","function":{"name":"f","parameters":{}}},{"type":"function","function":{"name":"f","parameters":{}}}]}~400.*two tools of one name
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,$USED,$GIVEN],$TOOLS}~^200
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,$USED,$GIVEN]}~400.*calls and no tools
		messages~{"model":"m","messages":[$ASK]}~400.*max_tokens
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,$USED,$ASK]}~400.*(before the results|without its result)
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,$USED,$GIVEN,$USED,$GIVEN]}~400.*two calls with one id
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"forged"}]}]}~400.*what was signed
		messages~{"model":"m","max_tokens":9,"messages":[$ASK,{"role":"assistant","content":[{"type":"text","text":" "}]}]}~400.*blanks alone
		responses~{"model":"m","store":false,"input":[$ASK,$CALL,$OUTPUT]}~^200
		responses~{"model":"m","input":[$ASK]}~400.*to store
		responses~{"model":"m","store":false,"input":[$ASK,$CALL]}~400.*without its result
		responses~{"model":"m","store":false,"input":[$ASK,$OUTPUT]}~400.*without its call
		responses~{"model":"m","store":false,"input":[$ASK,$CALL,$OUTPUT,$CALL,$OUTPUT]}~400.*two calls with one id
	EOF
	expect_equal $rows 24
}

held() { # SCHEMA: the answer to a request of Messages that is held to it
	post messages '{"model":"m","max_tokens":9,"messages":['"$ASK"'],"output_config":{"format":{"type":"json_schema","schema":'"$1"'}}}'
}

closed() { # MEMBERS MORE
	echo '{"type":"object","properties":{'"$1"'},"additionalProperties":false'"${2:-}"'}'
}

# The schema of output_config.format, by what is published of it.
test_each_rule_of_a_schema_is_kept() {
	local many
	many=$(seq -s, -f '"m%.0f":{"type":"null"}' 1 25)
	server <<<'replies: [{text: fine, repeat: true}]'
	rows=0
	while IFS='~' read -r schema wanted <&9; do
		expect_match "$(held "$schema")" "$wanted" "$schema"
		rows=$((rows + 1))
	done 9<<-EOF
		$(closed '"a":{"type":"array","items":{"type":"string","format":"date"},"minItems":1}' ',"required":["a"]')~^200
		{"\$ref":"#/\$defs/x","\$defs":{"x":{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}}}~^200
		{"type":"object","properties":{}}~400.*not false
		$(closed '"a":{"type":"object","properties":{},"additionalProperties":true}')~400.*not false
		$(closed '"a":{"type":"string"}' ',"required":["b"]')~400.*without a schema
		{"type":"string","minLength":1}~400.*not supported
		{"type":"integer","minimum":1}~400.*not supported
		{"type":"array","items":{"type":"null"},"maxItems":1}~400.*not supported
		{"type":"array","items":{"type":"null"},"minItems":2}~400.*minItems
		{"oneOf":[{"type":"null"}]}~400.*not supported
		{"allOf":[{"\$ref":"#/\$defs/x"}],"\$defs":{"x":{"type":"null"}}}~400.*allOf
		{"type":"string","format":"regex"}~400.*format
		{"enum":[{}]}~400.*enum
		{"type":"string","enum":[1]}~400.*enum
		{"\$ref":"https://e.org/s"}~400.*another document
		{"\$ref":"#/\$defs/x","\$defs":{"x":{"\$ref":"#/\$defs/x"}}}~400.*refers to itself
		$(closed "$many")~400.*24 optional
		{}~400.*says no type
		true~400.*no object
	EOF
	expect_equal $rows 19
	expect_match "$(post messages '{"model":"m","max_tokens":9,"messages":['"$ASK"',{"role":"assistant","content":"{"}],"output_config":{"format":{"type":"json_schema","schema":{"type":"null"}}}}')" '400.*was begun'
	expect_match "$(post messages '{"model":"m","max_tokens":9,"messages":['"$ASK"'],"output_config":{"format":{"type":"json_object"}}}')" '400.*no schema alone'
	expect_match "$(post messages '{"model":"m","max_tokens":9,"messages":['"$ASK"'],"output_config":{"effort":"minimal"}}')" '400.*effort'
	expect_match "$(post messages '{"model":"m","max_tokens":9,"messages":['"$ASK"'],"output_config":{}}')" '400.*says nothing'
}

run_tests
