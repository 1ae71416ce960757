#!/bin/bash
# The last word of a turn: whatever the program asks for after an answer, the answer is printed; a reply that is nothing is asked for again.
. "$(dirname "$0")/../support/lib.sh"

todos='{name: write_todos, arguments: {todos: [{id: a, content: Look, status: STATUS}]}}'
begin=${todos/STATUS/in_progress}
close=${todos/STATUS/completed}
write='{name: write_file, arguments: {path: src/a.c, content: "int x;\n"}}'
ok='{name: run_command, arguments: {command: "true"}}'
fails='{name: run_command, arguments: {command: make test}}'
full='The cause is in src/csv.c:88: the quote is skipped, so the field ends one character too early.'

# ending EXIT REQUESTS WANTED [FLAGS...] <script: what --ask prints and how it ends, in text and as JSON.
ending() {
	local exit=$1 requests=$2 wanted=$3 script got
	shift 3
	script=$(cat)

	printf 'test:\n\t@echo 1 of 3 failed; exit 1\n' >Makefile
	for form in text json; do
		rm -rf src
		server <<<"$script"
		expect_exit "$exit" agent --backend openai --base-url "$URL" -m scripted --depth react --approve all --output $form --ask go "$@"
		got=$(cat "$T/out")
		[ $form = text ] || got=$(jq -r '.answer // ""' "$T/out")
		expect_equal "$got" "$wanted" "the answer ($form)"
		expect_equal "$(wc -l <"$REQUESTS")" "$requests" "requests ($form)"
	done
}

test_an_answer_beside_the_call_that_closes_the_plan_is_the_answer() {
	ending 0 2 "$full" <<-EOF
		replies:
		  - {calls: [$begin, {name: list_files}]}
		  - {text: "$full", calls: [$close]}
		  - text: ""
	EOF
}

test_a_short_one_beside_it_stands_when_nothing_comes() {
	ending 0 3 "It is 42." <<-EOF
		replies:
		  - {calls: [$begin, {name: list_files}]}
		  - {text: "It is 42.", calls: [$close]}
		  - text: ""
	EOF
}

test_a_short_one_beside_it_is_kept_when_less_comes() {
	ending 0 3 "It is 42.

All done." <<-EOF
		replies:
		  - {calls: [$begin, {name: list_files}]}
		  - {text: "It is 42.", calls: [$close]}
		  - text: All done.
	EOF
}

test_the_last_look_loses_no_answer() {
	ending 0 3 "$full

There is nothing to run." <<-EOF
		replies:
		  - calls: [$write]
		  - text: "$full"
		  - text: There is nothing to run.
	EOF
}

test_open_items_lose_no_answer() {
	ending 0 3 "$full

Plan updated." <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: in_progress}, {id: b, content: Mend, status: pending}]}}, {name: list_files}]
		  - text: "$full"
		  - text: Plan updated.
	EOF
}

run_tests
