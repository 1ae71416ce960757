#!/bin/bash
# SPDX-License-Identifier: MIT
# Finding, folding, filtering and copying in the feed.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}
{"emit":"tool_call","turn":1,"iteration":1,"summary":"search_text \"strptime\" in src/","data":{"call":"1","tool":"search_text"}}
{"emit":"tool_result","summary":"3 matches in src/csv.c, src/qif.c","data":{"call":"1","tool":"search_text","ok":true,"text":"src/csv.c:88: strptime(needle)"}}
{"emit":"tool_call","summary":"run_command make","data":{"call":"2","tool":"run_command"}}
{"emit":"tool_result","summary":"exit 2","data":{"call":"2","tool":"run_command","ok":false,"text":"cc -c csv.c\nerror: no Needle here"}}
{"emit":"reflection","summary":"One change is enough.","data":{"text":"One change is enough."}}
{"emit":"message","data":{"role":"assistant","parts":[{"type":"text","text":"Use this:\n\n```c\nparse(s);\n```\n\nthen that:\n\n```\nmake test\n```"}]}}
{"emit":"turn_end","data":{"outcome":"answered"}}'
take='{"take":true}'

feed_at() {
	drive "$@" <<<"$start
$take
$take"
	shows '   make test'
}

test_the_prompt_stays_in_view_when_it_is_scrolled_away() {
	feed_at 60x14
	not_on_screen '↑ you' || fail "it is there at the end"
	keys C-Up
	shows ' ↑ you     make the importer accept ISO dates'
	keys PPage PPage
	hides '↑ you'
	shows ' you       make the importer'
	expect_match "$(in_tmux capture-pane -p | head -1)" ' worked [0-9]+s'
}

test_find_goes_back_unfolds_and_marks() {
	feed_at 80x24
	keys C-f
	shows ' / find in the feed'
	types needle
	keys Enter
	shows '           error: no Needle here'
	shows 'n older, N newer, Esc ends'
	keys n
	shows '           src/csv.c:88: strptime(needle)'
	keys n
	shows "no further match of 'needle'"
	keys N
	shows 'n older, N newer, Esc ends'
	expect_match "$(in_tmux capture-pane -pe | grep -a 'no .*Needle')" '\[7m.*Needle'
	keys Escape
	hides 'n older'
	types n
	shows ' › n'
}

test_one_block_folds_alone() {
	feed_at 80x24
	keys S-Up S-Up S-Up
	shows '›[Obs]     exit 2'
	shows '›[Obs]     exit 2                                                             ▸'
	keys C-o
	shows '›[Obs]     exit 2                                                             ▾'
	expect_no_match "$(picture)" 'strptime\(needle\)'
	keys C-o
	shows '›[Obs]     exit 2                                                             ▸'
	keys S-Down
	shows '›[Reflect] One change'
	keys Escape
	hides '›[Reflect]'
}

test_one_tag_alone() {
	feed_at 80x24
	keys M-p
	shows '── [Plan] only  Alt-P next ──'
	hides '[Act] '
	keys M-p
	shows '[Act]   ✘ make'
	hides '[Obs]'
	keys M-p
	shows '[Obs]     exit 2'
	keys M-p
	shows '[Reflect] One change is enough.'
	hides '[Obs]'
	keys M-p
	shows '[Act]   ✘ make'
	shows '   make test'
}

test_rows_scroll_by_one() {
	feed_at 60x14
	hides ' you'
	for i in 1 2 3 4 5 6 7 8 9; do keys C-Up; done
	shows ' you'
	for i in 1 2 3 4 5 6 7 8 9; do keys C-Down; done
	shows '   make test'
}

# The rule below the feed says what stands further down, and that it grows.
test_what_stands_below_is_said() {
	local size
	for size in 80x14 110x16; do
		feed_at "$size"
		expect_no_match "$(picture)" '↓'
		keys C-Up C-Up C-Up
		shows '─ ↓ 3 more ─'
		expect_no_match "$(picture)" 'new output'
		keys C-Down C-Down C-Down
		hides '↓'
	done
}

