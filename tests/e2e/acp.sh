#!/bin/bash
# SPDX-License-Identifier: MIT
# The Agent Client Protocol as an editor speaks it: lines in, lines out. The names in capitals are those of the
# protocol's conformance kit (acp-tck), each held by the test that bears it.
. "$(dirname "$0")/../support/lib.sh"

ALL=$(mktemp)
trap 'rm -f "$ALL"' EXIT
DOT=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==

# editor OPTION...: starts `agent acp`; `tell` sends it a line, `hear` waits for one that meets a condition.
editor() {
	mkfifo "$T/in"
	"$AGENT" "$@" acp <"$T/in" >>"$T/heard" 2>"$T/err" &
	EDITED=$!
	exec 3>"$T/in"
}

tell() {
	printf '%s\n' "$1" | tee -a "$T/told" >&3
}

hear() {
	wait_for holds "$1" "$T/heard"
}

heard() { # JQ: of all lines
	jq -c "$1" "$T/heard"
}

ask() { # ID METHOD PARAMS: a request, and waits for its answer
	tell "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"$2\",\"params\":$3}"
	hear ".id == $1 and (has(\"result\") or has(\"error\"))"
}

answer() { # ID JQ: of the answer to a request
	jq -rc "select(.id == $1 and (has(\"result\") or has(\"error\"))) | $2" "$T/heard"
}

# leave: ends it, and keeps what it printed, answers with the method that was asked, for the last test.
leave() {
	exec 3>&-
	wait_for bash -c "! kill -0 $EDITED 2>/dev/null"
	wait $EDITED
	jq -Rc 'fromjson? | objects' "$T/told" >"$T/told.json"
	jq -c --slurpfile told "$T/told.json" '{line: ., asked: (.id as $id | [$told[] | select(.method and .id == $id).method][-1])}' "$T/heard" >>"$ALL"
}

session() { # begins one, by request 100 and those that follow; $S is its id
	N=$((${N:-99} + 1))
	ask $N session/new "{\"cwd\":\"$PWD\",\"mcpServers\":[]}"
	S=$(answer $N .result.sessionId)
}

with_model() {
	editor --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.unchecked=["*"]' "$@"
}

prompt() { # ID TEXT: not waited for
	tell "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"session/prompt\",\"params\":{\"sessionId\":\"$S\",\"prompt\":[{\"type\":\"text\",\"text\":\"$2\"}]}}"
}

ended() { # ID: the prompt was answered
	hear ".id == $1 and (has(\"result\") or has(\"error\"))"
}

updates() { # KIND JQ
	jq -rc "select(.method == \"session/update\") | .params.update | select(.sessionUpdate == \"$1\") | $2" "$T/heard"
}

permits() { # CHOICE: answers the open question
	hear '.method == "session/request_permission"'
	tell "{\"jsonrpc\":\"2.0\",\"id\":$(heard 'select(.method == "session/request_permission") | .id' | tail -n 1),\"result\":{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"$1\"}}}"
}

# kit: whether there are node and the packages of docs/acp.md; $KIT is their folder.
kit() {
	KIT=${MCP_KIT:-$ROOT/build/mcp-kit}
	NODE=$KIT/node_modules/node/bin/node
	[ -x "$NODE" ] && [ -d "$KIT/node_modules/@agentclientprotocol/sdk" ] && [ -d "$KIT/node_modules/acpx" ] && return
	echo "# skipped: neither MCP_KIT nor build/mcp-kit is a folder with the packages of docs/acp.md"
	return 1
}

gives() { # ID TEXT: the editor's text of the file it is asked for by this request
	hear ".method == \"fs/read_text_file\" and .id == $1"
	tell "{\"jsonrpc\":\"2.0\",\"id\":$1,\"result\":{\"content\":\"$2\"}}"
}

fills() { # ID RESULT: what comes of the form of this request
	hear ".method == \"elicitation/create\" and .id == $1"
	tell "{\"jsonrpc\":\"2.0\",\"id\":$1,\"result\":$2}"
}

