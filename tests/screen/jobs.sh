#!/bin/bash
# SPDX-License-Identifier: MIT
# Commands in the background and delegates (/jobs), on a real terminal.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s 'evaluation.unchecked=["*"]' "$@"
	shows 'Enter send'
}

says() {
	types "$1"
	keys Enter
}

# The clock is not what these are about.
picture() {
	in_tmux capture-pane -p | sed -E 's/[0-9]+ s( |$)/N s\1/g; s/ [0-9.]+k? tok/ N tok/'
}

requests() { # .FIELD of each request for a reply
	jq -r "select(.path | endswith(\"/chat/completions\")) | $1" "$REQUESTS"
}

# A turn whose command is still running: it prints a line, and waits for the file `go`.
waiting() {
	mkfifo go
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo begun; read x <go; echo \$x; exit 3"}}]}
		  - text: It goes on without me.
		  - text: So it is over.
	EOF
	chat "$@"
	says 'start it'
	shows '   begun' # what it prints, below the row that names it
}

test_a_running_command_goes_to_the_background_and_its_end_is_told() {
	local size
	for size in 80x24 110x32; do
		rm -f go
		waiting $size
		keys C-b
		shows 'It goes on without me.'
		shows '1 job'
		expect_match "$(requests '.body.messages[-1].content' | tail -1)" 'sent this command to the background'
		echo done-now >go
		shows "job-1 'echo begun; read x <go; echo \$x; exit 3': exit 3"
		hides '1 job'
		says 'and now?'
		shows 'So it is over.'
		expect_match "$(requests '.body.messages[].content')" 'done-now'
		expect_match "$(requests '.body.messages[].content')" 'which ran in the background, is over'
		leaves
	done
}

test_the_key_is_named_when_a_command_has_run_for_a_while() {
	waiting 110x32
	shows 'Ctrl-B background'
	types words
	hides 'Ctrl-B background'
	keys C-u
	shows 'Ctrl-B background'
	echo >go
	shows 'It goes on without me.'
	hides 'Ctrl-B background'
	keys C-b
	shows 'no command runs that could go to the background'
	leaves
}

test_a_job_is_looked_at_as_it_prints_and_stopped() {
	waiting 80x24
	keys C-b
	shows '1 job'
	says /jobs
	expect_screen <<EOF
 agent  $T/work  scripted · react  start it          worked 0s

 Jobs  1 of 1
 / type to narrow it down

 › echo begun; read x <go; echo \$x; exit 3  job-1 · running · N s · begun














────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────
 Enter choose  Up/Down select  Del stop  Esc back
EOF
	keys Enter
	expect_screen <<EOF
 agent  $T/work  scripted · react  start it          worked 0s

 echo begun; read x <go; echo \$x; exit 3

 job-1 · running · N s

 begun













────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────
 Del stop  any other key closes
EOF
	exec 7>go
	echo second >&7
	shows ' second'
	shows 'job-1 · exit 3'
	exec 7>&-
	keys x
	hides 'any other key closes'
	leaves
}

test_a_job_that_is_stopped_is_told_to_the_model() {
	waiting 80x24
	keys C-b
	shows '1 job'
	says '/jobs stop job-1'
	hides '1 job'
	shows 'stopped by the user'
	says 'and now?'
	shows 'So it is over.'
	expect_match "$(requests '.body.messages[].content')" 'stopped by the user'
	says '/jobs stop job-1'
	shows 'job-1 is over: stopped by the user'
	says '/jobs stop job-7'
	shows "no job 'job-7'; /jobs lists them"
	leaves
}

test_a_command_of_the_users_own_goes_there_too() {
	server <<<'replies: [{text: never}]'
	chat 80x24
	says '!echo begun; sleep 1000'
	shows 'begun'
	says '/jobs background'
	shows '1 job'
	says '/jobs'
	shows 'job-1 · running'
	keys DC
	shows 'job-1 · stopped by the user'
	keys Escape
	hides 'Jobs '
	leaves
}

test_a_delegate_stands_in_the_list_with_its_steps_and_is_stopped() {
	server <<'EOF'
replies:
  - {match: "wait here", text: "Waiting.", calls: [{name: run_command, arguments: {command: "sleep 1000"}}]}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "wait here"}}]}
  - {match: "interrupted", text: "It was stopped."}
EOF
	chat 110x32
	says 'split it'
	shows '[Act] run_command sleep 1000'
	shows '1 job'
	says /jobs
	shows 'delegate-1 · running · '
	keys Enter
	shows ' [Act] run_command sleep 1000'
	keys DC
	shows 'delegate-1 · interrupted'
	keys x
	shows 'It was stopped.'
	hides '1 job'
	leaves
}

test_what_runs_when_the_chat_is_left_is_said_there_and_when_it_goes_on() {
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo begun; exec sleep 1000", background: true}}]}
		  - text: It runs.
		  - text: I know.
	EOF
	chat 80x24
	says 'start it'
	shows 'It runs.'
	leaves
	shows "job-1 'echo begun; exec sleep 1000': ended with the agent"
	chat 80x24 --continue
	shows 'ended with the agent'
	hides '1 job'
	says 'and?'
	shows 'I know.'
	expect_match "$(requests '.body.messages[].content')" '^ended with the agent'
	leaves
}

test_lines_have_the_same_list() {
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo begun; exec sleep 1000", background: true}}]}
		  - text: It runs.
	EOF
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react \
		--plain --color never --approve all -s 'evaluation.unchecked=["*"]' <<<"wait > 
send start it\n
wait It runs.
send /jobs\n
wait job-1  echo begun; exec sleep 1000  running
send /jobs job-1\n
wait  begun
send /jobs stop job-1\n
wait job-1 'echo begun; exec sleep 1000': stopped by the user
send /quit\n
end 0" || fail "the conversation: $(cat "$T/raw")"
}

run_tests
