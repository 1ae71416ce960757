#!/bin/bash
# SPDX-License-Identifier: MIT
# The card of a command that was tried: what it would change, the diff a key away, and a yes that runs it.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"
unset AGENT_SANDBOX

begin() { # begin SIZE LINE
	[ "$(agent sandbox --show 2>/dev/null | awk '$1 == "tier" {print $2}')" = namespaces ] || exit 0
	printf 'one\ntwo\n' >list && echo gone >old
	server <<<"replies: [{calls: [{name: run_command, arguments: {command: $(jq -n --arg x "$2" '$x')}}]}, {text: theturnisover, repeat: true}]"
	screen "$1" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve ask -s ui.card_quiet_ms=0 \
		-s ui.destructive_quiet_ms=1 -s 'evaluation.when=[never]' -s 'evaluation.unchecked=["*"]' go
}

test_a_command_that_reads_has_its_result_and_no_card() {
	begin 80x24 'for f in l*; do grep -c o $f; done'
	shows theturnisover
	on_screen 'exit 0' || fail "no result"
	not_on_screen 'y once' || fail "a card"
}

test_the_card_shows_what_would_change_and_v_the_diff() {
	local size
	for size in 80x24 110x32; do
		begin $size 'for f in l*; do tr o 0 <$f >$f.new; echo wrote $f.new; done'
		shows 'tried: exit 0 · it would change 1 path'
		shows 'created  list.new +2'
		shows '│ wrote list.new'
		[ ! -e list.new ] || fail "it is there"
		keys v
		shows '1 + 0ne'
		keys v
		hides '1 + 0ne'
		keys y
		shows theturnisover
		expect_equal "$(cat list.new)" $'0ne\ntw0'
		rm list.new
	done
}

test_v_tries_what_is_asked_about_at_once() {
	begin 80x24 'rm old; echo three >>list'
	shows 'destructive: rm old'
	not_on_screen 'tried' || fail "it was tried"
	keys v
	shows 'changed  list +1'
	shows 'deleted  old −1'
	[ -e old ] || fail "it is gone"
	keys n
	shows theturnisover
	[ -e old ] || fail "it is gone"
}

run_tests