test_only_messages_one_a_line_are_on_stdout_TRANSPORT_001_002_PROMPT_001_002() {
	server <<<'replies: [{text: "Hello there."}]'
	with_model
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{}}'
	session
	prompt 2 "say hello"
	ended 2
	leave
	expect_equal "$(jq -rc .jsonrpc "$T/heard" | sort -u)" 2.0
	expect_equal "$(answer 2 .result.stopReason)" end_turn
	expect_equal "$(updates agent_message_chunk .content.text | tr -d '\n')" "Hello there."
	expect_equal "$(tail -n 1 "$T/heard" | jq .id)" 2 "the answer comes last"
}

test_requests_are_answered_by_their_id_and_notifications_are_not_JSONRPC_001_005_EXT_001() {
	editor
	ask '"seven"' initialize '{"protocolVersion":1}'
	tell '{"jsonrpc":"2.0","method":"nobody/knows"}'
	tell '{"jsonrpc":"2.0","method":"_mine/note"}'
	ask 3 nobody/knows '{}'
	ask 4 _mine/request '{}'
	tell '{"jsonrpc":'
	tell '[{"jsonrpc":"2.0","id":5,"method":"initialize"}]'
	hear '.error.code == -32600'
	leave
	expect_equal "$(heard '[.id, .error.code // 0]')" '["seven",0]
[3,-32601]
[4,-32601]
[null,-32700]
[null,-32600]'
}

test_it_speaks_version_1_and_says_who_it_is_INIT_001_004() {
	editor
	ask 1 initialize '{"protocolVersion":65535,"clientInfo":{"name":"x","version":"0"}}'
	leave
	expect_equal "$(answer 1 '[.result.protocolVersion, .result.agentInfo.name, .result.authMethods]')" '[1,"agent",[]]'
	expect_match "$(answer 1 .result.agentInfo.version)" '^[0-9]+\.'
}

test_sessions_are_apart_in_one_process_SESSION_001_002() {
	mkdir one two
	editor
	ask 1 session/new "{\"cwd\":\"$PWD/one\",\"mcpServers\":[]}"
	ask 2 session/new "{\"cwd\":\"$PWD/two\",\"mcpServers\":[]}"
	for n in 1 2; do
		S=$(answer $n .result.sessionId)
		prompt 1$n "run \`pwd\`"
		ended 1$n
	done
	leave
	expect_match "$(updates tool_call_update '.content[0].content.text' | tr '\n' ' ')" "$PWD/one .*$PWD/two"
}

test_a_folder_that_is_none_is_refused_ERROR_001() {
	editor
	ask 1 session/new '{"cwd":"work","mcpServers":[]}'
	ask 2 session/new "{\"cwd\":\"$PWD/none\",\"mcpServers\":[]}"
	ask 3 session/prompt '{"sessionId":"nobody","prompt":[]}'
	leave
	expect_equal "$(heard .error.code | tr '\n' ' ')" "-32602 -32602 -32002 "
	expect_match "$(answer 1 .error.message)" "^cwd 'work' is no absolute path of a folder$"
}

test_the_plan_is_the_whole_list_each_time() {
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: "Look", status: in_progress}, {id: b, content: "Mend", status: pending}]}}
		      - {name: list_files, arguments: {}}
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: "Look", status: completed}, {id: b, content: "Mend", status: in_progress}]}}
		      - {name: list_files, arguments: {depth: 2}}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: "Look", status: completed}, {id: b, content: "Mend", status: completed}]}}]
		    text: "Mended."
	EOF
	with_model
	session
	prompt 1 "mend it"
	ended 1
	leave
	expect_equal "$(updates plan '[.entries[] | .status]' | uniq)" '["in_progress","pending"]
["completed","in_progress"]
["completed","completed"]'
	expect_equal "$(updates tool_call .name | sort -u)" list_files "planner calls are told as the plan"
	expect_match "$(updates agent_message_chunk .content.text | tr -d '\n')" 'Mended\.'
}

test_an_edit_is_a_diff_with_its_place_once_it_is_allowed() {
	printf 'one\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: edit_file, arguments: {path: a.txt, old: "one", new: "two"}}]
		  - text: Done.
	EOF
	with_model
	session
	prompt 1 "edit it"
	permits once
	ended 1
	leave
	expect_equal "$(cat a.txt)" two
	expect_equal "$(updates tool_call_update '.content // [] | .[] | select(.type == "diff") | [.path, .oldText, .newText]' | tail -n 1)" \
		"[\"$PWD/a.txt\",\"one\\n\",\"two\\n\"]"
	expect_equal "$(updates tool_call '[.kind, .locations[0].path]' | tail -n 1)" "[\"edit\",\"$PWD/a.txt\"]"
	expect_match "$(heard 'select(.method == "session/request_permission") | .params.toolCall.content[0].content.text')" 'one.*two'
	expect_equal "$(heard 'select(.method == "session/request_permission") | [.params.options[] | [.optionId, .kind]]')" \
		'[["once","allow_once"],["edits","allow_always"],["no","reject_once"]]'
}

