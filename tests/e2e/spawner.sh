#!/bin/bash
# SPDX-License-Identifier: MIT
# Commands end with the agent, however it ends, and find nothing of it in the process they come from.
. "$(dirname "$0")/../support/lib.sh"

# A command that leaves the session, twice, in the background; $1 names its processes. It is there when the file is.
escape() {
	cat <<EOF
replies:
  - calls:
      - name: run_command
        arguments:
          background: true
          command: |
            (setsid setsid sh -c 'sleep 300.$1 & sh -c "sleep 300.$1; :"' </dev/null >/dev/null 2>&1 &)
            nohup sleep 300.$1 >/dev/null 2>&1 &
            touch there
            sleep 300.$1
  - delay_ms: 60000
    text: done
EOF
}
alive() { # the processes of that name, one a line
	grep -alzE -- "300\.$1" /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3 | grep -v "^$$\$"
}
all_there() { # sh, sh -c twice, three sleeps
	[ -e there ] && [ "$(alive "$1" | wc -l)" -ge 5 ]
}
none_left() {
	[ -z "$(alive "$1")" ]
}
start_escape() {
	server <<<"$(escape "$1")"
	setsid "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all --ask go >out 2>err &
	pid=$!
	wait_for all_there "$1"
}

# holds: kill-9-agent, whatever-command-leaves
test_kill_9_leaves_nothing_of_a_command() {
	start_escape "1$$"
	kill -KILL $pid
	wait_for none_left "1$$"
}

# holds: whatever-command-leaves
test_kill_9_of_the_whole_group_leaves_nothing_of_a_command() {
	start_escape "2$$"
	kill -KILL -$pid
	wait_for none_left "2$$"
}

# holds: whatever-command-leaves
test_a_crash_leaves_nothing_of_a_command() {
	start_escape "3$$"
	kill -ABRT $pid
	wait_for none_left "3$$"
}

test_an_orderly_end_leaves_nothing_of_a_command() {
	start_escape "4$$"
	kill -TERM $pid
	wait $pid
	none_left "4$$" || fail "left: $(alive "4$$")"
}

spawner_of() {
	tr ' ' '\n' <"/proc/$1/task/$1/children" | grep . | head -1
}

test_without_its_spawner_the_agent_says_so() {
	server <<'EOF'
replies:
  - calls: [{name: run_command, arguments: {command: "touch there; sleep 300"}}]
  - calls: [{name: run_command, arguments: {command: "echo again"}}]
  - text: so be it
    repeat: true
EOF
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s 'evaluation.when=[never]' --ask go >out 2>err &
	pid=$!
	wait_for test -e there
	kill -KILL "$(spawner_of $pid)"
	wait $pid
	expect_equal $? 6 "a command that was killed is no success" # the answer does not say so
	expect_match "$(cat out)" "^so be it"
	expect_match "$(cat err)" "signal 9"
	expect_match "$(cat err)" "the process that starts commands is gone; start the program again"
}

# All memory of a process that may be written, as bytes.
memory_of() {
	local from to
	grep -E '^[0-9a-f]+-[0-9a-f]+ rw' "/proc/$1/maps" | awk '$6 !~ /^\[v/ {print $1}' | tr - ' ' | while read -r from to; do
		[ $((16#$to - 16#$from)) -lt 67108864 ] || continue # the shadow of a sanitiser
		dd if="/proc/$1/mem" bs=4096 iflag=skip_bytes,count_bytes skip=$((16#$from)) count=$((16#$to - 16#$from)) 2>/dev/null
	done
}

# holds: key-nowhere-command, child-costs-same
test_the_spawner_holds_no_key() {
	[ "$(id -u)" = 0 ] || { echo "# skipped: only root may read its memory"; return; }
	[ -x "$ROOT/agent" ] || { echo "# skipped: not built without sanitizers, which keep a copy of the environment"; return; }
	server <<'EOF'
replies:
  - calls: [{name: run_command, arguments: {command: "touch there; sleep 300"}}]
EOF
	OPENAI_API_KEY=sk-very-secret-key-0123456789 "$ROOT/agent" --backend openai --base-url "$URL" -m scripted --depth react --approve all --ask go >out 2>err &
	pid=$!
	wait_for test -e there
	local spawner
	spawner=$(spawner_of $pid)
	memory_of "$spawner" >memory
	grep -qa scripted memory || fail "its memory was not read"
	grep -qa sk-very-secret memory && fail "the key is in the memory of the spawner"
	grep -qa sk-very-secret "/proc/$spawner/environ" && fail "the key is in the environment of the spawner"
	[ "$(stat -c %u "/proc/$spawner/mem")" = 0 ] || fail "it can be read by its user"
	kill -TERM $pid
	wait $pid
	return 0
}

run_tests
