#!/bin/bash
# SPDX-License-Identifier: MIT
# Choosing a session: found as one types, opened, replayed, forked, renamed, deleted, compared.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

three_sessions() {
	printf 'int main(void)\n{\n}\n' >main.c
	for prompt in "which files define main?" "count the lines of main.c" "list the files"; do
		agent --ask "$prompt" >/dev/null 2>&1 || fail "no session: $prompt"
	done
}
titles() {
	agent sessions list --output json | jq -r '.[].title'
}
chat() {
	screen "$1" "$AGENT"
	shows 'Enter send'
	types /sessions
	keys Enter
	shows 'Sessions of this folder  3 of 3'
}
top() { # rows of the screen: the first, but for the name of the folder
	picture | sed "1d; s/ *\$//" | head -"$1"
}

test_the_list_at_110x32() {
	three_sessions
	chat 110x32
	shows 'answered'
	expect_equal "$(top 7)" '
 Sessions of this folder  3 of 3
 / type to narrow it down

 › list the files             now · answered
   count the lines of main.c  now · answered
   which files define main?   now · answered'
	shows ' Enter choose  Tab all folders  Ctrl-R replay  Ctrl-F fork  Ctrl-T rename  Delete delete  Esc back'
}

test_the_list_of_all_folders() {
	three_sessions
	mkdir ../other
	agent -C ../other --ask "list the files" >/dev/null 2>&1
	chat 80x24
	keys Tab
	shows ' Sessions of all folders  4 of 4'
	shows "› list the files             $(cd ../other && pwd -P | cut -c1-8)"
	keys Tab
	shows ' Sessions of this folder  3 of 3'
}

test_the_list_at_60x20() {
	three_sessions
	chat 60x20
	shows 'answered'
	expect_equal "$(top 5 | tail -2)" '
 › list the files             now · answered'
	shows ' Tab all folders  Ctrl-R replay  Ctrl-F fork  Esc back'
}

test_what_is_typed_finds_titles_and_what_was_said() {
	three_sessions
	chat 80x24
	types 'has 3 l'
	shows '1 of 1'
	shows '› count the lines of main.c  now · answered · …main.c has 3 lines.'
	keys C-u
	types 'zebra'
	shows 'nothing fits'
	keys C-u
	types 'define'
	hides 'list the files'
	shows '1 of 1'
}

test_a_session_gets_another_title() {
	three_sessions
	chat 80x24
	keys Down C-t
	shows 'Another title: type it, Enter'
	shows 'count the lines of main.c'
	types 'how long main is'
	shows '› call it "how long main is"'
	keys Enter
	shows '   how long main is'
	expect_equal "$(titles | sed -n 2p)" 'how long main is'
	keys C-t
	shows 'Another title'
	keys Escape
	shows 'Sessions of this folder  3 of 3'
	keys Escape
	hides 'Sessions of'
	keys C-d
	expect_restored
}

test_deleting_wants_the_key_twice() {
	three_sessions
	chat 80x24
	keys Down DC
	shows "the same key again deletes 'count the lines of main.c' for ever"
	keys Up DC
	shows "the same key again deletes 'list the files' for ever"
	expect_equal "$(titles | wc -l)" 3
	keys DC
	shows '2 of 2'
	expect_equal "$(titles)" 'count the lines of main.c
which files define main?'
}

# holds: session-another-agent
test_a_session_that_another_agent_has_open_is_not_deleted() {
	local pid
	server <<<'replies: [{text: "first"}, {text: "slow", delay_ms: {head: 60000}}]'
	expect_exit 0 model --ask "the busy one"
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --ask two --continue >/dev/null 2>&1 &
	pid=$!
	running() { [ "$(grep -c '"method":"POST"' "$REQUESTS")" = 2 ]; }
	wait_for running
	screen 110x32 "$AGENT" --backend offline
	shows 'Enter send'
	types /sessions
	keys Enter
	shows 'the busy one'
	keys DC
	shows "it stays: it is open in another agent (process $pid, since 20"
	keys DC DC Escape
	shows 'Enter send' # all keys were taken while the other agent ran
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	expect_match "$(titles)" 'the busy one'
}

test_enter_goes_on_with_it() {
	three_sessions
	chat 80x24
	keys Down Enter
	shows '   count the lines of main.c'
	shows 'main.c has 3 lines.'
	shows 'Enter send'
	keys C-d
	expect_restored
	expect_equal "$(titles | wc -l)" 3
}

test_without_an_id_one_is_chosen_at_the_start() {
	three_sessions
	screen 80x24 "$AGENT" --resume -s ui.title=false
	shows ' Go on with a session  3 of 3'
	keys Down Enter
	shows '   count the lines of main.c'
	shows 'main.c has 3 lines.'
	keys C-d
	expect_restored
	screen 80x24 "$AGENT" --resume
	shows ' Go on with a session  3 of 3'
	keys Escape
	shows 'No model yet'
	keys C-d
	expect_restored
	expect_equal "$(titles | wc -l)" 3
	screen 80x24 "$AGENT" --plain --resume
	shows 'Go on with a session'
	shows 'count the lines of main.c'
	keys C-d
	expect_restored
}

test_without_an_id_and_without_sessions_there_is_a_chat() {
	screen 80x24 "$AGENT" --resume
	shows ' Go on with a session'
	keys Enter
	keys Escape
	shows 'No model yet'
	keys C-d
	expect_restored
}

test_a_session_is_replayed_and_forked_from_the_list() {
	three_sessions
	chat 80x24
	keys Down C-r
	shows '×1' # the bar of the replay, whose name the list has among its keys
	keys q
	shows 'Enter send'
	types /sessions
	keys Enter
	shows '3 of 3'
	keys C-f
	shows 'list the files'
	hides '3 of 3'
	keys C-d
	expect_restored
	expect_equal "$(titles | grep -c 'list the files')" 2
}

# holds: session-whose-folder
test_a_session_that_goes_on_elsewhere_says_where() {
	mkdir gone
	agent -C gone --ask "list the files" >/dev/null 2>&1 || fail "no session"
	rm -r gone
	screen 80x24 "$AGENT" -C . --resume "$(agent sessions list --all --output json | jq -r '.[0].id')"
	shows 'list the files'
	expect_match "$(picture | head -1)" "^ agent  $(sed "s|^$HOME|~|" <<<"$PWD")  "
}

run_tests
