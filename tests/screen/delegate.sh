#!/bin/bash
# SPDX-License-Identifier: MIT
# Delegates in the chat: their steps below their calls, their questions on a card, Esc ends them all.
# holds: rows-questions-delegates
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	screen 100x24 "$BUILD/tests/support/subreaper_driver" "$T/pid" 8000 "$AGENT" \
		--backend openai --base-url "$URL" -m scripted --depth react "$@"
	shows '›'
}

test_the_question_of_a_delegate_is_a_card_and_the_answer_goes_down() {
	server <<'EOF'
replies:
  - {match: "the part", text: "Trying it.", calls: [{name: run_command, arguments: {command: "echo hello >ran"}}]}
  - {match: "exit 0", text: "it ran"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "the part"}}]}
  - {match: "outcome", text: "all done"}
EOF
	chat -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
	types 'split it'
	keys Enter
	shows '[Act] run_command echo hello >ran'
	shows 'asked by a delegate: the part'
	keys y
	shows 'all done'
	expect_equal "$(cat ran)" hello
	leaves
}

test_the_card_of_a_delegate_shows_the_scope_it_offers_and_what_is_dangerous() {
	server <<'EOF'
replies:
  - {match: "the part", text: "Trying it.", calls: [{name: run_command, arguments: {command: "git fetch origin"}}]}
  - {match: "said no", text: "Cleaning up.", calls: [{name: run_command, arguments: {command: "echo hello; rm -rf none"}}]}
  - {match: "said no", text: "it was not to be"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "the part"}}]}
  - {match: "outcome", text: "all done"}
EOF
	chat -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
	types 'split it'
	keys Enter
	shows 'p always git fetch …'
	keys n
	shows 'destructive: rm -rf none'
	keys n
	shows 'all done'
	leaves
}

test_esc_ends_all_delegates_and_what_they_run() {
	server <<'EOF'
replies:
  - {match: "wait here", calls: [{name: run_command, arguments: {command: "echo >>started; sleep 1000; echo over"}}], repeat: true}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "wait here 1"}}, {name: delegate, arguments: {goal: "wait here 2"}}, {name: delegate, arguments: {goal: "wait here 3"}}]}
EOF
	chat --approve all
	types 'split it'
	keys Enter
	all_started() { [ "$(wc -l <started)" = 3 ]; }
	wait_for all_started
	keys Escape
	shows 'interrupted'
	none_left() { [ "$(pgrep -c -P "$(pgrep -P "$(cat "$T/pid")")")" = 0 ]; } # below the spawner
	wait_for none_left # the chat goes on, its delegates do not
	leaves
	expect_equal "$(cat "$T/exit")" 0 "what the reaper found left"
}

run_tests
