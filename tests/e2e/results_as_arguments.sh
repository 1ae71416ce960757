#!/bin/bash
# SPDX-License-Identifier: MIT
# {{result:ID}} in an argument: what a later call takes over from an earlier one.
. "$(dirname "$0")/../support/lib.sh"

last_request() {
	grep '"method":"POST"' "$REQUESTS" | tail -1 # the window of a long conversation is asked for at any time
}

# holds: result-put-into
test_a_command_s_output_goes_in_without_the_tool_s_words_and_whole() {
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: run_command, arguments: {command: "seq -f 'line %.0f' 1 9000; exit 3"}, id: call_long}
		      - {name: run_command, arguments: {command: "printf 'no end'"}, id: call_short}
		      - {name: write_file, arguments: {path: long.txt, content: "{{result:call_long}}"}}
		      - {name: write_file, arguments: {path: short.txt, content: "{{result:call_short}}"}}
		  - text: Copied.
	EOF
	expect_exit 0 model --approve all --ask "copy it"
	seq -f 'line %.0f' 1 9000 | cmp - long.txt || fail "long.txt is not the output"
	expect_equal "$(cat short.txt)" "no end"
}

test_a_file_that_was_read_goes_in_as_it_is() {
	seq -f 'line %.0f' 1 300 >plain
	printf 'a\r\n\tb\r\n' >dos
	printf 'one\n12\ttwo\n<active-todo-plan>' >open
	: >empty
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: plain}, id: r1}
		      - {name: read_file, arguments: {path: dos}, id: r2}
		      - {name: read_file, arguments: {path: open}, id: r3}
		      - {name: read_file, arguments: {path: empty}, id: r4}
		      - {name: read_file, arguments: {path: plain, from_line: 7, to_line: 8}, id: r5}
		      - {name: write_file, arguments: {path: plain.copy, content: "{{result:r1}}"}}
		      - {name: write_file, arguments: {path: dos.copy, content: "{{result:r2}}"}}
		      - {name: write_file, arguments: {path: open.copy, content: "{{result:r3}}"}}
		      - {name: write_file, arguments: {path: empty.copy, content: "{{result:r4}}"}}
		      - {name: write_file, arguments: {path: part.copy, content: "{{result:r5}}"}}
		  - text: Copied.
	EOF
	expect_exit 0 model --approve all --ask "copy them"
	for name in plain dos open empty; do
		cmp $name $name.copy || fail "$name.copy is another text: $(od -c $name.copy | head -3)"
	done
	expect_equal "$(cat part.copy)" $'line 7\nline 8'
}

test_a_result_is_named_by_its_place_in_the_turn_too() {
	echo one >1.txt && echo two >2.txt
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: 1.txt}, id: first}
		      - {name: read_file, arguments: {path: 2.txt}, id: second}
		      - {name: write_file, arguments: {path: copy.txt, content: "{{result:2}}"}}
		      - {name: write_file, arguments: {path: none.txt, content: "{{result:5}}"}}
		  - text: Copied.
	EOF
	expect_exit 0 model --approve all --ask "copy it"
	expect_equal "$(cat copy.txt)" two
	[ ! -e none.txt ] || fail "there is no fifth result"
}

test_lists_go_in_without_their_last_line() {
	mkdir src && touch src/a.c src/b.c && echo 'int x;' >src/a.c
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: find_files, arguments: {pattern: "*.c"}, id: f}
		      - {name: list_files, arguments: {path: src}, id: l}
		      - {name: search_text, arguments: {pattern: "nothing like it"}, id: s}
		      - {name: write_file, arguments: {path: lists.f, content: "{{result:f}}"}}
		      - {name: write_file, arguments: {path: lists.l, content: "{{result:l}}"}}
		      - {name: write_file, arguments: {path: lists.s, content: " {{result:s}}\n"}}
		  - text: Copied.
	EOF
	expect_exit 0 model --approve all --ask "copy them"
	expect_no_match "$(cat lists.*)" '\['
	expect_match "$(cat lists.f)" '^src/b.c$'
	expect_match "$(cat lists.l)" 'b.c'
	expect_equal "$(tr -d ' \n' <lists.s)" ""
}

