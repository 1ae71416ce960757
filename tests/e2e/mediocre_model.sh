#!/bin/bash
# SPDX-License-Identifier: MIT
# A model that stumbles at nearly every step comes to its end all the same: what is meant is done, what is not clear is said, and the answer
# is true.
. "$(dirname "$0")/../support/lib.sh"

project() {
	mkdir -p src
	printf 'total() {\n\tsum=1\n\tfor n in "$@"; do\n\t\tsum=$((sum + n))\n\tdone\n\techo $sum\n}\n' >src/total.sh
	printf '%s\n' '. ./src/total.sh' '[ "$(total 1 2 3)" = 6 ] && echo ok || { echo "not 6"; exit 1; }' >check.sh
}

# The result of the call that came N-th, as the model reads it.
result() {
	sed -n "$(($1 + 1))p" "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "tool")][-1].content'
}

# The arguments of that call, as they stand in the history of the next request.
sent() {
	sed -n "$(($1 + 1))p" "$REQUESTS" | jq -r '[.body.messages[] | select(.tool_calls)][-1].tool_calls[0].function.arguments'
}

test_fourteen_clumsy_steps_end_with_the_fix_and_a_true_answer() {
	project
	server <<-'EOS'
		replies:
		  - calls: [{name: list_directory, arguments: {path: /home/dev/ledger/src, recursive_depth: 3}}]
		  - calls: [{name: list_directory, arguments: '{"dir_path": ".", "colour": true}'}]
		  - calls: [{name: read_file, arguments: {path: /src/total.sh}}]
		  - calls: [{name: read_file, arguments: '"{\"path\": \"src/total.sh\"}"'}]
		  - calls: [{name: run_tests, arguments: {verbose: true}}]
		  - calls: [{name: run_command, arguments: "{'command': 'sh check.sh', 'timeout': None}"}]
		  - calls: [{name: edit_file, arguments: {path: src/total.sh, old_string: "sum = 1", new_string: "sum = 0"}}]
		  - calls: [{name: edit_file, arguments: '{"path": "src/total.sh", "old_string": "sum=1, "new_string": "sum=0"}'}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find it, status: completed}, {id: b, content: Mend it, status: in_progress}, {id: c, content: Check it, status: in_progress}]}}]
		  - calls: [{name: edit_file, arguments: {path: src/total.sh, old_string: "2\t\tsum=1\n3\t\tfor n in \"$@\"; do", new_string: "2\t\tsum=0\n3\t\tfor n in \"$@\"; do", edits: [{old_string: "2\t\tsum=1\n3\t\tfor n in \"$@\"; do", new_string: "2\t\tsum=0\n3\t\tfor n in \"$@\"; do"}]}}]
		  - calls: [{name: write_file, arguments: {path: check.sh, content: "echo ok\n"}}]
		  - calls: [{name: bash, arguments: {command: ["bash", "-lc", "sed -i 's/echo $sum/echo \"$sum\"/' src/total.sh && sh check.sh"], workdir: .}}]
		  - calls: [{name: edit_file, arguments: {path: src/total.sh, old_string: "    for n in “$@”; do\n        sum=$((sum + n))\n    done", new_string: "    for n in “$@”; do\n        sum=$((sum + n)) # each\n    done"}}]
		  - {text: "Now I will run the check to see whether it works."}
		  - calls: [{name: run_command, arguments: '{"command": "sh check.sh"}}'}]
		  - {text: "The sum began at 1; it begins at 0 now, and sh check.sh says ok.", repeat: true}
	EOS
	expect_exit 0 agent --backend openai --base-url "$URL" -m scripted --depth react --approve all --output events --ask "total 1 2 3 is 7; mend it"
	expect_equal "$(cat src/total.sh)" "$(printf 'total() {\n\tsum=0\n\tfor n in "$@"; do\n\t\tsum=$((sum + n)) # each\n\tdone\n\techo "$sum"\n}')" 'the file'
	expect_match "$(cat check.sh)" 'total 1 2 3'
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" 'The sum began at 1; it begins at 0 now, and sh check.sh says ok.'

	expect_match "$(result 1)" "did you mean 'src'"
	expect_match "$(result 2)" 'Ignored: colour; there is no such argument.'
	expect_equal "$(sent 2)" '{"path":"."}'
	expect_match "$(result 3)" "did you mean 'src/total.sh'"
	expect_match "$(result 4)" 'sum=1'
	expect_equal "$(sent 4)" '{"path":"src/total.sh"}' 'history says what ran'
	expect_match "$(result 5)" "no tool 'run_tests'"
	expect_match "$(result 6)" 'not 6'
	expect_equal "$(sent 6)" '{"command":"sh check.sh"}'
	expect_match "$(result 7)" 'most similar: line 2'
	expect_match "$(result 8)" 'are not JSON: .*you sent: .*"old_string": "sum=1, "new_string"'
	expect_match "$(result 9)" "'c' is pending: 'b' is in_progress already"
	expect_match "$(result 10)" 'differed in line numbers in front of its lines'
	expect_match "$(result 10)" 'edit 2: left out, an edit before it is the same'
	expect_match "$(result 11)" 'check.sh is there already and was not read; nothing was written'
	expect_match "$(result 12)" '^ok'
	expect_match "$(result 13)" 'differed in the form of quotes, dashes and blanks'
	expect_match "$(result 15)" '^ok'
}

run_tests
