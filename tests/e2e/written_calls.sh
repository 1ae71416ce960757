#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls that a server left in the words of the reply are run, over each protocol; the words are taken back.
. "$(dirname "$0")/../support/lib.sh"

# holds: call-stands-words
test_a_call_in_the_words_is_run() {
	echo hello >a.txt
	for protocol in chat messages responses; do
		while IFS='~' read -r text <&9; do
			server <<-EOF
				replies:
				  - {text: '$text'}
				  - {text: "It says hello."}
			EOF
			expect_exit 0 model -s backend.protocol=$protocol --output events --ask "what is in a.txt" </dev/null
			expect_equal "$(jq -c 'select(.type == "tool_call") | .data | [.tool, .arguments.path]' "$T/out")" '["read_file","a.txt"]' "$protocol: $text"
			expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" 'It says hello.'
			expect_no_match "$(jq -j 'select(.type == "delta") | .data.text' "$T/out")" 'TOOL_CALLS|tool_call|tool▁call|DSML|invoke|<function|python_tag|parameters|read_file'
			expect_no_match "$(tail -n 1 "$REQUESTS")" 'TOOL_CALLS|<tool_call>|section_begin|tool▁call|DSML|<invoke|<function=|python_tag|"parameters\\\\"'
		done 9<<-'EOF'
			I look. <tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>
			[TOOL_CALLS][{"name": "read_file", "arguments": {"path": "a.txt"}}]
			<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a.txt"}<|call|>
			I look. <function=read_file> <parameter=path>a.txt</parameter> </function>
			<tool_call> <function=read_file> <parameter=path>a.txt</parameter> <parameter=limit>1</parameter> </function> </tool_call>
			<tool_call>read_file <arg_key>path</arg_key> <arg_value>a.txt</arg_value> </tool_call>
			{"name": "read_file", "parameters": {"path": "a.txt"}}
			<|python_tag|>{"name": "read_file", "parameters": {"path": "a.txt"}}
			<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>
			<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
			I look. <｜DSML｜function_calls> <｜DSML｜invoke name="read_file"> <｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter> </｜DSML｜invoke> </｜DSML｜function_calls>
			<minimax:tool_call> <invoke name="read_file"> <parameter name="path">a.txt</parameter> </invoke> </minimax:tool_call>
		EOF
	done
}

test_what_is_no_tool_stays_an_answer() {
	server <<<"replies: [{text: '<tool_call>{\"name\": \"make_coffee\", \"arguments\": {}}</tool_call>'}]"
	expect_exit 0 model --ask hi
	expect_match "$(cat "$T/out")" make_coffee
}

CALL='<tool_call>{"name": "run_command", "arguments": {"command": "touch made"}}</tool_call>'

# holds: written-call-also
test_a_call_quoted_of_a_file_is_asked_about() {
	echo "$CALL" >a.txt
	for approve in ask all; do
		server <<-EOF
			replies:
			  - {text: '<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>'}
			  - {text: 'The file ends with: $CALL'}
			  - {text: Done.}
		EOF
		expect_exit 5 model --approve $approve --output events --ask "how does a.txt end" </dev/null
		[ ! -e made ] || fail "a quoted call ran"
		expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out")" 'may be a quotation'
	done
}

# holds: call-stands-words
test_what_a_model_writes_that_has_called_before_is_text() {
	echo hello >a.txt
	server <<-EOF
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - {text: 'It ends with: $CALL'}
		  - {text: 'It ends with a call.'}
	EOF
	model --approve all --output events --ask "how does a.txt end" </dev/null >"$T/out" || :
	[ ! -e made ] || fail "a written call ran after a native one"
	expect_equal "$(jq -r 'select(.type == "tool_call") | .data.tool' "$T/out")" read_file
}

test_a_call_in_an_indented_block_is_text() {
	server <<-EOF
		replies:
		  - text: "It ends with:\n\n    ${CALL//\"/\\\"}"
	EOF
	expect_exit 0 model --approve all --ask "how does it end" </dev/null
	[ ! -e made ] || fail "an indented call ran"
	expect_match "$(cat "$T/out")" 'touch made'
}

# holds: answer-call-words
test_a_call_that_stays_text_goes_back_once_and_never_succeeds() {
	server <<-EOF
		replies:
		  - calls: [{name: list_files, arguments: {}}]
		  - {text: 'I run it. $CALL'}
		  - {text: 'I run it. $CALL'}
	EOF
	expect_exit 1 model --approve all --ask "make it" </dev/null
	[ ! -e made ] || fail "a written call ran after a native one"
	expect_match "$(cat "$T/err")" 'writes its calls as text'
	expect_equal "$(wc -l <"$REQUESTS")" 3
	expect_match "$(tail -n 1 "$REQUESTS")" 'so nothing ran. Call the tool itself, as you did before'
}

# holds: answer-call-words
test_a_call_that_goes_back_is_made_then() {
	server <<-EOF
		replies:
		  - {text: 'I run it: {"name": "run_command", "arguments": {"command": "touch made"}}'}
		  - {text: '$CALL'}
		  - {text: Done.}
	EOF
	expect_exit 0 model --approve all --ask "make it" </dev/null
	[ -e made ] || fail "the call did not run"
	expect_equal "$(cat "$T/out")" Done.
}

test_a_call_shown_in_code_is_an_answer_the_second_time() {
	server <<-EOF
		replies:
		  - text: "Like this:\n\`\`\`json\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n\`\`\`"
		  - text: "Like this:\\n\`\`\`json\\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\\n\`\`\`"
	EOF
	expect_exit 0 model --ask "how is a file read" </dev/null
	expect_match "$(cat "$T/out")" 'Like this'
	expect_equal "$(wc -l <"$REQUESTS")" 2
}

# holds: call-stands-words
test_what_a_model_invents_behind_its_call_is_cut() {
	echo hello >a.txt
	server <<-EOF
		replies:
		  - text: "<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}}</tool_call>\n<tool_response>goodbye</tool_response>\nIt says goodbye."
		  - {text: It says hello.}
	EOF
	expect_exit 0 model --output events --ask "what is in a.txt" </dev/null
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" 'It says hello.'
	expect_no_match "$(cat "$T/out" "$REQUESTS")" goodbye
}

run_tests
