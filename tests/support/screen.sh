# SPDX-License-Identifier: MIT
# For tests/screen: a program on a real terminal (tmux), keys in, the screen as literal text out. After lib.sh.
#
#   screen 80x24 COMMAND...      starts it; its exit code goes to $T/exit, stty -a of before and after to $T/before and $T/after
#   drive 80x24 [KEY=VALUE...] <<EOF ... EOF    the chat screen with a script of events (tests/support/screen_driver.c); what it is told goes to $T/log
#   keys NAME...                 tmux key names; `types WORDS` types them
#   shows WORDS                  waits until the screen has them;  `hides WORDS`
#   leaves                       by Ctrl-D, and waits for the end
#   expect_screen <<EOF          waits until the screen is exactly that (spaces at the ends of rows do not count)

TMUX_SOCKET=

in_tmux() {
	tmux -u -S "$TMUX_SOCKET" "$@"
}

screen() {
	local size=$1
	shift
	[ -z "$TMUX_SOCKET" ] || in_tmux kill-server 2>/dev/null
	TMUX_SOCKET=$(mktemp -u "$T/tmux.XXXXXX") # a server that ends takes the name with it
	rm -f "$T/after" "$T/exit"
	printf '%s\n' 'stty -a >"$T/before"' '"$@" 2>"$T/err"' 'echo $? >"$T/exit"' 'stty -a >"$T/after"' 'exec cat' >"$T/run"
	TERM=xterm-256color tmux -u -S "$TMUX_SOCKET" -f /dev/null new-session -d -x "${size%x*}" -y "${size#*x}" \
		-e T="$T" -e COLORTERM="${COLORTERM:-}" "TERM=${TERMINAL:-xterm-256color} exec sh '$T/run' $(printf "'%s' " "$@")" \; set -g status off \; set -s escape-time 0
}

drive() {
	local size=$1
	shift
	cat >"$T/script"
	screen "$size" "$BUILD/tests/support/screen_driver" "$T/script" "$T/log" "$@"
}

keys() {
	in_tmux send-keys "$@"
}

types() {
	in_tmux send-keys -l "$*"
}

# Without the time the title counts on, in whose place are blanks.
picture() {
	in_tmux capture-pane -p | awk 'NR == 1 && match($0, /worked [0-9][0-9hms ]*[hms]/) {
		$0 = substr($0, 1, RSTART - 1) sprintf("%*s", RLENGTH, "") substr($0, RSTART + RLENGTH)
		sub(/ +$/, "")
	} { print }'
}

on_screen() {
	picture | grep -qF -- "$1"
}

not_on_screen() {
	! on_screen "$1"
}

shows() {
	(wait_for on_screen "$1") >/dev/null || {
		picture | sed 's/^/# | /'
		fail "the screen never showed: $1"
	}
}

hides() {
	(wait_for not_on_screen "$1") >/dev/null || {
		picture | sed 's/^/# | /'
		fail "the screen still shows: $1"
	}
}

same_picture() {
	[ "$(picture)" = "$WANTED" ]
}

expect_screen() {
	WANTED=$(sed 's/ *$//')
	(wait_for same_picture) >/dev/null || expect_equal "$(picture)" "$WANTED" "the screen"
}

# The intents and answers that left the screen, one a line.
told() {
	grep -qF -- "$1" "$T/log"
}

ended() {
	test -s "$T/after"
}

leaves() {
	keys C-d
	(wait_for ended) >/dev/null || {
		picture | sed 's/^/# | /'
		fail "it does not end"
	}
}

expect_restored() {
	wait_for ended
	expect_equal "$(cat "$T/after")" "$(cat "$T/before")" "stty -a"
	expect_equal "$(in_tmux display -p '#{alternate_on} #{cursor_flag}')" "0 1" "alternate screen, cursor"
}

program() { # its process id
	pgrep -f -- "^$BUILD/tests/support/screen_driver $T/"
}
