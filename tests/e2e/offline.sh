#!/bin/bash
# SPDX-License-Identifier: MIT
# The first run: no account, no network, no model. The offline backend does real work with the real tools.
. "$(dirname "$0")/../support/lib.sh"

project() {
	mkdir -p src tests
	printf '# Ledger\n\nLedger keeps books in plain files.\n\n## Use\n' >README.md
	printf '#include <stdio.h>\n\nint main(void)\n{\n\treturn 0;\n}\n' >src/main.c
	printf 'int add(int a, int b)\n{\n\t/* TODO: overflow */\n\treturn a + b;\n}\n' >src/add.c
	printf 'int main(void)\n{\n\treturn add(1, 2) != 3;\n}\n' >tests/run.c
	printf 'all:\n\tcc src/*.c\n' >Makefile
	printf '*.o\n' >.gitignore
	touch src/main.o
}

test_which_files_define_main_is_answered_with_file_and_line() {
	project
	expect_exit 0 agent --ask "which files define main?"
	expect_equal "$(cat "$T/out")" "\`main\` is defined in 2 places:
- src/main.c:3 \`int main(void)\`
- tests/run.c:1 \`int main(void)\`"
}

test_every_sentence_and_every_point_is_answered() {
	local request
	project
	while IFS= read -r request; do
		expect_exit 0 agent --ask "$(printf '%b' "$request")"
		expect_match "$(cat "$T/out")" 'src/add.c:3' # the TODO
		expect_match "$(cat "$T/out")" 'is defined in 2 places'
		expect_match "$(cat "$T/out")" '# Ledger'
		expect_no_match "$(cat "$T/out")" 'Left out'
		expect_match "$(cat "$T/err")" '^\[Plan\] +3 steps'
	done <<-'EOF'
		1. list the TODOs 2. which files define main? 3. show README.md
		1) list the TODOs\n2) which files define main\n3) show README.md
		Which files define main? List the TODOs. Show README.md
		where is main defined, list the TODOs, and show README.md
		Show README.md. Where is main defined, and which TODOs are there?
		- list the TODOs\n- find where main is defined\n- show README.md
	EOF
}

test_what_the_project_has_is_named_before_its_tests() {
	mkdir -p benchmarks src tests
	for name in benchmarks/a.c src/b.c src/b_test.c tests/c.c zebra.c; do echo 'int main(void);' >"$name"; done
	expect_exit 0 agent --ask "which files define main?"
	expect_equal "$(sed -n 's/^- \([^:]*\):.*/\1/p' "$T/out" | paste -sd' ')" "zebra.c src/b.c benchmarks/a.c src/b_test.c tests/c.c"
}

test_what_no_rule_understands_is_named_beside_the_answer() {
	project
	expect_exit 0 agent --ask "Which files define main? Make it twice as fast. List the TODOs."
	expect_match "$(cat "$T/out")" 'is defined in 2 places'
	expect_match "$(cat "$T/out")" 'src/add.c:3'
	expect_match "$(tail -2 "$T/out")" '^Left out.*'
	expect_equal "$(tail -1 "$T/out")" '- Make it twice as fast'
	expect_exit 5 agent --ask "Make it twice as fast. Then sing."
}

test_the_sample_of_make_run_shows_a_plan_and_all_four_tags() {
	local tag question
	project
	question=$(sed -n "s/^question='\(.*\)'$/\1/p" "$ROOT/tools/run.sh")
	expect_exit 0 agent --ask "$question"
	for tag in Plan Act Obs Reflect; do
		expect_match "$(cat "$T/err")" "^\[$tag\] "
	done
	expect_no_match "$(cat "$T/out")" 'Left out'
}

test_plan_act_and_obs_are_shown_on_stderr() {
	project
	expect_exit 0 agent --ask "list the files and then show README.md and then which files define main?"
	expect_match "$(cat "$T/err")" '^\[Plan\] '
	expect_match "$(cat "$T/err")" '^\[Act\]  +search_text '
	expect_match "$(cat "$T/err")" '^\[Obs\]  +2 matches in src/main.c, tests/run.c'
	expect_match "$(cat "$T/err")" '^\[Reflect\] '
}

test_events_have_the_phases_plan_act_and_obs() {
	project
	expect_exit 0 agent --ask "list the files and then show README.md and then which files define main?" --output events
	phases=$(jq -r '.phase // empty' "$T/out" | sort -u | tr '\n' ' ')
	expect_equal "$phases" "act obs plan reflect "
}

test_stored_seq_has_no_gaps_and_replay_gives_the_same_lines() {
	project
	expect_exit 0 agent --ask "which files define main?" --output events
	jq -c 'select(.seq > 0)' "$T/out" >"$T/live"
	expect_equal "$(jq .seq "$T/live" | tr '\n' ' ')" "$(seq -s ' ' 1 "$(wc -l <"$T/live")") "
	expect_exit 0 agent --replay last --output events
	expect_equal "$(jq -c . "$T/out")" "$(cat "$T/live")"
}

test_piped_lines_are_counted() {
	answer=$(printf 'a\nb\n' | agent --ask "how many lines are piped in?" 2>/dev/null)
	expect_equal "$answer" "2 lines were piped in."
}

test_the_prompt_can_come_from_stdin() {
	project
	echo "which files define main?" >"$T/prompt.txt"
	answer=$(agent --ask - <"$T/prompt.txt" 2>/dev/null | head -1)
	expect_equal "$answer" '`main` is defined in 2 places:'
}

test_an_overview_quotes_the_readme_with_its_line() {
	project
	expect_exit 0 agent --ask "give me an overview of this project"
	expect_match "$(cat "$T/out")" 'Ledger keeps books in plain files\. \(README\.md:3\)'
	expect_match "$(cat "$T/out")" 'built by `Makefile`'
}

test_steps_joined_by_then_are_all_done() {
	project
	expect_exit 0 agent --ask "list the TODOs and then show lines 3-4 of src/add.c"
	expect_match "$(cat "$T/out")" 'src/add\.c:3 '
	expect_match "$(cat "$T/out")" 'return a \+ b'
}

test_steps_joined_by_and_are_all_done_where_a_verb_follows() {
	project
	expect_exit 0 agent --ask "give me an overview of this project and find where main is defined, and list the TODOs"
	expect_match "$(cat "$T/out")" '\(README\.md:3\)'
	expect_match "$(cat "$T/out")" 'src/main\.c:[0-9]+'
	expect_match "$(cat "$T/out")" 'src/add\.c:3 '
	expect_exit 0 agent --ask 'create note.txt with "sort and list it" and show note.txt' --approve edits
	expect_match "$(cat "$T/out")" 'sort and list it'
}

test_what_a_search_left_out_is_said() {
	project
	for i in $(seq 12); do echo "// TODO number $i"; done >many.c
	expect_exit 0 agent -s tools.max_matches=5 --ask "list the TODOs in many.c"
	expect_match "$(cat "$T/out")" '^At least 5 TODOs:$'
	expect_match "$(cat "$T/out")" '^- and more$'
	expect_exit 0 agent -s tools.max_matches=11 --ask "list the TODOs in many.c"
	expect_match "$(cat "$T/out")" '^At least 11 TODOs:$'
}

test_lines_are_counted_by_type() {
	project
	expect_exit 0 agent --ask "count lines by type"
	expect_match "$(cat "$T/out")" '\| c \| 3 \| 15 \|'
}

test_what_it_cannot_do_is_said_with_a_way_out_and_exit_5() {
	expect_exit 5 agent --ask "write me a poem about the sea"
	expect_match "$(cat "$T/out" "$T/err")" 'no model'
	expect_match "$(cat "$T/out" "$T/err")" '\-\-base-url'
}

test_a_write_is_denied_without_anyone_to_ask() {
	expect_exit 5 agent --ask 'create note.txt with "hello"'
	[ ! -e note.txt ] || fail "note.txt was written"
	expect_match "$(cat "$T/out" "$T/err")" '\-\-approve'
	expect_no_match "$(cat "$T/out")" 'another way' # which only a model is told
}

test_a_write_goes_ahead_with_approve_edits() {
	expect_exit 0 agent --ask 'create note.txt with "hello" then replace "hello" with "goodbye" in note.txt' --approve edits
	expect_equal "$(cat note.txt)" goodbye
}

test_a_line_goes_to_the_end_of_a_file_that_is_not_read_whole() {
	local file
	seq 4000 | sed 's/$/ some words of a line/' >long.txt
	printf 'one\ntwo\n' >short.txt
	printf 'TOKEN=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH\n' >secret.txt
	: >empty.txt
	for file in long short secret empty; do
		cp "$file.txt" "$file.before"
		expect_exit 0 agent --approve edits --ask "append \"hello\" to $file.txt"
		expect_equal "$(cat "$file.txt")" "$(cat "$file.before" - <<<hello)" "$file"
	done
	head -c 5000 /dev/zero | tr '\0' x >line.txt # longer than a line that is read
	cp line.txt line.before
	agent --approve edits --ask 'append "hello" to line.txt' >"$T/out" 2>&1
	expect_equal "$(cat line.txt)" "$(cat line.before)" "nothing is lost"
}

test_a_command_runs_with_approve_all() {
	expect_exit 0 agent --ask 'run "echo one; exit 3"' --approve all
	expect_match "$(cat "$T/out")" 'exit 3'
	expect_match "$(cat "$T/out")" '^one$'
}

test_the_word_of_a_search_may_hold_anything() {
	printf 'a $(b) [c] .* "d"\n' >odd.txt
	expect_exit 0 agent --ask 'search for `$(b) [c] .*`'
	expect_match "$(cat "$T/out")" 'odd\.txt:1'
}

# As completion in the chat writes them: behind @, and quoted where a name has a space.
test_files_are_named_with_an_at_sign_and_in_quotes() {
	printf 'one\ntwo\n' >'my notes.txt'
	printf 'one\n' >plain.txt
	expect_exit 0 agent --ask 'show @plain.txt'
	expect_match "$(cat "$T/out")" 'one'
	expect_exit 0 agent --ask 'how many lines does @"my notes.txt" have?'
	expect_match "$(cat "$T/out")" '2 lines'
	expect_exit 0 agent --ask 'create "a b/c d.txt" with "hello"' --approve edits
	expect_equal "$(cat 'a b/c d.txt')" hello
}

# The sentences that count say one thing as one.
ONE_OF_MANY='(^|[^0-9.])1 (artifact|call|change|day|edit|event|file|finding|folder|item|line|match|place|round|row|session|step|time|token|turn)(s|es)\b|\b1 file match\b'

# holds: thing-said-everywhere
test_one_thing_is_counted_as_one() {
	echo 'int main;' >a.c
	local prompt
	for prompt in "what is in this folder?" "count lines" "list files" "where is main used?" "show a.c" 'find files matching "*.c"' "plan: list files; show a.c; count lines"; do
		expect_exit 0 agent --backend offline --ask "$prompt" --output events </dev/null
		expect_no_match "$(jq -r '.summary // empty, .data.text?, .data.answer? | strings' "$T/out")" "$ONE_OF_MANY"
		agent --replay last >"$T/out"
		expect_no_match "$(cat "$T/out")" "$ONE_OF_MANY"
	done
	expect_exit 0 agent sessions list --all
	expect_exit 0 agent sessions show last
	expect_no_match "$(cat "$T/out")" "$ONE_OF_MANY"
	expect_exit 0 agent stats --all
	expect_no_match "$(cat "$T/out")" "$ONE_OF_MANY"
}

test_going_on_without_a_model_says_nothing_of_one() {
	project
	expect_exit 0 agent --ask "which files define main?"
	expect_exit 0 agent --continue --ask "which files define add?"
	expect_equal "$(grep -c 'is now' "$T/err")" 0
}

run_tests
