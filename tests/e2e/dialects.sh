#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls by the names and arguments of other agents, on the wire: they run as ours do, the store has our
# words, and the rules see what runs.
. "$(dirname "$0")/../support/lib.sh"

model() {
	agent --backend openai --base-url "$URL" -m scripted "$@"
}

sent() { # REQUEST QUERY
	sed -n "$1p" "$REQUESTS" | jq -r ".body | $2"
}

events() {
	jq -r "$1" "$T/out"
}

# What was refused before: each runs, and the model reads our words of it in the next request.
test_calls_in_the_words_of_other_agents_run() {
	printf 'one\ntwo\nthree\n' >a.txt
	server <<-EOF
		replies:
		  - calls:
		      - {name: bash, arguments: {cmd: printf hi}}
		      - {name: Read, arguments: {file_path: $PWD/a.txt, offset: "2", limit: "1"}}
		      - {name: MultiEdit, arguments: {file_path: a.txt, edits: '[{"old_string": "one", "new_string": "1"}]'}}
		      - {name: TodoWrite, arguments: {todos: [{content: Mend it, status: completed, activeForm: Mending it}]}}
		  - text: done
	EOF
	expect_exit 0 model --ask go --approve all --output events
	expect_equal "$(cat a.txt)" "1
two
three"
	expect_equal "$(sent 2 '[.messages[]|select(.role=="assistant").tool_calls[].function|.name+" "+.arguments]|join("\n")')" \
		'run_command {"command":"printf hi"}
read_file {"path":"a.txt","offset":2,"limit":1}
edit_file {"path":"a.txt","old_string":"one","new_string":"1"}
write_todos {"todos":[{"content":"Mend it","status":"completed","active_form":"Mending it","id":"mend-it"}]}'
	expect_match "$(sent 2 '.messages[]|select(.role=="tool").content')" 'hi'
	expect_match "$(sent 2 '.messages[]|select(.role=="tool").content')" '2	two'
	expect_match "$(sent 2 '.messages[]|select(.role=="tool").content')" '"ok":true'
}

# The store keeps our names; what was mended stands beside them.
test_what_was_mended_is_in_the_events() {
	echo one >a.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: Read, arguments: {file_path: ./a.txt, limit: "1", offset: null}}]
		  - text: done
	EOF
	expect_exit 0 model --ask go --output events
	expect_equal "$(events 'select(.type=="tool_call")|.data|[.tool,(.arguments|tojson),(.mended|join("; "))]|join(" | ")')" \
		'read_file | {"path":"a.txt","limit":1} | Read is read_file; file_path is path; offset: null left out; limit: "1" as 1; path: a.txt'
	expect_equal "$(events 'select(.type=="message" and .data.role=="assistant")|.data.parts[]|select(.type=="call")|.tool')" read_file
	expect_equal "$(events 'select(.type=="tool_call")|.summary')" 'read_file a.txt:1-1'
}

# A rule is about our tools and paths; a call by another name does not get past it.
test_rules_see_the_call_that_runs() {
	echo secret >key.pem
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml" <<-'EOF'
		permissions:
		  rules:
		    - deny: {path: "*.pem"}
		    - deny: {command: rm}
	EOF
	touch kept
	server <<-EOF
		replies:
		  - calls:
		      - {name: Read, arguments: {file_path: $PWD/key.pem}}
		      - {name: view, arguments: {filePath: ./key.pem}}
		      - {name: str_replace_based_edit_tool, arguments: {command: view, path: key.pem}}
		      - {name: exec_command, arguments: {cmd: rm kept}}
		      - {name: shell, arguments: {command: [bash, -lc, rm kept]}}
		      - {name: Bash, arguments: '"{\"command\": \"rm kept\"}"'}
		  - text: done
	EOF
	expect_exit 5 model --ask go --approve all --output events
	expect_equal "$(events 'select(.type=="tool_result")|.data.denied' | sort | uniq -c | tr -s ' ')" ' 6 true'
	expect_no_match "$(cat "$T/out")" 'secret'
	test -e kept
}

# A patch is a tool of its own, taken where it is not offered; it changes several files, and one undo
# takes all of it back.
test_a_patch_is_applied_whole_and_undone_whole() {
	printf 'one\ntwo\n' >a.txt
	printf 'b\n' >b.txt
	server <<-'EOF'
		replies:
		  - calls: [{name: apply_patch, arguments: {input: "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** Delete File: b.txt\n*** Add File: c.txt\n+c\n*** End Patch\n"}}]
		  - text: done
	EOF
	expect_exit 0 model --ask go --approve edits --output events
	expect_no_match "$(sent 1 '.tools[].function.name')" apply_patch
	expect_equal "$(cat a.txt c.txt)" "one
2
c"
	test ! -e b.txt
	expect_equal "$(events 'select(.type=="file_change")|.data.path' | tr '\n' ' ')" 'a.txt b.txt c.txt '
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(cat a.txt b.txt)" "one
two
b"
	test ! -e c.txt
}

