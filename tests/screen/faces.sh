#!/bin/bash
# SPDX-License-Identifier: MIT
# A chat that goes on without its terminal, and the faces it has in others.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# face NAME SIZE WORD...: another terminal, in which `agent attach WORD...` runs.
quiet() { # a key counts for a card as soon as it shows
	mkdir -p "$XDG_CONFIG_HOME/agent" && echo "ui: {card_quiet_ms: 0, destructive_quiet_ms: 0}" >"$XDG_CONFIG_HOME/agent/agent.yaml"
}
face() {
	local name=$1 size=$2
	shift 2
	in_tmux new-session -d -s "$name" -x "${size%x*}" -y "${size#*x}" "sh"
	in_tmux send-keys -t "$name:" "'$AGENT' attach $*; echo left \$?" Enter
	(wait_for face_has "$name" '────') >/dev/null || fail "$name does not begin"
}
face_has() {
	in_tmux capture-pane -p -t "$1:" | grep -qF -- "$2"
}
face_lacks() {
	! face_has "$@"
}
face_shows() {
	(wait_for face_has "$1" "$2") >/dev/null || {
		in_tmux capture-pane -p -t "$1:" | sed 's/^/# | /'
		fail "$1 never showed: $2"
	}
}
face_keys() {
	local name=$1
	shift
	in_tmux send-keys -t "$name:" "$@"
}
owner() { # the process that goes on with the session
	cut -d' ' -f1 "$XDG_DATA_HOME"/agent/running/??????????????????????????
}
lives() {
	kill -0 "$(owner)" 2>/dev/null
}
sockets() {
	ls "$XDG_DATA_HOME"/agent/running/*.socket 2>/dev/null
}
no_socket() {
	[ -z "$(sockets)" ]
}
events() { # of a type, the newest session's
	agent sessions export last - 2>/dev/null | jq -c "select(.type == \"$1\") | .data"
}
ends_session() {
	kill -TERM "$(owner)"
	wait_for no_socket
}
chat() {
	screen "$1" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.unchecked=["*"]'
	shows 'Enter send'
}
asks_to_touch() {
	quiet
	server <<'EOF'
replies:
  - calls: [{name: run_command, arguments: {command: touch made.txt}}]
  - text: It is made.
EOF
}
detaches() {
	keys C-z
	shows 'd detaches'
	keys d
	wait_for ended
}

test_a_reply_under_way_goes_on_and_is_seen_whole() {
	server <<'EOF'
replies:
  - text: "first words, and then many more that come slowly one after the other last word"
    delay_ms: {between: 120}
EOF
	chat 80x24
	types "say it"
	keys Enter
	shows 'first words'
	detaches
	expect_restored
	expect_equal "$(cat "$T/exit")" 0 "exit code"
	shows "agent attach "
	face one 80x24
	face_shows one 'first words'
	face_shows one 'last word'
	ends_session
	expect_equal "$(events turn_end | jq -r .outcome)" answered
}

test_one_face_answers_and_every_face_says_who() {
	asks_to_touch
	chat 80x24
	keys 'C-\'
	wait_for ended
	face one 80x24
	face two 110x32
	face_keys one 'make it' Enter
	face_shows one 'y once'
	face_shows two 'y once'
	face_keys two y
	face_shows one 'It is made.'
	face_shows two 'yes, once · pts/'
	face_shows one 'yes, once · pts/'
	test -e made.txt || fail "nothing was made"
	face_keys one 'and again' Enter
	face_shows two 'no reply left'
	ends_session
	expect_match "$(events answer)" '"by":"user","who":"pts/[0-9]+, process [0-9]+"'
	expect_match "$(events face)" '"who":"pts/[0-9]+, process [0-9]+","did":"prompt"'
}

test_a_face_that_watches_decides_nothing() {
	asks_to_touch
	chat 80x24
	types "make it"
	keys Enter
	shows 'y once'
	detaches
	face one 80x24 --watch
	face_shows one 'y once'
	face_keys one y
	face_shows one 'this face only watches'
	face_keys one C-d
	face_shows one 'left 0'
	face two 80x24
	face_shows two 'y once'
	face_keys two n
	face_shows two 'It is made.'
	test ! -e made.txt || fail "it was made"
	ends_session
}

test_a_killed_face_hurts_nothing() {
	asks_to_touch
	chat 80x24
	detaches
	face one 80x24
	face two 80x24
	face_keys one 'make it' Enter
	face_shows two 'y once'
	pkill -9 -P "$(in_tmux display -p -t one: '#{pane_pid}')"
	face_shows one 'left 137'
	face_keys two y
	face_shows two 'It is made.'
	ends_session
	expect_equal "$(events turn_end | jq -r .outcome)" answered
}

test_a_face_is_left_as_a_chat_is_detached() {
	asks_to_touch
	chat 80x24
	detaches
	face one 80x24
	face_keys one /detach Enter
	face_shows one 'left 0'
	face_shows one 'agent attach '
	face_keys one "'$AGENT' attach; echo again \$?" Enter
	face_shows one 'Enter send'
	face_keys one C-d
	face_shows one 'again 0'
	wait_for no_socket
}

test_a_chat_begins_without_a_terminal() {
	asks_to_touch
	model --detach --approve all "make it" </dev/null >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" '^agent attach [0-9A-Z]{26}$'
	wait_for test -e made.txt
	expect_equal "$(stat -c %a "$(sockets)")" 600
	expect_match "$(agent sessions list 2>&1)" '\[attach\] make it'
	expect_equal "$(agent sessions list --output json | jq -r '.[0].runs')" attach
	expect_exit 2 agent --resume last </dev/null
	expect_exit 0 agent attach --stop
	no_socket || fail "it runs on"
	expect_match "$(events face)" '"who":"process [0-9]+","did":"quit"'
	expect_exit 2 agent attach --stop
	expect_no_match "$(agent sessions list)" 'attach'
	expect_exit 2 agent --detach --no-save "make it"
}

test_a_face_says_what_only_the_owner_could_do() {
	local command
	asks_to_touch
	chat 80x24
	detaches
	face one 80x24
	for command in connect profile new resume sessions replay fork mcp; do
		face_keys one "/$command " Enter
		face_shows one 'end this (/quit), then'
		face_keys one /clear Enter
		(wait_for face_lacks one 'only a chat') >/dev/null || fail "/$command is still said"
	done
	face_keys one '/model gpt-4.1' Enter
	face_shows one 'gpt-4.1'
	expect_exit 0 agent attach --stop </dev/null
	face_shows one 'left 0'
	no_socket || fail "it runs on"
}

test_a_stop_ends_a_turn_that_runs() {
	server <<'EOF'
replies:
  - calls: [{name: run_command, arguments: {command: sleep 100}}]
EOF
	model --detach --approve all "wait" </dev/null >"$T/out" 2>"$T/err"
	calls() { events tool_call | grep -q sleep; }
	wait_for calls
	expect_exit 0 agent attach --stop "$(cut -d' ' -f3 "$T/out")"
	no_socket || fail "it runs on"
	expect_equal "$(events turn_end | jq -r .outcome)" interrupted
}

# The end of a session's leader hangs up on all that are in the session with it.
test_a_session_goes_on_where_the_agent_itself_led_the_terminal() {
	local i
	server <<'EOF'
replies:
  - text: "It is said."
    repeat: true
EOF
	for i in 1 2 3 4 5; do
		script -qec "exec '$AGENT' --backend openai --base-url '$URL' -m scripted --depth react --detach 'say it'" /dev/null </dev/null >"$T/detached"
		expect_match "$(cat "$T/detached")" 'agent attach '
		wait_for test -n "$(sockets)"
		(wait_for lives) >/dev/null || fail "it ended with the terminal"
		expect_exit 0 agent attach --stop
		wait_for no_socket
	done
}

test_an_owner_that_was_killed_is_told() {
	server <<'EOF'
replies:
  - text: "words that come"
    delay_ms: {between: 60000}
EOF
	chat 80x24
	types "say it"
	keys Enter
	shows 'words'
	detaches
	face one 80x24
	kill -9 "$(owner)"
	face_shows one 'agent --resume '
	face_shows one 'left 0'
	face_keys one "clear; '$AGENT' attach; echo then \$?" Enter
	face_shows one 'agent --detach begins one'
}

test_a_session_of_another_agent_is_followed_as_it_grows() {
	local data=$ROOT/tests/data/foreign/claude.jsonl
	head -12 "$data" >theirs.jsonl
	screen 80x24 "$AGENT" sessions watch theirs.jsonl
	shows 'A test that must fail'
	types 'do more'
	keys Enter
	shows 'this face only watches; agent --continue takes part'
	not_on_screen 'write_file README.md' || fail "it is there before it happened"
	tail -n +13 "$data" | while read -r line; do
		printf '%s\n' "$line" >>theirs.jsonl
	done
	shows 'README.md'
	leaves
	expect_equal "$(cat "$T/exit")" 0 "exit code"
	expect_restored
	expect_match "$(agent sessions import theirs.jsonl 2>&1)" 'unchanged|continued'
}

test_a_document_of_another_agent_may_be_read_while_it_is_written() {
	local data=$ROOT/tests/data/foreign/edits.opencode.json
	jq '.messages |= .[:3]' "$data" >theirs.json
	screen 80x24 "$AGENT" sessions watch theirs.json
	shows 'mock-model'
	not_on_screen 'x.txt' || fail "it is there before it was written"
	head -c 300 "$data" >theirs.json
	types 'y'
	shows '› y'
	keys BSpace
	hides '› y'
	tail -c +301 "$data" >>theirs.json
	shows 'edit_file x.txt'
	leaves
	expect_equal "$(cat "$T/exit")" 0 "exit code"
}

run_tests
