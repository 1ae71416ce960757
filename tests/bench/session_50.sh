#!/bin/bash
# SPDX-License-Identifier: MIT
# A session of 50 turns with a plan in each, 100 calls, what makes room in its window, and --continue in its middle. Prints
# `agent usage --cache` of it: what its requests sent again of what a server's cache had.
. "$(dirname "$0")/../support/lib.sh"
T=$(mktemp -d)
clean_environment
trap 'kill ${SERVERS:-} 2>/dev/null; rm -rf "$T"' EXIT

todo() { # ID STATUS
	printf '{name: write_todos, id: %s, arguments: {todos: [{id: a, content: Look at the next lines, status: %s}]}}' "$1" "$2"
}
seq -f 'line %.0f of a file with some words to fill it' 1 2000 >data
server < <(
	echo 'replies:'
	echo '  - {match: "beginning of a working session", text: "The lines of data were read in order.", repeat: true}'
	for i in $(seq 50); do
		echo "  - {calls: [$(todo "p$i" in_progress), {name: read_file, id: r$i, arguments: {path: data, offset: $((i * 30)), limit: 70}}]}"
		echo "  - {calls: [{name: run_command, id: c$i, arguments: {command: \"sed -n $i,$((i + 20))p data\"}}]}"
		echo "  - {text: \"Turn $i: the lines say what they say, and the step is done with that.\", calls: [$(todo "q$i" completed)]}"
	done
)
turns() { # FIRST LAST OPTION...: in one process, as the chat would
	local first=$1 last=$2
	shift 2
	coproc served { "$AGENT" --serve --backend openai --base-url "$URL" -m scripted --depth react --approve all -s backend.context_tokens=60000 "$@" 2>"$T/err"; }
	for i in $(seq "$first" "$last"); do
		printf '{"intent": "prompt", "text": "turn %s: look at the next lines"}\n' "$i" >&"${served[1]}"
		until [[ ${line:-} == *'"turn_end"'* ]]; do read -r line <&"${served[0]}" || exit 1; done
		line=
	done
	eval "exec ${served[1]}>&-"
	wait "$served_PID"
}
turns 1 25 "$@"
turns 26 50 --continue "$@"
agent usage --cache