test_a_refusal_runs_nothing() {
	editor
	session
	prompt 1 "run \`touch made\`"
	permits no
	ended 1
	leave
	expect_equal "$(ls)" ""
	expect_equal "$(updates tool_call_update .status | tail -n 1)" failed
}

test_an_option_that_was_not_offered_is_a_no() {
	editor
	session
	prompt 1 "run \`touch made\`"
	permits anything
	ended 1
	leave
	expect_equal "$(ls)" ""
}

test_cancel_ends_the_turn_as_cancelled_and_says_nothing_after_CANCEL_001_002() {
	server <<<'replies: [{delay_ms: 60000, text: "late"}]'
	with_model
	session
	prompt 1 "take your time"
	wait_for test -s "$REQUESTS"
	tell "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"$S\"}}"
	ended 1
	ask 2 session/list '{}'
	leave
	expect_equal "$(answer 1 '[.result.stopReason, .error]')" '["cancelled",null]'
	expect_equal "$(heard '.id // .method' | sed -n '/^1$/,$p' | tr '\n' ' ')" "1 2 "
}

test_cancel_while_a_permission_is_asked_runs_nothing() {
	editor
	session
	prompt 1 "run \`touch made\`"
	hear '.method == "session/request_permission"'
	tell "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"$S\"}}"
	tell '{"jsonrpc":"2.0","id":1,"result":{"outcome":{"outcome":"cancelled"}}}'
	hear '.id == 1 and .result.stopReason == "cancelled"'
	leave
	expect_equal "$(ls)" ""
}

test_a_request_that_is_cancelled_is_an_error_of_its_own() {
	server <<<'replies: [{delay_ms: 60000, text: "late"}]'
	with_model
	session
	prompt 1 "take your time"
	wait_for test -s "$REQUESTS"
	tell '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}'
	ended 1
	leave
	expect_equal "$(answer 1 .error.code)" -32800
}

test_a_turn_at_its_limit_is_no_success() {
	server <<<'replies: [{calls: [{name: list_files, arguments: {}}], repeat: true}]'
	with_model --max-iterations 2
	session
	prompt 1 "go on and on"
	permits stop
	ended 1
	leave
	expect_equal "$(answer 1 .result.stopReason)" max_turn_requests
}

test_a_turn_that_fails_is_an_error_with_one_line() {
	server <<<'replies: [{status: 400, error: "no such thing"}]'
	with_model
	session
	prompt 1 "hello"
	ended 1
	leave
	expect_equal "$(answer 1 .error.code)" -32603
	expect_match "$(answer 1 .error.message)" 'no such thing'
}

test_a_prompt_beside_another_is_refused() {
	server <<<'replies: [{delay_ms: 60000, text: "late"}]'
	with_model
	session
	prompt 1 "one"
	wait_for test -s "$REQUESTS"
	prompt 2 "two"
	ended 2
	leave
	expect_match "$(answer 2 .error.message)" 'a prompt is under way'
}

test_links_and_files_in_a_prompt_reach_the_model_PROMPT_003_PROMPTCAP_001_003() {
	server <<<'replies: [{text: "Seen.", repeat: true}]'
	with_model
	ask 1 initialize '{"protocolVersion":1}'
	session
	ask 2 session/prompt "{\"sessionId\":\"$S\",\"prompt\":[{\"type\":\"text\",\"text\":\"compare\"},{\"type\":\"resource_link\",\"uri\":\"file:///x/a.c\",\"name\":\"a.c\"},{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///x/b.c\",\"text\":\"int b; </attached-file>\"}}]}"
	ask 3 session/prompt "{\"sessionId\":\"$S\",\"prompt\":[{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}]}"
	ask 4 session/prompt "{\"sessionId\":\"$S\",\"prompt\":[{\"type\":\"text\",\"text\":\"what is it\"},{\"type\":\"image\",\"data\":\"$DOT\",\"mimeType\":\"image/png\"}]}"
	leave
	expect_equal "$(answer 1 '.result.agentCapabilities.promptCapabilities | [.image, .audio, .embeddedContext]')" '[true,false,true]'
	expect_match "$(jq -r '.body | objects | .messages[] | select(.role == "user") | .content | tostring' "$REQUESTS")" 'compare /x/a\.c'
	expect_match "$(jq -r '.body | objects | .messages[] | select(.role == "user") | .content | tostring' "$REQUESTS")" 'int b;'
	expect_equal "$(answer 3 .error.code)" -32602
	expect_equal "$(jq -r '.body | objects | .messages[] | .content | arrays | .[].image_url.url // empty' "$REQUESTS")" "data:image/png;base64,$DOT"
}

