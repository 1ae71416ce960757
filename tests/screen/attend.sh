#!/bin/bash
# SPDX-License-Identifier: MIT
# What the terminal shows outside the screen: title, notifications, and the wheel. The bytes themselves are looked at.
. "$(dirname "$0")/../support/lib.sh"

export TERM=xterm-256color
unset TERM_PROGRAM

drive() { # OPTION... <SCRIPT
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react "$@" || fail "the screen"
	"$BUILD/tests/support/bytes_driver" --screen 80x24 --title <"$T/raw" || fail "something else got through"
}

slow() { # a reply that takes this long
	server <<EOF2
replies:
  - {match: begin, delay_ms: {head: $1}, text: theturnisover, repeat: true}
  - {match: ask, delay_ms: {head: 100}, calls: [{name: ask_user, arguments: {question: "which one?"}}]}
  - {text: theturnisover, repeat: true}
EOF2
}

written() {
	LC_ALL=C grep -qaF -- "$1" "$T/raw" || fail "never written: $(printf %q "$1")"
}

not_written() {
	! LC_ALL=C grep -qaF -- "$1" "$T/raw" || fail "written: $(printf %q "$1")"
}

test_the_title_says_what_it_does_and_comes_back() {
	slow 300
	drive "begin $(printf 'a\033]2;PWNED\007\302\2338m')" <<<"wait theturnisover
note
send \x04
end 0"
	written $'\033[22;2t\033]2;agent'
	written $'\033]2;agent · works'
	written $'\033[23;2t'
	not_written $'\033]2;PWNED'
	drive -s ui.title=false begin <<<"wait theturnisover
send \x04
end 0"
	not_written $'\033]2;'
	not_written $'\033[22;2t'
	TERM=linux drive begin <<<"wait theturnisover
send \x04
end 0"
	not_written $'\033]2;'
}

test_the_terminal_is_told_how_it_goes_and_how_far() {
	server <<-'EOF2'
		replies:
		  - delay_ms: {head: 300}
		    calls: [{name: write_todos, arguments: {todos: [{id: a, content: Look, status: completed, result: looked}, {id: b, content: Say, status: in_progress}]}}]
		  - calls: [{name: ask_user, arguments: {question: "which one"}}]
		  - {text: theturnisover, repeat: true}
	EOF2
	TERM_PROGRAM=ghostty drive -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=1 begin <<<"wait which one
send \ea
send blue\r
wait theturnisover
note
send \x04
end 0"
	written $'\033]7501;state=working:app=agent\a\033]9;4;3;0\a'
	written $'\033]7501;state=blocked:kind=question:app=agent:progress=50\a\033]9;4;4;50\a'
	written $'\033]7501;state=done:app=agent'
	written $'\033]7501;state=clear\a\033]9;4;0;0\a'
	drive begin <<<"wait theturnisover
send \x04
end 0"
	written $'\033]7501;state=done'
	not_written $'\033]9;4'
}

