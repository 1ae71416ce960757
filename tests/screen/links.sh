#!/bin/bash
# SPDX-License-Identifier: MIT
# What leads somewhere from the screen (OSC 8): the bytes themselves are looked at.
. "$(dirname "$0")/../support/lib.sh"

export TERM=xterm-256color
unset TERM_PROGRAM VTE_VERSION KONSOLE_VERSION WT_SESSION

drive() { # OPTION... <SCRIPT
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react "$@" || fail "the screen"
	"$BUILD/tests/support/bytes_driver" --screen 80x24 --title <"$T/raw" || fail "something else got through"
}

written() {
	LC_ALL=C grep -qaF -- "$1" "$T/raw" || fail "never written: $(printf %q "$1")"
}

not_written() {
	! LC_ALL=C grep -qaF -- "$1" "$T/raw" || fail "written: $(printf %q "$1")"
}

answers() { # TEXT
	server <<EOF2
replies:
  - {match: begin, calls: [{name: read_file, arguments: {path: "a b.txt"}}]}
  - {text: "$1", repeat: true}
EOF2
	echo one >'a b.txt'
}

ends='wait thend
note
send \x04
end 0'

# https://e.org/long... is wrapped: each row has its piece, which leads to the whole.
test_addresses_and_files_lead_there() {
	local long=https://e.org/$(printf 'long/%.0s' {1..30})
	answers "see [the *notes*](https://e.org/iso?a=1&amp;b=2), https://bare.example/x, 日[本](http://e.org/wide) and $long thend"
	drive -s ui.links=on begin <<<"$ends"
	written ';https://e.org/iso?a=1&b=2'$'\033\\''the'
	written ';https://bare.example/x'$'\033\\''https://bare.example/x'$'\033]8;;\033\\'
	written ';http://e.org/wide'$'\033\\''本'$'\033]8;;\033\\'
	expect_equal "$(LC_ALL=C grep -aoF ";$long"$'\033\\' "$T/raw" | wc -l)" 3 'pieces of the long one'
	written ";file://$(hostname)$PWD/a%20b.txt"$'\033\\''a b.txt'$'\033]8;;\033\\'
}

test_nothing_else_is_a_link() {
	answers 'a [b](javascript:alert) [c](file:///etc/passwd) [d](<https://e.org/a b>) [e](https://e.org/&#27;x) \e]8;;https://evil.example\e\\f \U000E0101\U000E0101 thend'
	drive -s ui.links=on begin <<<"$ends"
	expect_equal "$(LC_ALL=C grep -aoF $'\033]8;id' "$T/raw" | wc -l)" 1 'links, which is the file'
}

test_links_are_for_terminals_known_to_take_them() {
	answers 'https://e.org/x thend'
	drive begin <<<"$ends"
	not_written $'\033]8;'
	TERM_PROGRAM=WezTerm drive begin <<<"$ends"
	written ';https://e.org/x'
	VTE_VERSION=7600 drive begin <<<"$ends"
	written ';https://e.org/x'
	VTE_VERSION=4803 drive begin <<<"$ends"
	not_written $'\033]8;'
	TERM_PROGRAM=WezTerm drive -s ui.links=off begin <<<"$ends"
	not_written $'\033]8;'
	TERM_PROGRAM=WezTerm TERM=linux drive begin <<<"$ends"
	not_written $'\033]8;'
	TERM_PROGRAM=WezTerm NO_COLOR=1 drive begin <<<"$ends"
	written ';https://e.org/x'
	LC_ALL=C drive -s ui.links=on begin <<<"$ends"
	not_written $'\033]8;'
}

# Many links, scrolled, at two sizes: drive looks at every byte.
test_no_link_stays_open_behind_its_words() {
	local i all=
	for i in {1..60}; do
		all+="- https://e.org/$i and [words $i](https://e.org/words/$i)\n"
	done
	answers "$all\n\nthend"
	drive -s ui.links=on begin <<<'wait thend
note
send \e[5~\e[5~
wait e.org/words/20
note
send \e[6~
size 60x20
note
send \e[5~
wait e.org/words
size 80x24
wait e.org/words
send \x04
end 0'
}

run_tests