# The rules see every file of a patch, and what is denied to the other tools that write.
test_rules_see_every_file_of_a_patch() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	printf 'permissions:\n  rules:\n    - deny: {class: writes, path: "*.pem"}\n    - deny: {tool: edit_file, path: kept.txt}\n' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	echo kept | tee kept.txt >key.pem
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: apply_patch, arguments: {input: "*** Begin Patch\n*** Add File: a.txt\n+a\n*** Delete File: key.pem\n*** End Patch\n"}}
		      - {name: apply_patch, arguments: {input: "*** Begin Patch\n*** Update File: kept.txt\n@@\n-kept\n+lost\n*** End Patch\n"}}
		      - {name: shell, arguments: {command: [apply_patch, "*** Begin Patch\n*** Update File: x\n*** Move to: new.pem\n*** End Patch\n"]}}
		  - text: done
	EOF
	expect_exit 5 model --ask go --approve all --output events
	expect_equal "$(events 'select(.type=="tool_result")|.data.denied' | sort | uniq -c | tr -s ' ')" ' 3 true'
	expect_equal "$(cat kept.txt key.pem)" "kept
kept"
	test ! -e a.txt
}

# A session of before, with the arguments of then, goes on.
test_recorded_arguments_still_replay() {
	printf 'one\ntwo\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: a.txt, from_line: 2, to_line: 2}}
		      - {name: edit_file, arguments: {path: a.txt, edits: [{old: one, new: "1"}, {old: two, new: "2"}]}}
		  - text: done
		  - text: again
	EOF
	expect_exit 0 model --ask go --approve all
	expect_equal "$(cat a.txt)" "1
2"
	expect_exit 0 model --continue --ask more
	expect_equal "$(cat "$T/out")" again
}

offered() { # of request 1: name(arguments)
	sent 1 '.tools[].function|.name+"("+(.parameters.properties|keys_unsorted|join(","))+")"'
}

# models.yaml names the dialect, or the model's name says it: tools are offered in its words, what comes
# back is ours in the store, and the history is told in the words that were offered.
test_tools_are_offered_in_the_words_of_the_model() {
	printf 'one\ntwo\n' >a.txt
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: Read, arguments: {file_path: a.txt, offset: 2}}
		      - {name: Bash, arguments: {command: printf hi, timeout: 5000}}
		      - {name: TodoWrite, arguments: {todos: [{content: Read it, status: completed, activeForm: Reading it}]}}
		      - {name: Edit, arguments: {file: 1, speed: 2}}
		  - text: done
	EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m anthropic/claude-test --ask go --approve all --output events
	expect_match "$(offered)" 'Bash\(command,timeout,run_in_background'
	expect_match "$(offered)" 'Read\(file_path,offset,limit\)'
	expect_match "$(offered)" 'TodoWrite\(todos\)'
	expect_match "$(offered)" 'Grep\(pattern,path,glob,literal,-i,-C,output_mode\)'
	expect_no_match "$(sent 1 '.tools|tojson')" '(edit|read|write|list|find)_files?\b'
	expect_equal "$(events 'select(.type=="message" and .data.role=="assistant")|.data.parts[]|select(.type=="call")|.tool' | tr '\n' ' ')" 'read_file run_command write_todos edit_file '
	expect_equal "$(sent 2 '[.messages[]|select(.role=="assistant").tool_calls[].function|.name+" "+.arguments]|join("\n")')" \
		'Read {"file_path":"a.txt","offset":2}
Bash {"command":"printf hi","timeout":5000}
TodoWrite {"todos":[{"content":"Read it","status":"completed","activeForm":"Reading it"}]}
Edit {"file":1,"speed":2}'
	expect_match "$(sent 2 '.messages[]|select(.role=="tool").content')" 'Edit takes no `speed`; it takes `file_path`'
}

test_the_table_of_models_names_a_dialect() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	printf 'models:\n  - {match: "scripted", dialect: gpt}\n  - {match: "claude*", dialect: ours}\n' >"$XDG_CONFIG_HOME/agent/config/models.yaml"
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: apply_patch, arguments: {input: "*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch\n"}}
		      - {name: update_plan, arguments: {plan: [{step: Make it, status: completed}]}}
		  - text: done
	EOF
	expect_exit 0 model --ask go --approve all --output events
	expect_match "$(offered)" 'apply_patch\(input\)'
	expect_match "$(offered)" 'shell_command\(command,timeout_ms'
	expect_no_match "$(offered)" 'edit_file|write_file|write_todos'
	expect_equal "$(cat a.txt)" a
	expect_equal "$(sent 2 '[.messages[]|select(.role=="assistant").tool_calls[].function.name]|join(" ")')" 'apply_patch update_plan'
	server <<<'replies: [{text: done}]'
	expect_exit 0 agent --backend openai --base-url "$URL" -m claude-test --ask go
	expect_match "$(offered)" 'edit_file\(path'
}

