#!/bin/bash
# SPDX-License-Identifier: MIT
# A command that is tried: as this user and as an ordinary one; what is held of any command is held of it too.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

try() { # try LINE: what it would change is in $T/changes
	raw --try -- sh -c "$1" >"$T/said" 2>"$T/changes"
}
nothing='agent: it would change nothing'

only_reads() {
	[ "$TIER" = namespaces ] || return 0
	rm -rf .git && "${AS[@]}" git init -q . && echo 1 >file && echo 2 >other
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" .
	"${AS[@]}" sh -c 'git add file other && git -c user.name=a -c user.email=a@b commit -qm one'
	local line
	for line in 'git status' 'git diff; git log' 'grep -rIn 1 file other | sort | head -3' 'find . -name "f*" -newer other' \
		'make -n -f /dev/null all 2>/dev/null' 'f=$(mktemp) && sort file >$f && cat $f; rm $f' 'df . && stat file'; do
		try "$line"
		expect_equal "$(cat "$T/changes")" "$nothing" "$line"
	done
	expect_equal "$(try 'cat file'; cat "$T/said")" 1
	rm -rf .git
}
test_a_command_that_only_reads_would_change_nothing() { in_each only_reads; }

writes() {
	if [ "$TIER" != namespaces ]; then
		expect_exit 126 raw --try -- true
		expect_match "$(cat "$T/err")" 'only tier namespaces can try a command'
		return 0
	fi
	rm -rf kept && mkdir -p kept/sub && echo 1 >kept/a && echo 2 >kept/sub/b
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" kept
	try 'echo x >>kept/a; rm -r kept/sub; echo 3 >kept/new; exit 4'
	expect_equal "$?" 4 "the status"
	expect_equal "$(sed "s|$PWD/||" "$T/changes")" 'changed  kept/a
created  kept/new
deleted  kept/sub/'
	expect_equal "$(cat kept/a kept/sub/b; ls kept | tr '\n' ' ')" '1
2
a sub '
	# In a folder that its owner may not read.
	mkdir closed && echo 1 >closed/in && [ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" closed
	chmod 311 closed
	try 'echo evil >>closed/in'
	grep -qE 'cannot read what a trial wrote in .*/closed|^changed +.*/closed/in' "$T/changes" || fail "closed: $(cat "$T/changes")"
	chmod 755 closed && rm -r closed
	# In one that a name of separators stands above.
	mkdir -p 'odd:,\dir' && [ "$(id -u)" != 0 ] || chown "$(stat -c %u:%g .)" 'odd:,\dir'
	(cd 'odd:,\dir' && try 'echo 1 >x' && expect_match "$(cat "$T/changes")" '^created .*odd:,.*x$' && [ ! -e x ]) || exit 1
}
test_what_it_would_change_is_told_and_stays_as_it_was() { in_each writes; }

# What is held of a command is held of one that is tried.
escapes() {
	[ "$TIER" = namespaces ] || return 0
	local name
	rm -rf .git && "${AS[@]}" git init -q . && mkdir -p .git/hooks "$HOME/.ssh" "$T/outside"
	echo open-sesame >"$HOME/.ssh/id" && echo old >"$T/outside/file" && chmod 666 "$T/outside/file"
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" . "$HOME"
	for name in clone3 io_uring new_user mounts tiocsti datagrams keyring foreign kernel_settings descriptors families; do
		raw --try -- env ASAN_OPTIONS=detect_leaks=0 "$ESCAPE" $name >out 2>&1 || fail "$name: $(tail -3 out)"
	done
	raw --try -- env ASAN_OPTIONS=detect_leaks=0 "$ESCAPE" metadata "$T/outside/file" >out 2>&1 || fail "metadata: $(tail -3 out)"
	"${AS[@]}" sleep 100 &
	raw --try -- env ASAN_OPTIONS=detect_leaks=0 "$ESCAPE" others $! >out 2>&1 || fail "others: $(tail -3 out)"
	kill $!
	try 'cat ~/.ssh/id | grep sesame' && fail "a secret was read"
	try "echo new >$T/outside/file" && fail "it wrote outside"
	try 'echo evil >.git/hooks/pre-commit' && fail "it wrote a hook"
	try 'git config core.fsmonitor evil' && fail "it wrote the configuration of git"
	try 'mv .git x' && fail "it moved what is protected"
	try 'ls -la /dev/.trial | grep -q layer || ls -d /dev/.trial/*' && fail "it sees its layers"
	server <<<'replies: [{text: hi, repeat: true}]'
	try "curl -s --noproxy '*' --max-time 3 $URL/models" && fail "it had the network"
	expect_exit 2 agent sandbox --try --network -- true
	rm -rf .git "$HOME/.ssh"
}
# holds: command-tried-writes
test_what_is_held_of_commands_is_held_of_one_that_is_tried() { in_each escapes; }

# The same of one that seems to read, in a turn: there is no layer, and nothing can be written.
escapes_of_what_reads() {
	[ "$TIER" = namespaces ] || return 0
	server <<<'replies: [{text: hi, repeat: true}]'
	local name line calls='' layer='stat -f -c on:%T .'
	rm -rf .git && "${AS[@]}" git init -q . && mkdir -p "$HOME/.ssh" "$T/outside"
	echo open-sesame >"$HOME/.ssh/id" && echo old >"$T/outside/file" && chmod 666 "$T/outside/file"
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" . "$HOME"
	for name in clone3 io_uring new_user mounts tiocsti datagrams keyring foreign kernel_settings descriptors families "metadata $T/outside/file"; do
		line="ls; $layer; ASAN_OPTIONS=detect_leaks=0 ./escape_driver $name && echo held:${name%% *}"
		calls+="  - calls: [{name: run_command, arguments: {command: $(jq -n --arg x "$line" '$x')}}]"$'\n'
	done
	"${AS[@]}" sleep 100 &
	for line in "ls; ASAN_OPTIONS=detect_leaks=0 exec ./escape_driver others $!" 'cat ~/.ssh/i*' 'ls /dev/.trial/*' 'cat /proc/1/environ' 'ls; curl -s --noproxy "*" --max-time 3 '"$URL"'/models'; do
		calls+="  - calls: [{name: run_command, arguments: {command: $(jq -n --arg x "$line; echo; $layer" '$x')}}]"$'\n'
	done
	server <<<"replies:
$calls  - {text: ok, repeat: true}"
	"${AS[@]}" "$AGENT" --backend openai --base-url "$URL" -m m --depth react -s 'evaluation.when=[never]' -s limits.repeated_calls=100 --max-iterations 100 \
		-s "permissions.outside=[$T/outside, $HOME, /dev, /proc]" --approve ask --output events --ask go <"/dev/null" >"$T/events" 2>"$T/err"
	kill $!
	jq -r 'select(.type == "tool_result").data | "\(.data.tried) \(.text)"' "$T/events" >"$T/results"
	expect_no_match "$(cat "$T/results")" 'sesame|possible'
	expect_equal "$(grep -o 'held:[a-z0-9_]*' "$T/results" | sort -u | tr '\n' ' ')" \
		'held:clone3 held:datagrams held:descriptors held:families held:foreign held:io_uring held:kernel_settings held:keyring held:metadata held:mounts held:new_user held:tiocsti ' "held"
	echo "# in a layer: $(grep -c 'on:overlayfs' "$T/results"), without: $(grep 'on:' "$T/results" | grep -vc on:overlayfs)"
	[ "$(grep 'on:' "$T/results" | grep -vc on:overlayfs)" -ge 8 ] || fail "$(cat "$T/results")"
	expect_equal "$(cat "$T/outside/file")" old
	rm -rf .git "$HOME/.ssh"
}
# holds: command-tried-writes
test_what_is_held_of_commands_is_held_of_one_that_seems_to_read() { in_each escapes_of_what_reads; }

is_running() {
	[ -n "$(grep -alzE -- '^300\.4$' /proc/[0-9]*/cmdline 2>/dev/null)" ]
}
is_over() {
	! is_running
}
killed() {
	[ "$TIER" = namespaces ] || return 0
	local mounts
	rm -f there
	mounts=$(wc -l </proc/mounts)
	"${AS[@]}" "$AGENT" sandbox --try -- sh -c 'echo 1 >written; (setsid sleep 300.4 &); sleep 300.4' >out 2>&1 &
	pid=$!
	wait_for is_running
	kill -KILL $pid
	wait $pid 2>/dev/null
	wait_for is_over
	[ ! -e written ] || fail "it wrote"
	expect_equal "$(wc -l </proc/mounts)" "$mounts" "mounts"
	wait_for sh -c "! ls -d '$TMPDIR'/agent-?????? 2>/dev/null"
}
# holds: command-tried-writes
test_kill_9_leaves_nothing_of_a_trial() { in_each killed; }

# The agent in a turn whose command is tried: KILLS=50 tests/e2e/sandbox_trial.sh
killed_at_random() {
	[ "$TIER" = namespaces ] || return 0
	local mounts begun=0 i
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g .)" "$HOME" "$TMPDIR"
	# In turn one that writes, in a layer, and one that seems to read, without.
	server --timeout 300 < <(
		echo replies:
		for ((i = 0; i < ${KILLS:-4}; i++)); do
			cat <<-'EOF'
				  - calls: [{name: run_command, arguments: {command: "python3 -c 'import os, subprocess, time; [(os.mkdir(d), open(d + \"/x\", \"w\").write(d)) for d in (\"d1\", \"d2\", \"/tmp/d3\")]; subprocess.Popen([\"sleep\", \"300.6\"], start_new_session=True); time.sleep(300.6)'"}}]
				  - calls: [{name: run_command, arguments: {command: "ls >/dev/null; (setsid sleep 300.6 &); cat *; sleep 300.6"}}]
			EOF
		done
		echo '  - {text: ok, repeat: true}'
	)
	mounts=$(wc -l </proc/mounts)
	for ((i = 0; i < ${KILLS:-4}; i++)); do
		"${AS[@]}" "$AGENT" --backend openai --base-url "$URL" -m m --depth react --approve ask --ask go </dev/null >out 2>&1 &
		pid=$!
		sleep "$(printf '0.%03d' $((RANDOM % 700)))"
		! pgrep -f 'sleep.300\.6' >/dev/null || begun=$((begun + 1))
		kill -KILL $pid
		wait $pid 2>/dev/null
		wait_for sh -c '! pgrep -f sleep.300\.6'
		[ -z "$(ls -d d? 2>/dev/null)" ] || fail "it wrote, kill $i"
		wait_for sh -c "[ \$(wc -l </proc/mounts) = $mounts ]"
		wait_for sh -c "! ls -d '$TMPDIR'/agent-?????? 2>/dev/null"
	done
	echo "# $i kills, $begun of them with the command begun"
}
# holds: command-tried-writes
test_kill_9_at_random_leaves_nothing_of_a_trial() { in_each killed_at_random; }

run_tests