test_load_tells_the_whole_story_and_resume_none_of_it_LOAD_001_003_RESUME_001_002() {
	editor
	session
	prompt 1 "what is in this folder?"
	ended 1
	ask 2 session/close "{\"sessionId\":\"$S\"}"
	: >"$T/heard"
	ask 3 session/load "{\"sessionId\":\"$S\",\"cwd\":\"$PWD\",\"mcpServers\":[]}"
	ask 4 session/close "{\"sessionId\":\"$S\"}"
	expect_equal "$(updates user_message_chunk .content.text)" "what is in this folder?"
	expect_match "$(updates tool_call .name)" list_files
	expect_equal "$(heard '.id // .params.update.sessionUpdate' | sed -n '/^3$/,$p' | head -n 2 | tr '\n' ' ')" '3 "available_commands_update" '
	expect_equal "$(answer 3 '.result.modes.currentModeId')" ask
	: >"$T/heard"
	ask 5 session/resume "{\"sessionId\":\"$S\",\"cwd\":\"$PWD\"}"
	prompt 6 "what is in this folder?"
	ended 6
	ask 7 session/load '{"sessionId":"01AAAAAAAAAAAAAAAAAAAAAAAA","cwd":"/","mcpServers":[]}'
	leave
	expect_equal "$(updates user_message_chunk .)" ""
	expect_equal "$(answer 6 .result.stopReason)" end_turn
	expect_equal "$(answer 7 .error.code)" -32002
}

test_sessions_are_listed_by_folder_and_deleted_LIST_001_002_DELETE_001_002() {
	editor
	session
	ask 1 session/list "{\"cwd\":\"$PWD\"}"
	prompt 2 "what is in this folder?"
	ended 2
	ask 3 session/list "{\"cwd\":\"$PWD\"}"
	ask 4 session/list '{"cwd":"/nowhere"}'
	ask 5 session/delete "{\"sessionId\":\"$S\"}"
	ask 6 session/delete "{\"sessionId\":\"$S\"}"
	ask 7 session/list '{}'
	leave
	expect_equal "$(answer 1 '[.result.sessions[].sessionId]')" "[\"$S\"]" "also before its first prompt"
	expect_equal "$(answer 3 '.result.sessions[0] | [.sessionId, .cwd, .title]')" "[\"$S\",\"$PWD\",\"what is in this folder?\"]"
	expect_match "$(answer 3 '.result.sessions[0].updatedAt')" '^20[0-9-]*T[0-9:]*Z$'
	expect_equal "$(answer 4 .result.sessions)" '[]'
	expect_equal "$(answer 5 .result)$(answer 6 .result)$(answer 7 .result.sessions)" '{}{}[]'
}

test_close_ends_the_turn_that_runs_CLOSE_001_002() {
	server <<<'replies: [{delay_ms: 60000, text: "late"}]'
	with_model
	session
	prompt 1 "take your time"
	wait_for test -s "$REQUESTS"
	ask 2 session/close "{\"sessionId\":\"$S\"}"
	prompt 3 "more"
	ended 3
	leave
	expect_equal "$(answer 1 .result.stopReason)" cancelled
	expect_equal "$(answer 3 .error.code)" -32002
}

