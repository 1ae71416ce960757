#!/bin/bash
# SPDX-License-Identifier: MIT
# Whatever ends the program, the terminal is as before, and no process is left (tests/support/terminal_driver.c looks at both in the end: stty's
# modes, alternate screen, cursor, mouse, focus and paste modes, children). And it starts on any terminal, at any size.
. "$(dirname "$0")/../support/lib.sh"

export TERM=xterm-256color

drive() { # [OPTION...] COMMAND... <SCRIPT
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$@" || fail "$*"
}

busy_server() {
	server <<EOF2
replies:
  - match: begin
    calls: [{name: run_command, arguments: {command: "echo started; sleep 1000 & sleep 1000"}}]
    repeat: true
  - {text: over, repeat: true}
EOF2
}

stream_server() {
	server <<EOF2
replies:
  - {deltas: 800, text_per_delta: "word ", delay_ms: {between: 2}, repeat: true}
EOF2
}

FACTS='--backend openai -m scripted --depth react --approve all'

test_every_signal_leaves_the_terminal_as_it_was() {
	local n
	for n in 1 2 3 4 6 7 8 11 15; do
		drive "$AGENT" <<<"wait offline
send words
wait words
signal $n
end any"
	done
}

test_a_signal_while_a_command_runs_leaves_none() {
	local n
	busy_server
	for n in 1 15 11 6; do
		drive "$AGENT" $FACTS --base-url "$URL" begin <<<"wait started
signal $n
end any"
	done
}

# Also one that was opened from the chat: that does not come back.
test_a_signal_ends_a_replay() {
	local n
	server <<<'replies: [{text: over, repeat: true}]'
	expect_exit 0 agent $FACTS --base-url "$URL" --ask begin
	for n in 1 15; do
		drive "$AGENT" --replay last <<<"wait play
signal $n
end $((128 + n))"
		drive "$AGENT" $FACTS --base-url "$URL" --continue <<<"wait send
send /replay last\r
wait play
signal $n
end $((128 + n))"
	done
}

test_a_signal_in_plain_lines_leaves_none() {
	local n
	busy_server
	for n in 1 2 15 11; do
		drive "$AGENT" --plain $FACTS --base-url "$URL" begin <<<"wait run_command
signal $n
end any"
	done
}

test_a_terminal_that_is_closed_ends_it() {
	busy_server
	drive "$AGENT" <<<"wait offline
hangup
end any"
	drive "$AGENT" $FACTS --base-url "$URL" begin <<<"wait started
hangup
end any"
	drive --shell yes "$AGENT" $FACTS --base-url "$URL" begin <<<"wait started
hangup
end any"
	drive "$AGENT" --plain $FACTS --base-url "$URL" begin <<<"wait run_command
hangup
end any"
}

test_suspended_the_terminal_is_the_shells() {
	drive --shell yes "$AGENT" <<<"wait offline
send abc
wait abc
send \x1a
stopped
same
note
continue
wait abc
send d
wait d
note
send \x1a
stopped
same
continue
note
send \x03
note
send \x04
end 0"
}

test_suspended_by_somebody_else() {
	drive --shell yes "$AGENT" <<<"wait offline
signal 20
stopped
same
continue
wait offline
send \x04
end 0"
}

test_suspended_while_a_turn_runs() {
	stream_server
	drive --shell yes "$AGENT" $FACTS --base-url "$URL" begin <<<"wait word
send \x1a
stopped
same
continue
note
wait word
send \x03
wait quits
send \x03
end any"
}

test_a_storm_of_sizes_while_it_streams() {
	stream_server
	drive "$AGENT" $FACTS --base-url "$URL" begin <<<"wait word
storm 300
size 19x5
note
size 20x6
note
size 400x120
note
size 80x24
note
send \x0c
wait scripted
wait word
send \x03
wait quits
send \x03
end any"
}

test_too_small_says_so() {
	drive --size 19x6 "$AGENT" <<<"wait small
send \x04
end 0"
	drive --size 20x6 "$AGENT" <<<"wait agent
send \x04
end 0"
	drive --size 400x120 "$AGENT" <<<"wait offline
send \x04
end 0"
}

# The same rows, whatever the terminal; in the end it is as before.
test_every_usual_terminal() {
	local name
	for name in linux screen tmux tmux-256color xterm xterm-256color vt100 rxvt-unicode screen-256color; do
		[ -e /lib/terminfo/${name:0:1}/$name ] || [ -e /usr/share/terminfo/${name:0:1}/$name ] || continue
		TERM=$name drive "$AGENT" <<<"wait offline
send hello
wait hello
send \x03
note
send \x04
end 0"
		"$BUILD/tests/support/bytes_driver" --screen 80x24 --title <"$T/raw" || fail "TERM=$name"
	done
}

# Terminals whose description is not installed here, as it often is not on another machine.
test_terminals_of_xterms_kin_need_no_description() {
	local name
	for name in xterm-ghostty xterm-16color xterm-kitty alacritty-direct wezterm foot-extra st-meta-256color; do
		TERM=$name TERMINFO=/nowhere TERMINFO_DIRS=/nowhere drive "$AGENT" <<<"wait offline
send hello
wait hello
send \x03
note
send \x04
end 0"
		grep -qF $'\033[?1049h' "$T/raw" || fail "TERM=$name has no screen"
	done
}

test_terminals_that_cannot_get_lines() {
	local name
	for name in dumb '' nonsense; do
		TERM=$name drive "$AGENT" <<<"wait going on in lines
wait offline
send which files define main?\n
wait main
send \x04
end 0"
	done
	drive env -u TERM "$AGENT" <<<"wait going on in lines
send \x04
end 0"
}

test_outside_utf8_it_is_ascii() {
	local locale
	for locale in C POSIX; do
		LC_ALL=$locale drive "$AGENT" <<<"wait offline
send which files define main?\r
wait main
note
send \x04
end 0"
		LC_ALL=C grep -q $'[\x80-\xff]' "$T/raw" && fail "LC_ALL=$locale: more than ASCII"
	done
	return 0
}

# ISO-8859-1: glyphs are ASCII, letters are bytes of that set, both ways.
test_a_locale_of_single_bytes() {
	mkdir "$T/locale"
	localedef -i en_US -f ISO-8859-1 "$T/locale/en_US.ISO-8859-1" 2>/dev/null || {
		echo "# skipped: localedef has no en_US or ISO-8859-1 here"
		return 0
	}
	# The C library never gives its list of converters back.
	drive env ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" LOCPATH="$T/locale" LC_ALL=en_US.ISO-8859-1 "$AGENT" -s ui.title=false <<<$'wait offline
note
send find caf\xe9 in Gr\xf6\xdfe
wait caf\xe9 in Gr\xf6\xdfe
send \\e[200~ and \xfcber\\e[201~
wait and \xfcber
send \\r
wait no rule for this
note
send \\x04
end 0'
	LC_ALL=C grep -q $'[\x80-\x9f\xe2]' "$T/raw" && fail "bytes that are none of its letters"
	expect_equal "$(agent sessions list --output json | jq -r '.[0].title')" 'find café in Größe and über'
}

run_tests