test_new_output_is_said_to_who_looks_back() {
	drive 80x14 <<<"$start
{\"wait_ms\":3000}
{\"emit\":\"notice\",\"data\":{\"level\":\"info\",\"text\":\"it came meanwhile\"}}
$take"
	shows '   make test'
	keys C-Up C-Up C-Up
	shows '↓ 3 more ─'
	shows 'more · new output'
	keys PageDown PageDown
	shows 'it came meanwhile'
	hides 'new output'
}

test_what_is_looked_for_is_counted_as_it_is_typed() {
	local size
	for size in 80x24 110x32; do
		feed_at "$size"
		keys C-f
		types needl
		shows '2/2  Enter find'
		expect_match "$(in_tmux capture-pane -pe | grep -a 'error:')" '\[7m.*Needl'
		types zzz
		shows 'no match  Enter find'
		keys Escape
		hides 'no match'
		expect_no_match "$(in_tmux capture-pane -pe | grep -a 'error:')" '\[7m'
	done
}

copied() {
	[ "$(in_tmux show-buffer)" = "$1" ]
}

test_copying_can_be_switched_off() {
	feed_at 80x24 ui.clipboard=false
	keys M-c
	shows 'ui.clipboard: true'
	expect_no_match "$(in_tmux list-buffers)" .
}

# Where it is known to be refused, that is said first, once.
test_a_terminal_that_refuses_copies_is_named() {
	export VTE_VERSION=7000
	feed_at 80x24
	keys M-c
	shows 'this terminal is known to refuse copies'
	keys M-c
	shows 'copied the answer'
	unset VTE_VERSION
}

test_plain_text_stands_alone_for_the_mouse() {
	feed_at 110x32
	keys M-s
	shows 'the mouse selects plain text'
	expect_match "$(picture)" '^Use this:$'
	expect_no_match "$(picture)" '│'
	keys M-s
	shows ' Use this:'
}

test_a_click_unfolds_what_it_hits() {
	local row
	feed_at 80x24 ui.mouse=true
	row=$(picture | grep -nF '[Obs]' | grep '▸' | tail -n 1 | cut -d: -f1)
	printf '\033[<0;20;%dM\033[<0;20;%dm' "$row" "$row" >"$T/click"
	in_tmux load-buffer "$T/click" \; paste-buffer -r
	shows 'error: no Needle here'
}

test_blocks_and_code_are_copied() {
	feed_at 80x24
	in_tmux set -s set-clipboard on
	keys M-k
	wait_for copied 'parse(s);'
	keys M-k
	wait_for copied 'make test'
	keys M-k
	wait_for copied 'parse(s);'
	keys M-c
	wait_for copied "$(printf 'Use this:\n\n```c\nparse(s);\n```\n\nthen that:\n\n```\nmake test\n```')"
	keys S-Up S-Up S-Up C-o M-c
	wait_for copied "$(printf 'exit 2\ncc -c csv.c\nerror: no Needle here')"
}

test_a_call_counts_its_seconds() {
	drive 80x24 <<<"$(head -3 <<<"$start")
$take"
	shows 'search_text "strptime" in src/'
	wait_for match '^ \[Act\]   [⠋⠙⠹⠸⠼⠴⠦⠧] search_text "strptime" in src/ +1 s$'
}

match() {
	picture | grep -qE "$1"
}

reads='{"emit":"tool_call","turn":1,"iteration":1,"summary":"run_command true","data":{"call":"t","tool":"run_command"}}
{"emit":"tool_result","summary":"exit 0","data":{"call":"t","tool":"run_command","ok":true,"text":""}}
{"emit":"tool_call","turn":1,"iteration":1,"summary":"read_file a.c","data":{"call":"a","tool":"read_file"}}
{"emit":"tool_result","summary":"8 lines","data":{"call":"a","tool":"read_file","ok":true,"text":"needle"}}
{"emit":"tool_call","summary":"read_file b.c","data":{"call":"b","tool":"read_file"}}
{"emit":"tool_result","summary":"9 lines","data":{"call":"b","tool":"read_file","ok":true,"text":"two"}}
{"emit":"reflection","summary":"Both are small.","data":{"text":"Both are small."}}'

test_rolled_rows_come_back() {
	drive 80x24 <<<"$(head -2 <<<"$start")
$reads
$take"
	shows ' [Act]   ✔ read_file a.c; read_file b.c'
	keys S-Up S-Up C-o
	shows '[Act]   ✔ read_file a.c'
	shows '[Act]   ✔ read_file b.c'
	hides ' ...  '
}

test_a_search_rolls_them_out_too() {
	drive 80x24 <<<"$(head -2 <<<"$start")
$reads
$take"
	shows ' [Act]   ✔ read_file a.c; read_file b.c'
	keys C-f
	types needle
	keys Enter
	shows '           needle'
}

looks_back() { # WORDS: n as often as that is offered
	local i
	for i in {1..100}; do
		on_screen "$1" && return
		if on_screen 'looks further back'; then
			keys n
		fi
		sleep 0.05
	done
	fail "never found: $1"
}

# All of a session is found, not only what was read of it so far.
test_a_search_reaches_what_was_not_read_yet() {
	awk -v n=12000 -v cwd="$PWD" -f "$ROOT/tests/bench/session.awk" >"$T/long.jsonl"
	agent sessions import "$T/long.jsonl" >/dev/null 2>&1
	screen 80x24 "$AGENT" --resume last
	shows 'Enter send'
	hides 'src/file4.c'
	keys C-f
	types src/file4.c
	keys Enter
	looks_back '[Act]   ✔ read_file src/file4.c'
	shows '   prompt 1'
	keys n
	shows "no further match of 'src/file4.c'"
	keys Escape
	hides 'no further match'
	keys C-f
	shows ' / find in the feed'
	types 'src/file119'
	keys Enter # from the end again
	shows 'src/file119'
	keys C-d
	expect_restored
}

test_found_at_60x20() {
	feed_at 60x20
	keys C-f
	types exit
	keys Enter
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react

 [Obs]     3 matches in src/csv.c, src/qif.c              ▸
 [Act]   ✘ make
 [Obs]     exit 2                                         ▸
           cc -c csv.c
           error: no Needle here
 [Reflect] One change is enough.

 Use this:

   parse(s);                                              c

 then that:

   make test
────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────
 sandbox off  ask           1/1  n older, N newer, Esc ends
END
}

test_found_at_110x32() {
	feed_at 110x32
	keys C-f
	types exit
	keys Enter
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react

 you       make the importer accept ISO dates

 [Act]   ✔ search_text "strptime" in src/
 [Obs]     3 matches in src/csv.c, src/qif.c                                                                ▸
 [Act]   ✘ make
 [Obs]     exit 2                                                                                           ▸
           cc -c csv.c
           error: no Needle here
 [Reflect] One change is enough.

 Use this:

   parse(s);                                                                                                c

 then that:

   make test









──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 ›
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 sandbox off  ask                                                             1/1  n older, N newer, Esc ends
END
}

test_selected_at_200x60() {
	feed_at 200x60
	keys S-Up S-Up C-o S-Up C-o
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react

 you       make the importer accept ISO dates

 [Act]   ✔ search_text "strptime" in src/
 [Obs]     3 matches in src/csv.c, src/qif.c                                                                                                                                                          ▸
 [Act]   ✘ make
›[Obs]     exit 2                                                                                                                                                                                     ▾
           cc -c csv.c
           error: no Needle here
 [Reflect] One change is enough.

 Use this:

   parse(s);                                                                                                                                                                                          c

 then that:

   make test





































────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 sandbox off  ask                                                                                                                                                                    Enter send  ? help
END
}

# What was moved and what was painted are the same.
same_after_repaint() {
	local before
	before=$(picture)
	keys C-l
	expect_screen <<<"$before"
}

lines_of() { # lines_of FROM TO: deltas
	for i in $(seq "$1" "$2"); do
		echo "{\"emit\":\"delta\",\"data\":{\"kind\":\"text\",\"text\":\"- row $((i % 3)) 你好 $i and *some* words\\n\"}}"
		echo '{"wait_ms":4}'
	done
}

test_rows_that_move_are_as_rows_that_are_painted() {
	drive 60x20 ui.frame_ms=1 <<<'{"emit":"turn_start","turn":1,"data":{"prompt":"go","depth":"react"}}
'"$(lines_of 1 60)"'
{"emit":"notice","data":{"text":"sixty"}}
{"take":true}
'"$(lines_of 61 90)"'
{"emit":"notice","data":{"text":"ninety"}}
{"take":true}'
	shows sixty
	same_after_repaint
	for key in C-Up C-Up C-Up C-Down PPage C-Up NPage C-Down; do
		keys $key
	done
	shows 'Esc stop'
	same_after_repaint
	keys PPage PPage
	types x
	keys Enter
	wait_for told '"text":"x"'
	keys NPage NPage NPage NPage
	shows ninety
	same_after_repaint
}

# holds: folded-turn-leaves
test_a_folded_turn_takes_what_was_said_to_its_calls_along() {
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "touch a"}}]}
		  - {calls: [{name: run_command, arguments: {command: "touch b"}}]}
		  - {text: "first done"}
		  - {text: "second done"}
	EOF
	screen 100x30 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s ui.card_quiet_ms=0
	shows 'Enter send'
	types "do it"
	keys Enter
	shows 'y once'
	keys M-a y
	shows '[Act]     run_command touch b'
	shows 'y once'
	keys M-a y
	shows 'first done'
	shows '[Act]   ✔ touch b  yes, once'
	types "again"
	keys Enter
	shows 'second done'
	shows ' ▸ 2 calls · 2 files'
	not_on_screen 'yes, once' || fail "the answers are left behind"
}

run_tests