test_modes_are_the_approval_modes_MODES_001_002() {
	editor
	session
	expect_equal "$(answer 100 '[.result.modes.currentModeId, [.result.modes.availableModes[].id]]')" '["ask",["plan","read-only","ask","edits","all"]]'
	ask 1 session/set_mode "{\"sessionId\":\"$S\",\"modeId\":\"all\"}"
	ask 2 session/set_mode "{\"sessionId\":\"$S\",\"modeId\":\"any\"}"
	prompt 3 "run \`touch made\`"
	ended 3
	leave
	expect_equal "$(answer 2 .error.code)" -32602
	expect_equal "$(ls)" made
	expect_equal "$(heard 'select(.method == "session/request_permission")')" ""
}

test_options_are_told_whole_after_each_choice_CONFIG_001_003() {
	server <<<'replies: [{text: "Hi."}]'
	with_model
	session
	ask 1 session/set_config_option "{\"sessionId\":\"$S\",\"configId\":\"effort\",\"value\":\"low\"}"
	ask 2 session/set_config_option "{\"sessionId\":\"$S\",\"configId\":\"effort\",\"value\":\"immense\"}"
	ask 3 session/set_config_option "{\"sessionId\":\"$S\",\"configId\":\"colour\",\"value\":\"red\"}"
	ask 4 session/set_config_option "{\"sessionId\":\"$S\",\"configId\":\"effort\",\"value\":\"default\"}"
	leave
	expect_equal "$(answer 100 '[.result.configOptions[] | [.id, .category, .type]]')" '[["mode","mode","select"],["model","model","select"],["effort","thought_level","select"]]'
	expect_equal "$(answer 1 '[.result.configOptions[] | .currentValue]')" '["ask","scripted","low"]'
	expect_equal "$(answer 2 .error.code) $(answer 3 .error.code)" "-32602 -32602"
	expect_equal "$(answer 4 '[.result.configOptions[] | .currentValue]')" '["ask","scripted","default"]'
}

test_nothing_is_asked_of_the_editor_that_it_did_not_offer_CLIENTCAP_001_003_AUTH_001_005() {
	printf 'one\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}, {name: ask_user, arguments: {question: "Which?"}}]
		  - text: Done.
	EOF
	with_model
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":false,"writeTextFile":false},"terminal":false}}'
	session
	prompt 2 "read it"
	permits no
	ended 2
	ask 3 authenticate '{"methodId":"none"}'
	ask 4 logout '{}'
	leave
	expect_equal "$(heard '.method // empty' | sort -u | tr '\n' ' ')" '"session/request_permission" "session/update" '
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "tool")][-1].content')" 'no field for an answer in words'
	expect_equal "$(answer 3 .error.code) $(answer 4 .error.code)" "-32601 -32601"
}

test_unsaved_text_is_read_and_what_is_written_reaches_the_buffer() {
	printf 'one\r\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: edit_file, arguments: {path: a.txt, old: "two", new: "three"}}]
		  - text: Done.
	EOF
	with_model
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true}}}'
	session
	prompt 2 "edit it"
	gives 1 'one\ntwo\n'
	gives 2 'one\ntwo\n'
	permits once
	hear '.method == "fs/write_text_file"'
	tell "{\"jsonrpc\":\"2.0\",\"id\":$(heard 'select(.method == "fs/write_text_file") | .id'),\"result\":{}}"
	ended 2
	leave
	expect_equal "$(heard 'select(.method == "fs/read_text_file") | [.params.path, .params.sessionId]' | sort -u)" "[\"$PWD/a.txt\",\"$S\"]"
	expect_match "$(heard 'select(.method == "session/request_permission") | .params.toolCall.content[0].content.text')" '- two.*[+] three'
	expect_equal "$(heard 'select(.method == "fs/write_text_file") | [.params.path, .params.content]')" "[\"$PWD/a.txt\",\"one\\r\\nthree\\r\\n\"]"
	expect_equal "$(cat a.txt)" "$(printf 'one\r\nthree\r')"
	expect_match "$(jq -r 'select(.n == 3) | .body.messages[] | select(.role == "tool").content' "$REQUESTS")" 'two'
	expect_equal "$(answer 2 .result.stopReason)" end_turn
}

