#!/bin/bash
# SPDX-License-Identifier: MIT
# A last look: files were changed and nothing was run since, so an answer is held back once.
. "$(dirname "$0")/../support/lib.sh"

looking() {
	agent --backend openai --base-url "$URL" -m scripted --depth react "$@"
}

write='{name: write_file, arguments: {path: src/csv.c, content: "int x;\n"}}'

requests() {
	wc -l <"$REQUESTS"
}

last_words() { # of the last message of request N
	sed -n "$1p" "$REQUESTS" | jq -r '.body.messages[-1].content'
}

test_an_answer_after_a_change_is_held_back_until_something_was_run() {
	server <<-EOF
		replies:
		  - calls: [$write]
		  - text: done
		  - calls: [{name: run_command, arguments: {command: "true"}}]
		  - text: done and checked
	EOF
	expect_exit 0 looking --approve all --ask go
	expect_equal "$(requests)" 4
	expect_match "$(last_words 3 | tr '\n' ' ')" 'nothing was run since src/csv.c changed.*narrowest check'
	expect_equal "$(cat "$T/out")" "done and checked"
}

test_an_answer_in_words_is_taken_after_it() {
	server <<-EOF
		replies:
		  - calls: [$write]
		  - text: done
		  - text: done, not checked
	EOF
	expect_exit 0 looking --approve all --ask go
	expect_equal "$(requests)" 3
	expect_equal "$(cat "$T/out")" "done, not checked"
}

test_what_was_run_after_the_change_is_look_enough() {
	server <<-EOF
		replies:
		  - calls: [$write]
		  - calls: [{name: run_command, arguments: {command: "false"}}]
		  - text: it fails
	EOF
	expect_exit 0 looking --approve all --ask go
	expect_equal "$(requests)" 3
}

# What was run before the change says nothing about it; prose needs no command; where no command may run none is asked for.
test_a_look_is_wanted_only_where_one_can_be_had() {
	server <<-EOF
		replies:
		  - calls: [{name: run_command, arguments: {command: "true"}}, $write]
		  - text: done
		  - text: still done
	EOF
	expect_exit 0 looking --approve all --ask go
	expect_equal "$(requests)" 3
	server <<-EOF
		replies:
		  - calls: [{name: write_file, arguments: {path: docs/notes.md, content: "# x\n"}}]
		  - text: done
	EOF
	expect_exit 0 looking --approve all --ask go
	expect_equal "$(requests)" 2
	server <<-EOF
		replies:
		  - calls: [{name: write_file, arguments: {path: new.c, content: "int y;\n"}}]
		  - text: done
	EOF
	expect_exit 0 looking --approve edits -s permissions.sandboxed=ask --ask go
	expect_equal "$(requests)" 2
	server <<-EOF
		replies:
		  - calls: [{name: write_file, arguments: {path: other.c, content: "int y;\n"}}]
		  - text: done
	EOF
	expect_exit 0 looking --approve all -s 'evaluation.unchecked=["*"]' --ask go
	expect_equal "$(requests)" 2
}

run_tests
