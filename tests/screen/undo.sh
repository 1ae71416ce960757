#!/bin/bash
# SPDX-License-Identifier: MIT
# /undo in the chat, and the card that says which rule asks.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	screen 100x30 "$AGENT" --backend openai --base-url "$URL" -m scripted "$@"
	shows 'Enter send'
}

has() { # FILE TEXT
	[ "$(cat "$1")" = "$2" ]
}

test_undo_shows_what_it_will_do_and_asks() {
	echo old >a.txt
	server <<-EOF
		replies:
		  - {calls: [{name: read_file, arguments: {path: a.txt}}, {name: write_file, arguments: {path: a.txt, content: "new\n"}}, {name: write_file, arguments: {path: b.txt, content: "made\n"}}]}
		  - text: It is done.
		  - text: So be it.
	EOF
	chat --approve edits
	types 'change it'
	keys Enter
	shows 'It is done.'
	types '/undo'
	keys Enter
	shows 'take back these changes of files?'
	shows 'restores a.txt'
	shows 'removes b.txt'
	expect_equal "$(cat a.txt)" new
	keys M-a
	keys n
	shows 'the files stay as they are'
	expect_equal "$(cat a.txt)" new
	types '/undo'
	keys Enter
	shows 'n leave them'
	keys M-a
	keys y
	wait_for has a.txt old
	shows '2 files as before'
	[ ! -e b.txt ] || fail "b.txt is still there"
	types '/undo'
	keys Enter
	shows 'there is no change of a file to undo'
	types 'and now?'
	keys Enter
	shows 'So be it.'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[].content')" 'took back your changes'
	leaves
}

test_what_a_summary_stands_for_can_be_undone_after_a_resume() {
	echo old >a.txt
	server <<-EOF
		replies:
		  - {match: "</assistant>", text: "A file was changed.", repeat: true}
		  - {match: change, calls: [{name: read_file, arguments: {path: a.txt}}, {name: write_file, arguments: {path: a.txt, content: "new\n"}}]}
		  - text: It is done.
		  - {text: "So be it.", repeat: true}
	EOF
	chat --approve edits --depth react -s context.summary_tokens=100
	types 'change it'
	keys Enter
	shows 'It is done.'
	types 'and now?'
	keys Enter
	shows 'So be it.'
	types '/compact'
	keys Enter
	shows 'context compacted'
	leaves
	chat --approve edits --depth react --continue
	types '/undo'
	keys Enter
	shows 'restores a.txt'
	keys M-a
	keys 1
	wait_for has a.txt old
}

test_a_card_names_the_rule_that_asks() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	printf 'permissions:\n  rules:\n    - ask: {command: touch}\n' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "touch x"}}]}
		  - text: It is done.
	EOF
	chat --approve all
	types 'go'
	keys Enter
	shows "ask command 'touch' (~/.config/agent/agent.yaml:3)"
	shows 'a always this'
	[ ! -e x ] || fail "it ran"
}

run_tests