# A buffer that differs from the file by its line ends alone is none that is not saved.
test_a_saved_buffer_is_the_file_and_a_refusal_of_the_editor_is_told() {
	printf 'one\r\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: edit_file, arguments: {path: a.txt, old: "one", new: "two"}}]
		  - text: Done.
	EOF
	with_model --approve all
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true}}}'
	session
	prompt 2 "edit it"
	gives 1 'one\n'
	hear '.method == "fs/read_text_file" and .id == 2'
	tell '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no such buffer"}}'
	hear '.method == "fs/write_text_file"'
	tell '{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"it is read-only"}}'
	ended 2
	leave
	expect_equal "$(cat a.txt)" "$(printf 'two\r')"
	expect_match "$(updates agent_thought_chunk .content.text)" 'the editor did not take what was written to a\.txt: it is read-only'
}

test_cancel_while_the_editor_is_asked_for_a_file() {
	printf 'one\n' >a.txt
	server <<<'replies: [{calls: [{name: write_file, arguments: {path: a.txt, content: two}}]}, {text: Done.}]'
	with_model --approve all
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true}}}'
	session
	prompt 2 "write it"
	hear '.method == "fs/read_text_file"'
	tell "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"$S\"}}"
	ended 2
	tell '{"jsonrpc":"2.0","id":1,"result":{"content":"late"}}'
	ask 3 session/list '{}'
	leave
	expect_equal "$(answer 2 .result.stopReason)" cancelled
	expect_equal "$(cat a.txt)" one
}

# A question in words is a form where the editor has those: typed words go before a choice, a form that is closed is no answer.
test_a_question_in_words_is_a_form_where_the_editor_has_forms() {
	server <<-'EOF'
		replies:
		  - calls: [{name: ask_user, arguments: {question: "Which?", options: [red, blue]}}]
		  - calls: [{name: ask_user, arguments: {question: "Why?"}}]
		  - calls: [{name: ask_user, arguments: {question: "When?"}}]
		  - text: Done.
	EOF
	with_model
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"elicitation":{"form":{}}}}'
	session
	prompt 2 "ask"
	fills 1 '{"action":"accept","content":{"choice":"blue"}}'
	fills 2 '{"action":"accept","content":{"words":"it is dark"}}'
	fills 3 '{"action":"cancel"}'
	ended 2
	leave
	expect_equal "$(heard 'select(.method == "elicitation/create") | .params | [.mode, .message, (.requestedSchema.properties | keys), .requestedSchema.required]')" \
		'["form","Which?",["choice","words"],[]]
["form","Why?",["words"],["words"]]
["form","When?",["words"],["words"]]'
	expect_equal "$(jq -r 'select(.n == 5) | .body.messages[] | select(.role == "tool").content' "$REQUESTS" | sed 's/^\[obs [0-9]*\] //' | head -n 2)" 'blue
it is dark'
	expect_match "$(jq -r 'select(.n == 5) | [.body.messages[] | select(.role == "tool").content] | last' "$REQUESTS")" 'nobody to ask'
}

test_the_editors_mcp_servers_are_the_sessions_MCPCAP_001() {
	server <<-'EOF'
		replies:
		  - calls: [{name: mcp__editors__echo, arguments: {text: hello}}]
		  - text: Done.
	EOF
	with_model --approve all -s mcp.defer=never
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{}}'
	expect_equal "$(answer 1 .result.agentCapabilities.mcpCapabilities)" '{"http":true,"sse":false}'
	ask 2 session/new "$(jq -nc --arg cwd "$PWD" --arg server "$ROOT/tests/support/mcp_server.py" --arg log "$T/m.log" '{cwd: $cwd, mcpServers: [
		{name: "editors", command: "python3", args: [$server, "--log", $log], env: [{name: "KEY", value: "of-the-editor"}]},
		{type: "http", name: "web", url: "http://127.0.0.1:1/", headers: [{name: "X", value: "y"}]}]}')"
	S=$(answer 2 .result.sessionId)
	prompt 3 "echo"
	ended 3
	leave
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "tool")][-1].content')" 'echo: hello'
	[ -s "$T/m.log" ] || fail "the editor's server was not started"
	! grep -rqs of-the-editor "$XDG_STATE_HOME" "$XDG_DATA_HOME" || fail "what the editor gave its server is kept"
}

test_unknown_members_are_passed_over_META_001() {
	editor
	ask 1 initialize '{"protocolVersion":1,"_meta":{"x":1},"more":true}'
	ask 2 session/new "{\"cwd\":\"$PWD\",\"mcpServers\":[],\"_meta\":{\"a\":{}}}"
	leave
	expect_match "$(answer 2 .result.sessionId)" '^[0-9A-Z]{26}$'
}