# A terminal that answers the question has the protocol of kitty, until the screen is left.
test_keys_are_told_apart_where_the_terminal_offers_it() {
	slow 100
	drive <<<"wait Enter send
send \e[?0u
send one\e[13;2utwo
wait two
send \e[45:95;6u
send \e[45:95;6u
send \e[47;5u
send begin\r
wait theturnisover
send \e[100;5u
end 0"
	written $'\033[?u'
	written $'\033[>5u'
	written $'\033[<u'
	expect_equal "$(jq -r 'select(.body) | .body.messages[-1].content' "$REQUESTS" | tail -n 1)" begin
	drive begin <<<"wait theturnisover
send \x04
end 0"
	not_written $'\033[>5u'
	not_written $'\033[<u'
}

test_a_crash_brings_the_title_back() {
	slow 300
	drive begin <<<"wait theturnisover
note
signal 11
end signal 11"
	written $'\033[23;2t'
}

test_the_end_of_a_long_turn_is_told_when_nobody_looks() {
	local way
	slow 400
	for way in bell osc9 osc777; do
		drive -s ui.notify=$way -s ui.notify_after_s=0.1 begin <<<"wait begin
send \e[O
wait theturnisover
note
send \x04
end 0"
		case $way in
		bell) grep -qa $'[0-9a-z]\a' <(sed 's/\x1b\]2;[^\x07]*\x07//g' "$T/raw") || grep -qa $'\a' <(sed 's/\x1b\][^\x07]*\x07//g' "$T/raw") || fail "no bell" ;;
		osc9) written $'\033]9;agent: the turn is over · begin\a' ;;
		osc777) written $'\033]777;notify;agent;agent: the turn is over · begin\a' ;;
		esac
	done
}

told_as() { # BYTES: by itself
	drive -s ui.notify_after_s=0.1 begin <<<"wait begin
send \e[O
wait theturnisover
note
send \x04
end 0"
	written "$1"
}

test_a_terminal_is_told_as_the_table_says() {
	slow 400
	TERM_PROGRAM=WezTerm told_as $'\033]9;agent: the turn is over · begin\a'
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	echo 'terminals: [{variable: TERM_PROGRAM, match: "Wez*", notify: osc777}]' >"$XDG_CONFIG_HOME/agent/config/terminals.yaml"
	TERM_PROGRAM=WezTerm told_as $'\033]777;notify;agent;agent: the turn is over · begin\a'
	TERM_PROGRAM=other told_as $'\a'
	echo 'terminals: [{variable: TERM_PROGRAM, match: WezTerm, notify: shout}]' >"$XDG_CONFIG_HOME/agent/config/terminals.yaml"
	expect_exit 78 "$AGENT" config check
	TERM_PROGRAM=WezTerm told_as $'\a'
	not_written $'\033]9;'
}

test_nothing_is_told_to_somebody_who_looks() {
	slow 300
	for keys in '' '\e[O\e[I'; do
		drive -s ui.notify=osc9 -s ui.notify_after_s=0.1 begin <<<"wait begin
send $keys
wait theturnisover
note
send \x04
end 0"
		not_written $'\033]9;'
	done
	drive -s ui.notify=osc9 -s ui.notify_after_s=100 begin <<<"wait begin
send \e[O
wait theturnisover
note
send \x04
end 0"
	not_written $'\033]9;'
	drive -s ui.notify=off -s ui.notify_after_s=0 begin <<<"wait begin
send \e[O
wait theturnisover
note
send \x04
end 0"
	not_written $'\033]9;'
}

test_a_question_is_told_at_once() {
	slow 300
	drive -s ui.notify=osc9 ask <<<"wait ask
send \e[O
wait which
note
send \e[I
send \x03
send \x03
end any"
	written $'\033]9;agent: a question waits · ask\a'
}

test_the_focus_is_no_key() {
	slow 300
	drive begin <<<"wait theturnisover
send abc\e[O\e[Idef
wait abcdef
send \x03
note
send \x04
end 0"
}

test_the_wheel_is_one_key_away() {
	slow 300
	drive begin <<<"wait theturnisover
send \ew
wait selects
send \ew
wait Shift
note
send \x04
end 0"
	written $'\033[?1000h\033[?1006h'
}

test_a_setting_of_the_screen_holds_at_once() {
	slow 300
	drive begin <<<"wait theturnisover
send /config ui.mouse true\r
wait kept
note
send /config ui.mouse\r
wait session
send q\x04
end 0"
	written $'\033[?1000h\033[?1006h'
}

test_the_wheel_works_in_multiplexers() {
	local name
	slow 300
	for name in tmux-256color screen screen-256color; do
		TERM=$name drive begin <<<"wait theturnisover
send \x04
end 0"
		written $'\033[?1000h\033[?1006h'
	done
}

test_a_burst_of_arrows_is_a_wheel_and_says_so() {
	slow 300
	drive -s ui.mouse=false begin <<<"wait theturnisover
send \e[A\e[A\e[A
wait Alt-W
note
send \x04
end 0"
	drive -s ui.mouse=true begin <<<"wait theturnisover
send \e[A\e[A\e[A
wait arrow keys? PageUp scrolls
note
send \x04
end 0"
	drive begin <<<"wait theturnisover
note
send \e[A
wait begin
send \x03
note
send \x04
end 0"
	not_written 'Alt-W makes'
}

run_tests
