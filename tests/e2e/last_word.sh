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

	for form in text json; do
		rm -rf src
		printf 'test:\n\t@echo 1 of 3 failed; exit 1\n' >Makefile
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

test_a_command_that_failed_last_is_told_once_and_said_below_the_answer() {
	ending 6 4 "All tests pass.

Done.

Not verified: \`make test\` exited 2 when it last ran" <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [$fails]
		  - text: All tests pass.
		  - {match: "exited 2 when it last ran", text: Done.}
	EOF
	expect_equal "$(jq -c '.outcome, .unverified' "$T/out")" '"unmet"
["`make test` exited 2 when it last ran"]'
}

test_a_failure_that_the_answer_admits_is_an_answer() {
	ending 0 3 "The change is made, but one test still fails." <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [$fails]
		  - text: The change is made, but one test still fails.
	EOF
	ending 0 4 "The change is made.

One test fails." <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [$fails]
		  - text: The change is made.
		  - text: One test fails.
	EOF
}

test_a_failure_that_is_mended_afterwards_is_none() {
	ending 0 6 "All tests pass." <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [$fails]
		  - text: All tests pass.
		  - calls: [{name: run_command, arguments: {command: "printf 'test:\\n' >Makefile; make test"}}]
		  - calls: [{name: run_command, arguments: {command: make test}}]
		  - text: All tests pass.
	EOF
}

test_a_failure_before_a_pipe_is_one() {
	ending 6 4 "All tests pass.

I see.

Not verified: \`make test | tail -n 1\` exited 2 when it last ran" <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [{name: run_command, arguments: {command: "make test | tail -n 1"}}]
		  - text: All tests pass.
		  - {match: "exited 2 when it last ran", text: I see.}
	EOF
}

test_what_no_command_showed_is_said_below_the_answer() {
	ending 0 1 "All tests pass.

Not verified: that it passes: no command that could show it was run" <<-EOF
		replies:
		  - text: All tests pass.
	EOF
}

run_tests