test_slash_commands_are_offered_and_say_what_they_did() {
	printf 'one\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: write_file, arguments: {path: b.txt, content: "two\n"}}]
		  - text: Done.
	EOF
	with_model --approve all
	session
	hear '.params.update.sessionUpdate == "available_commands_update"'
	expect_match "$(updates available_commands_update '[.availableCommands[].name]')" '"diff".*"undo"'
	prompt 1 "write it"
	ended 1
	prompt 2 "/diff"
	ended 2
	prompt 3 "/undo"
	permits undo
	ended 3
	leave
	expect_match "$(updates agent_message_chunk .content.text | tail -n 40)" 'b\.txt'
	expect_equal "$(ls)" a.txt
}

test_it_ends_when_stdin_does_and_its_sessions_with_it_SHUTDOWN_001() {
	server <<<'replies: [{delay_ms: 60000, text: "late"}]'
	with_model
	session
	prompt 1 "take your time"
	wait_for test -s "$REQUESTS"
	child=$(pgrep -P "$EDITED" -f -- --serve || pgrep -f -- "--serve --cd=$PWD")
	leave
	for pid in $child; do wait_for bash -c "! kill -0 $pid 2>/dev/null"; done
}

test_the_death_of_one_session_hurts_no_other() {
	editor
	session
	first=$S
	pkill=$(pgrep -f -- "--serve --cd=$PWD" | head -n 1)
	kill -9 "$pkill"
	session
	prompt 1 "what is in this folder?"
	ended 1
	leave
	expect_equal "$(jq -rc 'select(.id == 1) | .result.stopReason' "$T/heard")" end_turn
	[ "$first" != "$S" ] || fail "it is the session that was killed"
}

# A reduced check of the schema (data/acp_line.jq), for the schema itself is not in the tree; see the last test.
test_every_line_is_as_the_schema_has_it_SCHEMA_001_ADDDIRS_001() {
	server <<-'EOF'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: edit, status: in_progress}, {id: b, content: run, status: pending}]}}]
		  - calls: [{name: write_file, arguments: {path: a.txt, content: new}}]
		  - calls: [{name: read_file, arguments: {path: a.txt}}, {name: search_text, arguments: {pattern: new}}]
		  - calls: [{name: run_command, arguments: {command: "exit 3"}}]
		  - calls: [{name: ask_user, arguments: {question: "Which?", options: [a, b]}}]
		  - text: Done.
		  - {text: x, delay_ms: 20000}
	EOF
	with_model
	ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true,"elicitation":{"form":{}}}}'
	session
	ask 2 session/set_mode "{\"sessionId\":\"$S\",\"modeId\":\"ask\"}"
	prompt 3 'work'
	permits once
	hear '.method == "fs/write_text_file" and .id == 2'
	tell '{"jsonrpc":"2.0","id":2,"result":{}}'
	gives 3 new
	hear '.method == "session/request_permission" and .id == 4'
	permits once
	fills 5 '{"action":"accept","content":{"words":"x"}}'
	ended 3
	prompt 4 'wait'
	wait_for holds '.body.messages? | tostring | test("wait")' "$REQUESTS"
	tell "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"$S\"}}"
	ended 4
	ask 5 session/list '{}'
	ask 6 session/close "{\"sessionId\":\"$S\"}"
	ask 7 session/load "{\"sessionId\":\"$S\",\"cwd\":\"$PWD\",\"mcpServers\":[]}"
	ask 8 session/nothing '{}'
	ask 9 session/delete "{\"sessionId\":\"$S\"}"
	leave
	cp "$T/heard" "${KEEP_LINES:-/dev/null}"
	expect_equal "$(answer 4 .result.stopReason)" cancelled
	expect_equal "$(answer 1 '.result.agentCapabilities.sessionCapabilities | has("additionalDirectories")')" false
	[ "$(wc -l <"$T/heard")" -gt 30 ] || fail "too few lines"
	expect_equal "$(jq -c . "$T/heard" | while read -r line; do
		jq -e -f "$ROOT/tests/e2e/data/acp_line.jq" <<<"$line" >/dev/null || echo "$line"
	done)" ''
}