# Another model in mid-session: offered what it knows, told the history in its words, and taken by any name.
test_another_model_is_offered_its_own_words_and_told_the_past_in_them() {
	echo one >a.txt
	server <<-'EOF'
		models: [claude-test, scripted]
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - text: first
		  - calls: [{name: Read, arguments: {file_path: a.txt}}, {name: read_file, arguments: {path: missing.txt}}]
		  - text: second
	EOF
	{
		echo one
		wait_for grep -q first "$T/chat"
		echo /model claude-test
		echo two
		wait_for grep -q second "$T/chat"
		echo /quit
	} | script -qfec "'$AGENT' --plain --backend openai --base-url $URL -m scripted --depth react --approve all" /dev/null >"$T/chat"
	expect_equal "$(jq -c 'select(.method == "POST") | .body | [.model, (.tools | map(.function.name) | index("read_file") != null),
		(.tools | map(.function.name) | index("Read") != null), [.messages[] | .tool_calls // [] | .[].function.name]]' "$REQUESTS")" \
		'["scripted",true,false,[]]
["scripted",true,false,["read_file"]]
["claude-test",false,true,["Read"]]
["claude-test",false,true,["Read","Read","Read"]]'
	expect_match "$(jq -r 'select(.method == "POST") | .body.messages[0].content' "$REQUESTS" | grep -c 'call TodoWrite')" 2
}

# No result and no error names a tool: the words fit every dialect.
test_no_result_names_a_tool_the_model_was_not_offered() {
	mkdir src
	for i in 1 2 3; do seq -f "line %.0f" 1 4000 >"large$i.txt"; done
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: Read, arguments: {file_path: missing.txt}}
		      - {name: Read, arguments: {file_path: large1.txt}}
		      - {name: Edit, arguments: {file_path: new.txt, old_string: a, new_string: b}}
		      - {name: Edit, arguments: {file_path: large1.txt, new_string: b}}
		      - {name: Bash, arguments: {}}
		      - {name: Bash, arguments: {id: job-1}}
		      - {name: Bash, arguments: {command: cat large2.txt}}
		      - {name: Nothing, arguments: {}}
		  - text: done
	EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m claude-test --depth react --ask go --approve all -s tools.read_bytes=20000 -s tools.result_bytes=8000
	expect_equal "$(sent 2 '[.messages[] | select(.role == "tool")] | length')" 8
	expect_no_match "$(sent 2 '.messages[] | select(.role == "tool") | .content' | grep -vE '^line ')" \
		'(read|write|edit|list|find)_files?\b|search_text|run_command|write_todos'
}

# The strategist's example names the tools it is told of.
test_a_role_is_told_of_tools_by_the_same_names() {
	server <<-'EOF'
		replies:
		  - {match: "Tools of the agent:", text: '{"approach": "Look.", "complexity": "moderate", "success_criteria": []}'}
		  - {text: done, repeat: true}
	EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m claude-test --depth strategic --ask go
	expect_match "$(sent 1 '.messages[0].content')" '"required_tools": \["Grep", "Edit", "Bash"\]'
	expect_match "$(sent 1 '.messages[1].content')" '^- Grep: '
	expect_no_match "$(sent 1 '.messages|tojson')" '(read|write|edit|list|find)_files?\b|search_text|run_command|write_todos'
}

# holds: calls-other-agents
test_one_call_that_stands_for_several_is_several() {
	echo one >a.txt
	echo two >b.txt
	server <<-EOF
		replies:
		  - calls: [{name: multi_tool_use.parallel, arguments: {tool_uses: [{recipient_name: functions.read_file, parameters: {path: a.txt}}, {recipient_name: functions.read_file, parameters: {path: b.txt}}]}}]
		  - calls: [{name: think, arguments: {thought: Hm}}]
		  - calls: [{name: attempt_completion, arguments: {result: They say one and two.}}]
	EOF
	expect_exit 0 model --ask "what do they say" </dev/null
	expect_equal "$(cat "$T/out")" 'They say one and two.'
	expect_equal "$(wc -l <"$REQUESTS")" 3
	expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '[.body.messages[] | select(.role == "tool") | .content | test("one|two")]')" '[true,true]'
	expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '[.body.messages[].tool_calls // [] | .[].function.name]')" '["read_file","read_file"]'
}

run_tests
