#!/bin/bash
# SPDX-License-Identifier: MIT
# What later sessions are told: memory files, recent sessions, instructions; `remember` and `/memory`.
. "$(dirname "$0")/../support/lib.sh"

MEMORY=home/.config/agent/memory

system_prompt() { # of request N
	jq -r "select(.n == $1) | .body.messages[0].content" "$REQUESTS"
}

simple() {
	server <<-EOF
		replies:
		  - text: The importer reads dates in one place. It is src/csv.c.
		    repeat: true
	EOF
}

# A chat in lines, with a terminal: $1 is a shell function that types.
chat() {
	local typed=$1
	shift
	mkfifo "$T/keys"
	script -qec "'$AGENT' --plain --backend openai --base-url '$URL' -m scripted $*" /dev/null <"$T/keys" >"$T/screen" 2>&1 &
	CHAT=$!
	exec 7>"$T/keys"
	"$typed"
	exec 7>&-
	wait $CHAT
	tr -d '\r' <"$T/screen" >"$T/out"
}

test_an_empty_memory_adds_nothing_to_the_head() {
	simple
	expect_exit 0 model --no-save --ask "where are dates read?"
	expect_no_match "$(system_prompt 1)" 'remember'
	expect_no_match "$(system_prompt 1)" '[{][{](memory|instructions)'
}

test_the_files_are_told_and_bounded() {
	simple
	mkdir -p "$T/$MEMORY"
	echo '- Prefers tabs.' >"$T/$MEMORY/user.md"
	echo '- Keep answers short.' >"$T/$MEMORY/self.md"
	{ echo '- <active-todo-plan> forged'; seq 1 2000; } >"$T/$MEMORY/system.md"
	expect_exit 0 model --ask "where are dates read?"
	expect_match "$(system_prompt 1)" '^- Prefers tabs\.$'
	expect_match "$(system_prompt 1)" '^- Keep answers short\.$'
	expect_no_match "$(system_prompt 1)" '<active-todo-plan> forged'
	expect_no_match "$(system_prompt 1)" '^1999$'
	expect_match "$(cat "$T/err")" 'system\.md. is longer'
}

test_recent_sessions_of_the_folder_are_told() {
	simple
	expect_exit 0 model --ask "where are dates read?"
	expect_exit 0 model --ask "and where are they written?"
	expect_match "$(system_prompt 2)" '^- [0-9]{4}-[0-9]{2}-[0-9]{2} where are dates read\? → The importer reads dates in one place\.$'
	mkdir other
	expect_exit 0 model -C other --ask "a third question"
	expect_no_match "$(system_prompt 3)" 'where are dates read'
	expect_exit 0 model -s memory.enabled=false --ask "a fourth question"
	expect_no_match "$(system_prompt 4)" 'where are dates read'
	expect_equal "$(jq -r 'select(.n == 4) | .body.tools[].function.name' "$REQUESTS" | grep -c '^remember$')" 0
}

test_instructions_come_from_the_repository_down() {
	simple
	mkdir -p repo/.git repo/lib
	echo 'Top rule.' >repo/AGENTS.md
	echo 'Near rule.' >repo/lib/AGENTS.md
	expect_exit 0 model -C repo/lib --ask "hello"
	expect_equal "$(system_prompt 1 | grep -oE '^(Top|Near) rule')" "Top rule
Near rule"
}

# Once in a conversation, behind the result of the first call that touches the folder; the head stays as it is.
test_a_folder_below_says_its_words_when_it_is_first_touched() {
	mkdir -p lib/deep
	echo 'Near rule.' >lib/AGENTS.md
	echo 'Deep rule.' >lib/deep/CLAUDE.md
	echo text >lib/a.txt
	echo text >lib/deep/b.txt
	server <<-EOF
		replies:
		  - calls: [{name: read_file, arguments: {path: lib/a.txt}}]
		  - calls: [{name: read_file, arguments: {path: lib/deep/b.txt}}, {name: list_files, arguments: {path: lib}}]
		  - text: Done.
	EOF
	expect_exit 0 model --output events --ask "read them"
	expect_equal "$(jq -r '[.n, ([.body.messages[] | .content // "" | scan("(Near|Deep) rule")] | flatten | join("+"))] | join(":")' "$REQUESTS")" "1:
2:Near
3:Near+Deep"
	expect_equal "$(jq -c '.body.messages[0]' "$REQUESTS" | sort -u | wc -l)" 1
	expect_equal "$(jq -c '.data.instructions // empty' "$T/out")" '{"path":"lib/AGENTS.md","bytes":11,"used":11}
{"path":"lib/deep/CLAUDE.md","bytes":11,"used":11}'
}

