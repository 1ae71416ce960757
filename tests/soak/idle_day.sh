#!/bin/bash
# SPDX-License-Identifier: MIT
# A chat of which nothing is asked for a day, and one without its terminal: how often they wake, and what they grow by.
# The day is over in a minute: fast_clock.c. SECONDS_A_DAY=60 tests/soak/idle_day.sh
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

SECONDS_A_DAY=${SECONDS_A_DAY:-60}

fast_clock() {
	cc -shared -fPIC -D_GNU_SOURCE -o "$T/fast_clock.so" "$ROOT/tests/soak/fast_clock.c" -ldl
	FAST="env LD_PRELOAD=$T/fast_clock.so FAST_CLOCK=$((86400 / SECONDS_A_DAY))"
}
figure_of() { # PID NAME
	awk -v n="$2:" '$1 == n {print $2}' "/proc/$1/status"
}
a_day_of() { # PID WHAT
	local woke grown rss
	sleep 2 # the figures are of a program that has settled
	woke=$(figure_of "$1" voluntary_ctxt_switches) rss=$(figure_of "$1" VmRSS)
	sleep "$SECONDS_A_DAY"
	woke=$(($(figure_of "$1" voluntary_ctxt_switches) - woke)) grown=$(($(figure_of "$1" VmRSS) - rss))
	printf '# %s: woke %d times in a day, %d KB, grew by %d KB\n' "$2" "$woke" "$rss" "$grown"
	expect_equal "$((woke <= 100 && grown <= 64))" 1 "$2"
}
asked_once() {
	server <<<'replies: [{text: "hello there", repeat: true}]'
	screen 110x32 $FAST "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react
	shows 'Enter send'
	types hello
	keys Enter
	shows 'hello there'
}

test_a_chat_sleeps_for_a_day() {
	fast_clock
	asked_once
	a_day_of "$(pgrep -f "^$AGENT --backend openai --base-url $URL")" "a chat"
	types again
	keys Enter
	shows 'again'
	leaves
}

test_a_session_without_a_terminal_sleeps_for_a_day() {
	fast_clock
	asked_once
	keys /detach Enter
	wait_for ended
	a_day_of "$(cut -d' ' -f1 "$XDG_DATA_HOME"/agent/running/??????????????????????????)" "a session without a terminal"
	expect_exit 0 agent attach --stop
}

run_tests
