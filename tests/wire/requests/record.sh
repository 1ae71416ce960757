#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays a session of a small project at depth react and at depth strategic and keeps the first and the last request for a reply of each:
#
#	AGENT=build/agent BUILD=build tests/wire/requests/record.sh DIR
. "$(dirname "$0")/../../support/lib.sh"
OUT=$(cd "${1:?folder}" && pwd)

project() {
	mkdir -p src tests
	printf 'all: csv\n\ncsv: src/csv.c\n\tcc -o csv src/csv.c\n\ntest: csv\n\ttests/run.sh\n' >Makefile
	printf '#include <stdio.h>\n\nint main(void)\n{\n\tint c, n = 1;\n\n\twhile ((c = getchar()) != EOF)\n\t\tif (c == 44)\n\t\t\tn++;\n\tprintf("%%d\\n", n);\n\treturn 0;\n}\n' >src/csv.c
	printf '#!/bin/sh\n[ "$(printf "a,b" | ./csv)" = 2 ] && [ "$(printf "" | ./csv)" = 0 ] || { echo FAIL empty; exit 1; }\necho ok\n' >tests/run.sh
	chmod +x tests/run.sh
	printf '# Project\n\nRun `make test` before you answer. Tabs, not spaces.\n' >AGENTS.md
	git init -q -b main . && git add -A && git -c user.name=A -c user.email=a@example.org commit -qm "Count the fields"
}

replies() {
	cat <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Start the count at the first byte.", "complexity": "moderate", "success_criteria": [{"text": "the tests pass", "check": {"command": "make test"}}], "required_tools": ["run_command"]}'
		  - text: I look at the code and the tests.
		    calls: [{name: read_file, arguments: {path: src/csv.c}}, {name: run_command, arguments: {command: make test}}]
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: count, content: "Count nothing for empty input", status: in_progress}, {id: test, content: "Run the tests", status: pending}, {id: say, content: "Say what changed", status: pending}]}}
		      - {name: run_command, arguments: {command: "sed -i 's/n = 1/n = 0/; s/if (c == 44)/if (!n++ || c == 44)/; s/^\t\t\tn++/\t\t\tn += c == 44/' src/csv.c"}}
		  - calls: [{name: run_command, arguments: {command: make test}}]
		  - calls: [{name: read_file, arguments: {path: src/csv.c}}]
		  - calls: [{name: write_file, arguments: {path: src/csv.c, content: "#include <stdio.h>\n\nint main(void)\n{\n\tint c, n = 0;\n\n\twhile ((c = getchar()) != EOF)\n\t\tn += !n + (c == 44);\n\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n"}}]
		  - calls:
		      - {name: write_todos, arguments: {todos: [{id: count, content: "Count nothing for empty input", status: completed}, {id: test, content: "Run the tests", status: in_progress}, {id: say, content: "Say what changed", status: pending}]}}
		      - {name: run_command, arguments: {command: make test}}
		  - calls: [{name: write_todos, arguments: {todos: [{id: count, content: "Count nothing for empty input", status: completed}, {id: test, content: "Run the tests", status: completed}, {id: say, content: "Say what changed", status: completed}]}}]
		  - {text: "Empty input counts 0 fields now (src/csv.c:8); `make test` passes.", repeat: true}
	EOF
}

session() { # DEPTH
	local first last
	project
	server < <(if [ "$1" = react ]; then replies | sed 2,3d; else replies; fi)
	agent --backend openai --base-url "$URL" -m scripted --depth "$1" --approve all -s evaluation.when='[never]' -s context.folder.git_ms=10000 \
		--ask "The csv counter says 1 for empty input. Make the tests pass." </dev/null || exit 1
	jq -c 'select(.method == "POST") | .body | select(.tools)' "$REQUESTS" | sed "s#$T/work#/home/user/csv#g" >"$T/bodies"
	head -n 1 "$T/bodies" | jq --tab . >"$OUT/$1.first.json"
	tail -n 1 "$T/bodies" | jq --tab . >"$OUT/$1.last.json"
}
session_react() { session react; }
session_strategic() { session strategic; }

run_one session_react && run_one session_strategic