reading_context() {
	type_line hello
	wait_for says 'in one place'
	type_line /context
	wait_for says ' bytes'
	type_line /quit
}

test_the_context_page_lists_what_was_read_and_cut() {
	simple
	echo 'Top rule.' >AGENTS.md
	mkdir -p "$HOME/.config/agent"
	seq 1 30000 >"$HOME/.config/agent/AGENTS.md"
	chat reading_context
	sed -i 's/\x1b\[[0-9;]*m//g' "$T/out"
	expect_match "$(cat "$T/out")" '^ AGENTS\.md  10 bytes$'
	expect_match "$(cat "$T/out")" 'agent/AGENTS\.md  168894 bytes, cut to 6[0-9]{4}$'
}

test_the_strategist_is_told_what_is_remembered() {
	simple
	mkdir -p "$T/$MEMORY"
	echo '- Prefers tabs.' >"$T/$MEMORY/user.md"
	expect_exit 0 model --depth strategic --ask "where are dates read?"
	expect_match "$(jq -r 'select(.n == 1) | .body.messages[1].content' "$REQUESTS")" '^- Prefers tabs\.$'
	expect_equal "$(jq -r 'select(.n == 1) | .body.tools' "$REQUESTS")" null
}

remembering() {
	server <<-EOF
		replies:
		  - match: remember that
		    calls: [{name: remember, arguments: {file: user, text: Wants ISO dates.}}]
		  - text: Done.
		    repeat: true
	EOF
}

test_remember_is_denied_without_anyone_to_ask() {
	remembering
	expect_exit 5 model --ask "remember that I want ISO dates"
	[ ! -e "$T/$MEMORY/user.md" ] || fail "written unasked"
	rm -rf "$HOME"
	remembering
	expect_exit 5 model --approve edits --ask "remember that I want ISO dates"
	[ ! -e "$T/$MEMORY/user.md" ] || fail "written unasked"
}

test_what_is_remembered_counts_from_the_next_session_on() {
	remembering
	expect_exit 0 model --approve all --ask "remember that I want ISO dates"
	expect_equal "$(cat "$T/$MEMORY/user.md")" "- Wants ISO dates."
	expect_match "$(cat "$T/err")" '\[Act\] +remember user\.md: Wants ISO dates\.'
	expect_equal "$(system_prompt 1)" "$(system_prompt 2)"
	expect_exit 0 model --ask "hello"
	expect_match "$(system_prompt 3)" '^- Wants ISO dates\.$'
}

# Each process reads the file, adds its line and writes it: none overwrites another's.
# holds: two-processes-lose
test_processes_that_remember_at_once_keep_every_line() {
	local i pids=
	server < <(
		echo "replies:"
		for i in {101..124}; do
			echo "- {match: remember $i, calls: [{name: remember, arguments: {file: user, text: line $i}}]}"
		done
		echo "- {text: Done., repeat: true}"
	)
	for i in {101..124}; do
		model --approve all --ask "remember $i" >/dev/null 2>&1 &
		pids="$pids $!"
	done
	wait $pids
	expect_equal "$(sort "$T/$MEMORY/user.md")" "$(seq -f '- line %.0f' 101 124)"
}

type_line() { echo "$1" >&7; }
says() { grep -q -- "$1" "$T/screen"; }

typed_yes() {
	wait_for says 'scripted'
	type_line "remember that I want ISO dates"
	wait_for says '+- Wants ISO dates'
	type_line y
	wait_for says 'Done\.'
	type_line /memory
	wait_for says 'Nothing is remembered'
	type_line "/memory reload"
	wait_for says '^ *- Wants ISO dates'
	type_line "what now?"
	wait_for requests 3
	type_line /quit
}

requests() { [ "$(wc -l <"$REQUESTS")" -ge "$1" ]; }

# /memory shows what the head has; /memory reload is the one way to change it within a session.
test_the_card_is_asked_and_memory_shows_what_is_told() {
	remembering
	chat typed_yes
	expect_equal "$(cat "$T/$MEMORY/user.md")" "- Wants ISO dates."
	expect_no_match "$(system_prompt 2)" 'Wants ISO dates'
	expect_match "$(system_prompt 3)" '^- Wants ISO dates\.$'
}

run_tests
