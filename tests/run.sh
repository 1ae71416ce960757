#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every test against the programs built in the folder given ($1) and ends with one line "N passed, N failed".
#
# A test program or script speaks TAP: a line "ok N - name" or "not ok N - name" each. cmocka does when asked; the scripts of
# tests/e2e and tests/screen use tests/support/lib.sh. $2 narrows the run to names that contain it; $3 to one half (programs; scripts
# and fuzz targets).
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/asan}
only=${2:-}
half=${3:-both}
results=$(mktemp -d) || exit 1
trap 'rm -rf "$results"' EXIT

export CMOCKA_MESSAGE_OUTPUT=TAP
export AGENT=$PWD/$build/agent BUILD=$PWD/$build
export ASAN_OPTIONS=detect_leaks=1:exitcode=99:handle_segv=0:handle_abort=0
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=99
export AGENT_SANDBOX=off # what this machine can hold decides no test; those of the sandbox set it
export LC_ALL=C.UTF-8 TEST_TIMEOUT=${TEST_TIMEOUT:-400}

run_one() {
	name=$(echo "$1" | tr '/' '_')
	timeout -k 5 "$TEST_TIMEOUT" "$1" >"$results/$name.out" 2>"$results/$name.err" </dev/null
	status=$?
	sed -nE 's/^not ok/&/p' "$results/$name.out" >"$results/$name.failed"
	grep -cE '^ok( |$)' "$results/$name.out" >"$results/$name.passed"
	if [ $status != 0 ] && [ ! -s "$results/$name.failed" ]; then
		echo "not ok - $1 ended with status $status after $(grep -E '^ok ' "$results/$name.out" | tail -1)" >>"$results/$name.failed"
	fi
	if [ -s "$results/$name.failed" ]; then
		echo "FAILED $1"
		sed 's/^/    /' "$results/$name.failed"
		grep -vE '^(ok|1\.\.|TAP)' "$results/$name.out" | head -c 6000 | sed 's/^/    | /'
		head -c 6000 "$results/$name.err" | sed 's/^/    | /'
	else
		printf '  ok %4s  %s\n' "$(cat "$results/$name.passed")" "$1"
	fi
}
export -f run_one
export results

# Programs built of sources that are still there: one that was moved or removed leaves its program behind.
programs() {
	find "$@" -type f \( -name 'test_*' -o -name 'fuzz_*' \) ! -name '*.*' 2>/dev/null | sort | while read -r program; do
		[ -e "tests/${program#"$build"/tests/}.c" ] && echo "$program"
	done
}

{
	[ "$half" = scripts ] || programs "$build/tests/unit" "$build/tests/wire"
	[ "$half" = programs ] || programs "$build/tests/fuzz"
	[ "$half" = programs ] || find tests/e2e tests/screen -name '*.sh' 2>/dev/null | sort
} | grep -F -- "$only" | xargs -P $(($(nproc) * 3 / 2)) -I{} bash -c 'run_one {}' # a script waits a third of its time

passed=$(cat "$results"/*.passed 2>/dev/null | awk '{n += $1} END {print n + 0}')
failed=$(cat "$results"/*.failed 2>/dev/null | grep -c .)
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