# NAME_001_003 in the name of a test stands for NAME-001 to NAME-003.
test_each_check_of_the_kit_stands_in_the_name_of_a_test() {
	grep -oE '^test_[A-Za-z0-9_]+' "$ROOT/tests/e2e/acp.sh" | grep -oE '[A-Z]+(_[0-9]{3})+' | while IFS=_ read -r name from to; do
		for i in $(seq "$from" "${to:-$from}"); do printf '%s-%03d\n' "$name" "$((10#$i))"; done
	done | sort -u >"$T/held"
	sed 1d "$ROOT/tests/e2e/data/acp_checks.txt" | tr ' ' '\n' | grep -- - | sort >"$T/wanted"
	expect_equal "$(wc -l <"$T/wanted")" 51
	expect_equal "$(comm -13 "$T/held" "$T/wanted")" ''
}

test_the_entry_for_registries_is_of_this_version() {
	expect_equal "$(jq -r '[.id, .distribution.binary["linux-x86_64"].args[0]] | join(" ")' "$ROOT/docs/acp-registry.json")" 'agent acp'
	expect_match "$("$AGENT" --version)" "$(jq -r .version "$ROOT/docs/acp-registry.json" | sed 's/\./\\./g')"
}

# acpx ARGUMENTS...: the command line client, with `agent acp` as its agent.
acpx() {
	echo "exec '$AGENT' --backend openai --base-url $URL -m scripted --depth react -s 'evaluation.unchecked=[\"*\"]' acp" >"$T/acp.sh"
	PATH=$(dirname "$NODE"):$PATH "$NODE" "$KIT/node_modules/acpx/dist/cli.js" --agent "sh $T/acp.sh" --cwd "$PWD" --ttl 1 "$@"
}

test_acpx_drives_a_plan_an_edit_a_cancel_and_a_load() {
	kit || return 0
	printf 'one\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: "Read", status: in_progress}, {id: b, content: "Mend", status: pending}]}}
		      - {name: read_file, arguments: {path: a.txt}}
		  - calls: [{name: edit_file, arguments: {path: a.txt, old: one, new: two}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: "Read", status: completed}, {id: b, content: "Mend", status: completed}]}}]
		  - text: Mended.
		  - {delay_ms: 60000, text: late}
		  - {text: "I remember.", repeat: true}
	EOF
	expect_exit 0 acpx --approve-all --format json sessions new
	expect_exit 0 acpx --approve-all --format json prompt "mend it"
	cp "$T/out" "$T/prompt"
	expect_equal "$(cat a.txt)" two
	expect_match "$(jq -c 'select(.params.update.sessionUpdate == "plan") | [.params.update.entries[].status]' "$T/prompt" | tail -n 1)" '"completed","completed"'
	holds '.method == "fs/write_text_file" and .params.content == "two\n"' "$T/prompt" || fail "the edit did not go through the client"
	holds '.method == "session/request_permission"' "$T/prompt" || fail "no permission was asked"
	acpx --approve-all --format json prompt "wait" >"$T/waited" 2>"$T/err" &
	wait_for holds '.body.messages? | tostring | test("wait")' "$REQUESTS"
	expect_exit 0 acpx --format json cancel
	wait $!
	holds '.result.stopReason == "cancelled"' "$T/waited" || fail "not cancelled: $(cat "$T/waited")"
	# Its agent ends when it is idle for a second; the next prompt begins another, which loads the session.
	wait_for bash -c "! pgrep -f -- 'base-url $URL .* acp$'"
	expect_exit 0 acpx --approve-all --format json prompt "again"
	holds '.method == "session/load" or .method == "session/resume"' "$T/out" || fail "the session was not loaded"
	expect_match "$(jq -r '.params.update.content.text? // empty' "$T/out")" 'I remember'
	wait_for bash -c "! pgrep -f -- 'base-url $URL .* acp$'"
	expect_match "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[].content]')" 'mend it.*wait.*again'
}

test_every_line_that_it_printed_above_holds_to_the_schema_SCHEMA_001() {
	kit || return 0
	[ "$(wc -l <"$ALL")" -gt 20 ] || fail "too few lines"
	expect_equal "$(cd "$KIT" && "$NODE" "$ROOT/tests/support/acp_schema.mjs" "$KIT" "$ALL" 2>&1)" "$(wc -l <"$ALL") lines hold"
}

run_tests
