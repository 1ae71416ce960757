#!/bin/bash
# SPDX-License-Identifier: MIT
# The last word of a turn in the chat, by the table of tests/e2e/data/endings.txt: each line of it stands once.
. "$(dirname "$0")/../support/lib.sh"
. tests/support/screen.sh
. tests/support/endings.sh

# The lines that the chat shows of the answer: it reads Markdown.
shown() {
	sed -E '/^ask: /d; s/^chat: //; s/^- /• /; s/`//g' <<<"$ANSWER"
}

# Presses Esc once, when the model's words are there.
may_stop() {
	stops_now "$CHATTED" && [ "$(times "$(shown | grep -v '^(' | grep . | tail -n 1)")" != 0 ] || return 1
	touch "$T/stopped"
	keys Escape
}

# Answers the card of a limit, and says whether the turn has ended so.
is_over() {
	! on_screen 'w answer now' || keys w
	[ "$(grep -c chat/completions "$REQUESTS")" -ge "$CHATTED" ] || return 1
	[ -z "$STOPS" ] || [ -e "$T/stopped" ] || may_stop || return 1
	not_on_screen 'Esc stop' || return 1
	while IFS= read -r line; do
		[ "$(times "$line")" != 0 ] || return 1
	done < <(shown | grep .)
}

# How often words stand on the screen, however they are wrapped.
times() {
	[ -n "$1" ] || return
	picture | tr -d ' \n' | grep -oF -- "$(tr -d ' ' <<<"$1")" | wc -l
}

stands_once() {
	[ "$(times "$1")" = 1 ]
}

in_chat() {
	[ "$CHATTED" != - ] || exit 0
	rm -f "$T/stopped"
	server <<<"$SCRIPT"
	trap 'kill ${SERVERS:-} 2>/dev/null; in_tmux kill-server 2>/dev/null' EXIT
	screen 150x40 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s ui.plan=hidden -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "${OPTIONS[@]}"
	shows ' ›'
	types go
	keys Enter
	(wait_for is_over) || {
		picture | grep . | sed 's/^/# | /'
		fail "the turn does not end so: $NAME"
	}
	expect_equal "$(grep -c chat/completions "$REQUESTS")" "$CHATTED" "requests: $NAME"
	while IFS= read -r line; do
		(wait_for stands_once "$line") >/dev/null || expect_equal "$(times "$line")" 1 "how often '$line' stands there: $NAME"
	done < <(shown | grep . | sort -u)
}

test_every_ending_in_the_chat() {
	each_ending in_chat
}

run_tests
