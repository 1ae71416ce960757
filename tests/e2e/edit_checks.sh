#!/bin/bash
# SPDX-License-Identifier: MIT
# Checkers a folder names for its files: run before an edit and after it; what is new is told (checks.after_edit).
. "$(dirname "$0")/../support/lib.sh"

# One that says a line for each BAD of a file, with its number, and counts how often it ran.
checker() {
	cat >check <<-'EOF'
		#!/bin/sh
		echo ran >>ran
		awk '/BAD/ { print FILENAME ":" NR ":1: error: " $0; print "  here" }' "$1"
		! grep -q BAD "$1"
	EOF
	chmod +x check
}

# An edit that moves what was wrong before down a line, and adds something.
edits() {
	printf 'one BAD\ntwo\n' >a.c
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: a.c}}]}
		  - {calls: [{name: edit_file, arguments: {path: a.c, edits: [{old: "one BAD\ntwo\n", new: "zero\none BAD\ntwo BAD\n"}]}}]}
		  - text: Done.
	EOF
}

result() { # the newest of a tool that a request tells
	tail -n 1 "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "tool")][-1].content'
}

test_only_what_the_edit_brought_is_told() {
	checker
	edits
	expect_exit 0 model --approve all -s 'checks.after_edit={"*.c": "./check {file}"}' --ask "edit it"
	expect_match "$(result)" "After this edit .\./check a\.c. says what it did not say before:"
	expect_match "$(result)" '^a\.c:3:1: error: two BAD$'
	expect_match "$(result)" '^  here$'
	expect_no_match "$(result)" 'error: one BAD'
	expect_match "$(cat "$T/err")" "^\[Obs\] +1 new problem · \./check a\.c"
	expect_match "$(cat "$T/err")" '^ +a\.c:3:1: error: two BAD'
	expect_equal "$(wc -l <ran)" 2 "once before, once after"
}

test_other_files_and_edits_that_bring_nothing_say_nothing() {
	checker
	printf 'one BAD\n' >a.c
	server <<-'EOF'
		replies:
		  - {calls: [{name: write_file, arguments: {path: b.txt, content: "BAD\n"}}, {name: write_file, arguments: {path: new.c, content: "good\n"}}]}
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'checks.after_edit={"*.c": "./check {file}"}' --ask "write them"
	expect_no_match "$(result)" 'says what it did not say'
	expect_no_match "$(cat "$T/err")" 'new problem'
	expect_equal "$(wc -l <ran)" 1 "a file that is not there is not checked before"
}

test_a_new_file_has_only_new_problems() {
	checker
	server <<-'EOF'
		replies:
		  - {calls: [{name: write_file, arguments: {path: "src/it's new.c", content: "BAD\nBAD\n"}}]}
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'checks.after_edit={"src/**/*.c": "./check {file}"}' --output events --ask "write it"
	expect_equal "$(jq -c 'select(.type == "edit_check") | [.summary, .data.path, .data.count]' "$T/out")" \
		'["2 new problems · ./check '"'src/it'\\\\''s new.c'"'","src/it'"'"'s new.c",2]'
}

# A folder that nobody trusts names no command that runs.
test_a_file_whose_name_is_no_text_is_checked_and_told_by_its_quoted_name() {
	checker
	printf 'one\n' >"$(printf 'caf\351.c')"
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: "\"caf\\351.c\""}}]}
		  - {calls: [{name: write_file, arguments: {path: "\"caf\\351.c\"", content: "BAD\n"}}]}
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'checks.after_edit={"*.c": "./check {file}"}' --ask "write it"
	expect_equal "$(agent --replay last --output events | jq -r 'select(.type == "edit_check") | .data.path')" '"caf\351.c"'
}

test_a_folder_names_checkers_once_it_is_trusted() {
	checker
	edits
	printf 'checks:\n  after_edit: {"*.c": "./check {file}"}\n' >agent.yaml
	expect_exit 0 model --approve all --ask "edit it"
	expect_match "$(cat "$T/err")" "'agent.yaml' may not set checks.after_edit"
	[ ! -e ran ] || fail "it ran"
	expect_exit 0 agent config trust
	edits
	expect_exit 0 model --approve all --ask "edit it"
	expect_match "$(result)" 'error: two BAD'
}

test_a_checker_that_takes_too_long_or_is_not_there_is_said_and_nothing_made_of_it() {
	checker
	edits
	expect_exit 0 model --approve all -s 'checks.after_edit={"*.c": "./check {file}; sleep 1000", "a.*": "no-such-checker {file}"}' -s checks.timeout_s=0.3 --ask "edit it"
	expect_match "$(cat "$T/err")" "checks.after_edit: '\./check a.c; sleep 1000': it took too long"
	expect_match "$(cat "$T/err")" "checks.after_edit: 'no-such-checker a.c': "
	expect_no_match "$(result)" 'says what it did not say'
	expect_equal "$(cat a.c)" "$(printf 'zero\none BAD\ntwo BAD')"
}

test_a_real_compiler_says_what_is_new() {
	printf 'int f(void)\n{\n\treturn x;\n}\n' >a.c
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: a.c}}]}
		  - {calls: [{name: edit_file, arguments: {path: a.c, edits: [{old: "int f(void)\n", new: "\nint g(void)\n{\n\treturn y;\n}\n\nint f(void)\n"}]}}]}
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'checks.after_edit={"*.c": "LC_ALL=C cc -fsyntax-only {file}"}' --ask "edit it"
	expect_match "$(result)" "a\.c:4:16: error: 'y' undeclared"
	expect_no_match "$(result)" "'x' undeclared|In function"
}

run_tests