# holds: result-put-into
test_what_is_not_all_there_is_refused_with_the_reason() {
	seq -f 'a line that is long enough to fill the room %.0f' 1 3000 >long
	head -c 5000 /dev/zero | tr '\0' x >wide
	printf 'a\r\nb\n' >mixed
	printf 'a\033[1mb\n' >controls
	for i in $(seq 300); do echo hit; done >hits
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: long}, id: r1}
		      - {name: read_file, arguments: {path: wide}, id: r2}
		      - {name: read_file, arguments: {path: mixed}, id: r3}
		      - {name: read_file, arguments: {path: controls}, id: r4}
		      - {name: read_file, arguments: {path: missing}, id: r5}
		      - {name: search_text, arguments: {pattern: hit}, id: r6}
		      - {name: run_command, arguments: {command: "head -c 20000000 /dev/zero | tr '\\0' '\\n'"}, id: r7}
		      - {name: run_command, arguments: {command: "head -c 100 /dev/zero"}, id: r8}
		      - {name: write_file, arguments: {path: o1, content: "{{result:r1}}"}}
		      - {name: write_file, arguments: {path: o2, content: "{{result:r2}}"}}
		      - {name: write_file, arguments: {path: o3, content: "{{result:r3}}"}}
		      - {name: write_file, arguments: {path: o4, content: "{{result:r4}}"}}
		      - {name: write_file, arguments: {path: o5, content: "{{result:r5}}"}}
		      - {name: write_file, arguments: {path: o6, content: "{{result:r6}}"}}
		      - {name: write_file, arguments: {path: o7, content: "{{result:r7}}"}}
		      - {name: write_file, arguments: {path: o8, content: "{{result:r8}}"}}
		      - {name: write_file, arguments: {path: o9, content: "{{result:nothing}}"}}
		  - text: Not copied.
	EOF
	expect_exit 0 model --approve all --ask "copy them"
	[ -z "$(ls | grep '^o')" ] || fail "written: $(ls)"
	for reason in "'r1' cannot be put in: not all lines that were asked for" "'r2' .*: long lines are cut" \
		"'r3' .*: some of its lines end with CRLF" "'r4' .*control characters" "'r5' .*: the call failed" \
		"'r6' .*: the search stopped early" "'r7' .*: it was too long" "'r8' .*: it is not text" \
		"there is no result of a call 'nothing'"; do
		expect_match "$(last_request)" "$reason"
	done
}

# holds: result-put-into
test_the_marker_itself_can_be_written_and_means_nothing_elsewhere() {
	echo 'say {{result:last}}' >notes
	server <<-'EOF'
		replies:
		  - calls:
		      - {name: run_command, arguments: {command: "echo yes"}, id: r1}
		      - {name: write_file, arguments: {path: out, content: "{{{{result:r1}} {{result:r1}}{{{{result: {{x}} {{{{y}}}}"}}
		      - {name: write_file, arguments: {path: page, content: "Write {{result:ID}} or {{result:r1}} there."}}
		      - {name: edit_file, arguments: {path: notes, edits: [{old: "{{{{result:last}}", new: "{{{{result:r1}}"}]}}
		      - {name: search_text, arguments: {pattern: "{{result:r1}}", literal: true}, id: s}
		      - {name: run_command, arguments: {command: "echo {{result:r1}}"}}
		      - {name: run_command, arguments: {command: "echo '{{{{result:r1}}' '{{result:none}}' >said"}}
		  - text: Done.
	EOF
	expect_exit 0 model --approve all --ask "write it"
	expect_equal "$(cat out)" '{{{{result:r1}} {{result:r1}}{{{{result: {{x}} {{{{y}}}}'
	expect_equal "$(cat page)" 'Write {{result:ID}} or {{result:r1}} there.'
	expect_equal "$(cat notes)" 'say {{result:r1}}'
	expect_equal "$(cat said)" '{{result:r1}} {{result:none}}'
	expect_match "$(last_request)" 'a command takes no \{\{result'
	expect_match "$(last_request)" 'notes:.*say'
}

# holds: result-put-into
test_the_form_is_not_told_to_models_behind_a_template() {
	server <<-'EOF'
		replies: [{text: Hello.}]
	EOF
	expect_exit 0 model --ask hello
	expect_no_match "$(last_request)" 'result:ID'
}

run_tests
