#!/bin/bash
# SPDX-License-Identifier: MIT
# What goes on as ever in the sandbox, what ends there, and what is out of reach.
. "$(dirname "$0")/../support/lib.sh"

. "$ROOT/tests/support/sandbox.sh"

what_is_seen() {
	export SOME_TOKEN=open-sesame
	refused 'env | grep sesame'
	refused 'grep -ras sesame /proc/*/environ /proc/*/cmdline'
	sleep 300.7 &
	if [ "$TIER" = namespaces ]; then
		refused "ls -d /proc/$! 2>/dev/null && grep -az 300.7 /proc/$!/cmdline"
		refused 'for f in sys/kernel/core_pattern sys/vm/swappiness sysrq-trigger sys/kernel/pid_max; do [ -w /proc/$f ] && echo 1 >/proc/$f && exit 0; done; exit 1'
		refused 'cat /proc/keys /proc/kcore /sys/kernel/tracing/trace /sys/kernel/debug/* | grep -q .'
		possible '[ "$(ls /dev | wc -l)" -lt 16 ] && ! ls /dev/sd* /dev/vd* /dev/nvme* 2>/dev/null'
	fi
	refused "kill $!"
	kill $!
	refused 'grep CapEff /proc/self/status | grep -v 0000000000000000'
	# An ordinary user without a namespace may not empty it, and gets nothing out of it.
	[ "$TIER" = landlock ] && [ ${#AS[@]} != 0 ] || refused 'grep CapBnd /proc/self/status | grep -v 0000000000000000'
	possible 'grep -q "^NoNewPrivs:.*1" /proc/self/status && grep -q "^Seccomp:.*2" /proc/self/status'
	refused 'mknod device b 254 0 || mknod device c 1 1'
	refused 'dd if=/dev/vda of=/dev/null count=1 || dd if=/dev/sda of=/dev/null count=1 || dd if=/dev/mem of=/dev/null count=1'
}
# holds: machine-settings-devices
test_the_machine_and_other_processes_are_out_of_reach() { in_each what_is_seen; }

ordinary_work() {
	printf 'int main(void){return 0;}\n' >t.c
	printf 'all: a b c\na b c: t.c\n\tcc -o $@ t.c\n' >Makefile
	possible 'make -s -j2 && ./a && ./b && ./c && rm a b c'
	possible 'f=$(mktemp) && echo x >"$f" && mkdir -p "$XDG_CACHE_HOME/tool" && echo y >"$XDG_CACHE_HOME/tool/z"'
	possible 'echo one | tee two | cat && (echo sub) | while read -r l; do echo $l; done'
	possible 'sleep 0.01 & wait $!'
	possible 'id -u && ls -l >/dev/null && find . >/dev/null && df . >/dev/null'
	possible '[ "$(sh -c "kill -TERM \$\$" 2>/dev/null; echo $?)" = 143 ]'
	if [ "$TIER" = namespaces ] && command -v python3 >/dev/null; then # the other has no shared memory of its own
		possible 'python3 -c "
import multiprocessing as m
if __name__ == \"__main__\":
    with m.Pool(2) as p: assert p.map(abs, [-1, -2]) == [1, 2]"'
	fi
	if command -v ccache >/dev/null; then
		possible 'ccache cc -c t.c -o t.o && rm t.o'
	fi
	if [ "$TIER" = namespaces ] && command -v gdb >/dev/null; then
		possible 'cc -g -o t t.c && gdb -q -batch -ex "break main" -ex run -ex "info locals" ./t 2>&1 | grep "Breakpoint 1, main"'
	fi
	if [ "$TIER" = namespaces ]; then
		possible 'script -qec "tty && echo on a terminal" /dev/null </dev/null | grep terminal'
		printf '#include <stdlib.h>\nint main(void){volatile char *p = malloc(7); p = 0; return p != 0;}\n' >leak.c
		possible 'cc -fsanitize=address -o leak leak.c && ! ./leak 2>said; grep "detected memory leaks" said'
	fi
}
# holds: confined-command-writes
test_ordinary_work_goes_on() { in_each ordinary_work; }

caches() {
	mkdir -p "$HOME/.cache/ccache" "$HOME/.npm" && chmod 755 "$HOME" "$HOME/.cache"
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" "$HOME"
	refused 'touch ~/.cache/x || touch ~/.cache/ccache/x || touch ~/.npm/x'
	possible 'mkdir -p "$XDG_CACHE_HOME/pip" && echo x >"$XDG_CACHE_HOME/pip/x" && mkdir -p "$npm_config_cache/_cacache" && echo x >"$npm_config_cache/_cacache/x"'
	OPTIONS=(-s 'sandbox.writable=[~/.cache/ccache, ~/.npm]')
	possible 'echo kept >"$XDG_CACHE_HOME/ccache/kept" && [ -z "${npm_config_cache:-}" ] && echo kept >~/.npm/kept'
	expect_equal "$(cat "$HOME/.cache/ccache/kept" "$HOME/.npm/kept" | tr '\n' ' ')" 'kept kept '
	confined 'touch ~/.cache/x' 2>/dev/null
	[ ! -e "$HOME/.cache/x" ] || fail "more is writable than was named"
	rm -rf "$HOME/.cache" "$HOME/.npm"
}
# holds: confined-command-writes
test_caches_are_the_sessions_own_or_where_they_may_be_written() { in_each caches; }

# Without the network installers end at once instead of asking again and again; with it they are as they were.
retries() {
	local names='npm_config_fetch_retries|PIP_RETRIES|CARGO_NET_RETRY'
	raw -- env >without 2>&1
	expect_equal "$(grep -E "^($names)=" without | sort | xargs)" "CARGO_NET_RETRY=0 PIP_RETRIES=0 npm_config_fetch_retries=0"
	raw --network -- env >with 2>&1
	expect_equal "$(grep -E "^($names)=" with)" ""
}
# holds: sandbox-stopped-told
test_without_the_network_installers_do_not_try_again() { in_each retries; }

exits() {
	expect_exit 0 raw -- true
	expect_exit 7 raw -- sh -c 'exit 7'
	expect_exit 137 raw -- sh -c 'kill -KILL $$'
	expect_exit 127 raw -- no-such-program
	expect_exit 127 raw -- "$T/no/such/program"
	expect_exit 126 raw -- /etc/passwd
	expect_equal "$(echo through | raw -- cat)" through
	expect_equal "$(raw -- pwd)" "$PWD"
	expect_equal "$(raw -- sh -c 'echo $$ $(ps -o pgid= -o sid= -p $$)' | awk '{print ($1 == $2 || "'$TIER'" == "landlock")}')" 1
}
test_its_status_and_streams_are_the_commands() { in_each exits; }

# One that the user works in: what is typed there could be read, and what stands there changed.
a_terminal() {
	local tty
	rm -f tty
	tmux -S "$T/terminal.socket" -f /dev/null new-session -d "tty >$T/work/tty; sleep 100"
	wait_for test -s tty
	tty=$(cat tty)
	[ ${#AS[@]} = 0 ] || chown 65534 "$tty"
	refused "echo planted >>$tty"
	refused "exec 3<$tty"
	tmux -S "$T/terminal.socket" kill-server
}
# holds: machine-settings-devices
test_terminals_of_the_user_are_out_of_reach() { in_each a_terminal; }

# Of processes named so by their time.
alive() {
	grep -alzE -- "300\.$1" /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3
}
none_left() {
	[ -z "$(alive "$1")" ]
}
agent_of() { # the program below timeout, which has taken the place of setpriv
	pgrep -P "$1" | head -1 | { read -r p; [ "$(cat "/proc/$p/comm")" = timeout ] && pgrep -P "$p" || echo "$p"; }
}
limits() {
	OPTIONS=(-s sandbox.limits.file_bytes=1000000)
	refused 'head -c 3000000 /dev/zero >big'
	[ "$(stat -c %s big)" -le 1000000 ] || fail "it grew to $(stat -c %s big)"
	OPTIONS=(-s sandbox.limits.memory_bytes=60000000)
	expect_exit 137 raw -- sh -c 'head -c 300000000 /dev/zero | tail -c 200000000 | (sleep 5; wc -c)'
	expect_match "$(cat "$T/err")" 'sandbox.limits.memory_bytes'
	possible 'head -c 300000000 /dev/zero | wc -c'
	if [ "$TIER" = namespaces ]; then # as root, Landlock alone has no number of processes to hold to
		OPTIONS=(-s sandbox.limits.processes=310)
		confined 'bomb() { bomb | bomb & }; bomb; sleep 300.8; echo over' >out 2>&1 &
		pid=$!
		wait_for grep -qi 'cannot fork\|resource' out
		kill -TERM "$(agent_of $pid)"
		wait $pid
		wait_for none_left 8
		OPTIONS=()
	fi
}
# holds: processes-memory-file
test_limits_end_what_takes_too_much() { in_each limits; }

# hides HOW: memory that no process has mapped, or a watcher that is blinded; it ends for it, or gets none.
hides() {
	raw -- sh -c "ASAN_OPTIONS=detect_leaks=0 $*" >out 2>&1
	case $? in
	0) ;;
	137) expect_match "$(cat out)" 'sandbox.limits.memory_bytes' ;;
	*) fail "$*: exit $?: $(tail -3 out)" ;;
	esac
}
hidden_memory() {
	local how
	OPTIONS=(-s sandbox.limits.memory_bytes=60000000)
	for how in memfd shm segments mapping; do
		hides "exec $ESCAPE hold_$how"
	done
	possible "! prlimit --pid 1 --nofile=0:0 2>/dev/null && ! prlimit --pid \$PPID --nofile=0:0 2>/dev/null"
	expect_exit 137 raw -- sh -c 'prlimit --pid $PPID --nofile=0:0; kill -STOP $PPID; renice 19 -p $PPID; head -c 300000000 /dev/zero | tail -c 200000000 | (sleep 20; wc -c)'
	expect_match "$(cat "$T/err")" 'sandbox.limits.memory_bytes'
	[ "$TIER" != namespaces ] || possible '[ "$(df --output=size -B1 /dev/shm | tail -1)" -le 60002304 ]'
	confined 'echo planted >/dev/shm/agent-planted-here' >out 2>&1
	[ ! -e /dev/shm/agent-planted-here ] || fail "the system's /dev/shm was written"
}
# holds: processes-memory-file
test_memory_is_counted_where_nobody_has_it_mapped() { in_each hidden_memory; }

# For root no limit of the kernel's holds without a namespace.
many_processes() {
	OPTIONS=(-s sandbox.limits.processes=40)
	[ ${#AS[@]} = 0 ] || return 0 # the kernel counts all of that user's
	[ "$(id -u)" = 0 ] || return 0
	expect_exit 137 raw -- sh -c 'i=0; while [ $i -lt 60 ]; do sleep 300.8 & i=$((i+1)); done; sleep 300.8'
	expect_match "$(cat "$T/err")" 'sandbox.limits.processes'
	wait_for none_left 8
}
# holds: processes-memory-file
test_processes_of_root_are_counted_too() { in_each many_processes; }

is_alive() {
	[ -n "$(alive 9)" ]
}
# A confined command that leaves a group behind; what is left is seen alive before the command goes on with LINE.
leave_group() { # LINE
	raw -- sh -c '(setsid setsid sh -c "sleep 300.9 & sleep 300.9" </dev/null >/dev/null 2>&1 &); touch there; while [ -e there ]; do sleep 0.02; done; '"$1" >out 2>&1 &
	pid=$!
	wait_for test -e there
	wait_for is_alive
	rm there
}
ends() {
	leave_group 'exit 3'
	wait $pid
	wait_for none_left 9
	leave_group 'sleep 300.9'
	kill -KILL "$(agent_of $pid)"
	wait $pid
	wait_for none_left 9
	leave_group 'kill -STOP $$; sleep 300.9'
	kill -TERM "$(agent_of $pid)"
	wait $pid
	wait_for none_left 9
	leave_group 'trap "" TERM INT HUP; sleep 300.9; sleep 300.9'
	kill -TERM "$(agent_of $pid)"
	wait $pid
	wait_for none_left 9
}
# holds: whatever-command-leaves
test_nothing_outlives_it() { in_each ends; }

private_tmp() {
	echo theirs >"/tmp/agent-test-$$" && chmod 644 "/tmp/agent-test-$$"
	refused "cat /tmp/agent-test-$$"
	rm "/tmp/agent-test-$$"
	expect_equal "$(ls -d "$TMPDIR"/agent-?????? 2>/dev/null)" "" "folders left in the folder for temporary files"
}
# holds: confined-command-writes
test_tmp_is_its_own_and_goes() { in_each private_tmp; }

folders() {
	ls -d "$TMPDIR"/agent-?????? 2>/dev/null | wc -l
}
hold() { # NAME: a command that keeps its /tmp; sets $pid
	rm -f "$1"
	raw -- sh -c "echo kept >/tmp/kept; mkdir -p /tmp/sub/deep; ln -s '$PWD/outside' /tmp/link; touch $1; sleep 300.7" >out 2>&1 &
	pid=$!
	wait_for test -e "$1"
}
# Neither the program nor the one that starts its commands lives to remove its folder.
left_behind() {
	local lives program spawner
	mkdir -p outside "$TMPDIR/agent-notour"
	echo mine >outside/file
	hold first
	lives=$pid
	hold second
	program=$(pgrep -P "$(pgrep -P $pid -o)" -o) # of the shell that runs timeout
	spawner=$(pgrep -P "$program" -o)
	kill -KILL "$spawner" "$program"
	wait $pid 2>/dev/null
	expect_equal "$(folders)" 3
	raw -- true
	expect_equal "$(folders)" 2 "the folder of the killed one goes, one that is used and one of others stay"
	[ -d "$TMPDIR/agent-notour" ] || fail "a folder that no agent made was removed"
	[ -e outside/file ] || fail "a link was followed"
	kill "$(pgrep -P "$(pgrep -P $lives -o)" -o)"
	wait $lives 2>/dev/null
	rmdir "$TMPDIR/agent-notour"
	raw -- true
	(wait_for none_of_them) || fail "left: $(ls "$TMPDIR")"
	raw -- true
	expect_equal "$(ls "$HOME/.local/state/agent/tmp" | wc -l)" 1 "notes of folders but the last"
}
none_of_them() {
	[ "$(folders)" = 0 ]
}
# holds: killed-program-left
test_what_a_killed_program_left_of_tmp_is_removed_later() { in_each left_behind; }

run_tests
