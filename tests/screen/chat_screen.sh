#!/bin/bash
# SPDX-License-Identifier: MIT
# The chat screen on a real terminal, as literal text: what screens.md draws, its keys, and the terminal afterwards.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'
plan='{"emit":"plan","turn":1,"iteration":1,"summary":"3 steps","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"Importer takes ISO dates","status":"active","items":[{"id":"a","content":"Find where dates are read","status":"completed","result":"src/csv.c:88","active_ms":11000},{"id":"b","content":"Teach the parser ISO","active_form":"Teaching the parser ISO","status":"in_progress"},{"id":"c","content":"Run all tests","status":"pending"}]}}}'
work='{"emit":"tool_call","summary":"search_text \"strptime\" in src/","data":{"call":"1","tool":"search_text"}}
{"emit":"tool_result","summary":"3 matches in src/csv.c, src/qif.c","data":{"call":"1","tool":"search_text","ok":true,"text":"src/csv.c:88","duration_ms":4}}
{"emit":"reflection","summary":"One change is enough.","data":{"text":"One change is enough."}}
{"emit":"tool_call","iteration":2,"turn":1,"summary":"edit_file src/csv.c:88","data":{"call":"2","tool":"edit_file"}}
{"emit":"tool_result","summary":"edited","data":{"call":"2","tool":"edit_file","ok":true,"text":"@@ -88 +88 @@\n-old(s)\n+new(s)\n","data":{"added":1,"removed":1}}}
{"emit":"delta","data":{"kind":"text","text":"The parser now tries **ISO** first."}}'
answer='{"emit":"message","data":{"role":"assistant","parts":[{"type":"text","text":"The parser now tries **ISO** first."}]}}
{"emit":"turn_end","data":{"outcome":"answered"}}'
approval='{"ask":{"kind":"approval","tool":"run_command","text":"run_command rm -r build/","call":"9","arguments":{"command":"rm -r build/"},"options":["once","always","edit","no"],"destructive":true,"where":"/srv/ledger"}}'
call='{"emit":"tool_call","turn":1,"iteration":1,"summary":"run_command rm -r build/","data":{"call":"9","tool":"run_command","arguments":{"command":"rm -r build/"}}}'
take='{"take":true}'

test_a_turn_beside_its_plan_at_110_columns() {
	drive 110x20 <<<"$start
$plan
$work
$answer
$take"
	expect_screen <<'EOF'
 agent  /srv/ledger  sonnet · react                                         │ Plan  Ctrl-T
                                                                            │ Importer takes ISO dates
 you       make the importer accept ISO dates                               │ ██████░░░░░░░░░░░░░░  1/3  11s
                                                                            │
 [Plan]    3 steps                                                          │ ✔ Find where dates are read
 [Act]   ✔ search_text "strptime" in src/                                   │     src/csv.c:88            11s
 [Obs]     3 matches in src/csv.c, src/qif.c · 4 ms                       ▸ │ ▸ Teaching the parser ISO
 [Reflect] One change is enough.                                            │     2 calls
 [Act]   ✔ edit_file src/csv.c:88  +1 -1                                  ▾ │ · Run all tests
   88      - old(s)                                                         │
        88 + new(s)                                                         │
                                                                            │
 The parser now tries ISO first.                                            │
                                                                            │
                                                                            │
                                                                            │
────────────────────────────────────────────────────────────────────────────┴─────────────────────────────────
 ›
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 sandbox off  ask                                                                          Enter send  ? help
EOF
}

test_the_plan_is_one_line_at_80_columns_and_a_third_at_most() {
	drive 80x24 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO  1/3  11s'
	keys C-t
	shows ' ✔ Find where dates are read'
	keys C-t
	hides 'Teaching'
	keys C-t
	shows ' ▸ Teaching the parser ISO  1/3  11s'
}

test_the_input_has_rows_history_and_a_cursor() {
	drive 60x20 <<<"$take
$take"
	shows 'what should be done?'
	types 'first 你好'
	keys M-Enter
	types 'second'
	shows '   second'
	wait_for cursor_at '9 17'
	keys Up C-e
	wait_for cursor_at '13 16'
	keys Enter
	wait_for told 'prompt {"text":"first 你好\nsecond"}'
	keys Up
	shows ' › first 你好'
	expect_equal "$(stat -c %a "$XDG_STATE_HOME/agent/history")" 600
	expect_equal "$(cat "$XDG_STATE_HOME/agent/history")" '"first 你好\nsecond"'
}

cursor_at() {
	[ "$(in_tmux display -p '#{cursor_x} #{cursor_y}')" = "$1" ]
}

test_a_paste_is_text_whatever_is_in_it() {
	drive 60x20 <<<"$take"
	shows 'what should be done?'
	printf 'a\n\033[31mb\003c' >"$T/paste"
	in_tmux load-buffer "$T/paste" \; paste-buffer -p
	shows '   ␛[31mb␃c'
	keys Enter
	wait_for told 'prompt {"text":"a\n␛[31mb␃c"}'
}

test_words_steer_while_a_turn_runs_and_esc_stops_it() {
	drive 80x24 <<<"$start
$take
$take"
	shows 'Esc stop'
	types 'also the changelog'
	keys Enter
	wait_for told 'steer {"text":"also the changelog"}'
	keys Escape
	wait_for told 'stop null'
}

test_ctrl_c_stops_the_turn() {
	drive 80x24 <<<"$start
$take
$take"
	shows 'Esc stop'
	keys C-c
	wait_for told 'stop null'
	shows 'Ctrl-C again quits'
}

test_ctrl_c_clears_the_input_and_twice_quits() {
	drive 80x24 <<<"$take"
	types 'abc'
	shows ' › abc'
	keys C-c
	hides 'abc'
	keys C-c
	wait_for told 'quit null'
	expect_restored
}

test_ctrl_c_clears_what_was_typed_since_instead_of_quitting() {
	drive 80x24 <<<"$take
$take"
	types 'abc'
	shows ' › abc'
	keys C-c d e f C-c x y # at once, so well within a second
	shows ' › xy'
	told 'quit null' && fail "it quit"
	return 0
}

calm='ui.card_quiet_ms=0 ui.destructive_quiet_ms=0'

test_a_destructive_card_says_so_and_takes_its_key() {
	drive 80x24 $calm <<<"$start
$call
$approval
$take"
	shows 'N no, and say why'
	expect_match "$(picture)" '^▌\[Act\]     run_command rm -r build/$'
	expect_match "$(picture)" '^▌          destructive$'
	expect_match "$(picture)" '^▌   in /srv/ledger · not sandboxed$'
	expect_match "$(picture)" '^▌   y once   a always this   e edit   n no   N no, and say why$'
	keys y
	wait_for told '"choice":"once"'
	shows ' rm -r build/  yes, once'
}

# A slow line parts the bytes of an arrow: its Esc stops nothing.
test_an_arrow_whose_bytes_come_late_is_an_arrow() {
	drive 80x24 <<<"$start
$take"
	shows 'Esc stop'
	types 'words'
	shows 'words'
	printf '\033' >"$T/esc"
	printf '[D' >"$T/rest"
	in_tmux load-buffer -b esc "$T/esc" \; load-buffer -b rest "$T/rest"
	in_tmux paste-buffer -r -b esc \; run-shell -d 0.03 true \; paste-buffer -r -b rest
	types '|'
	shows 'word|s'
	! grep -q '^stop' "$T/log" || fail "it stopped the turn"
}

test_a_y_in_a_sentence_answers_nothing() {
	drive 80x24 ui.card_quiet_ms=10000 ui.destructive_quiet_ms=0 <<<"$start
{\"take\":true}
$call
$approval
$take"
	shows 'Esc stop'
	types 'go'
	keys Enter
	types 'yes, by the way: yyy'
	shows ' › yes, by the way: yyy'
	shows 'Alt-A to answer'
	expect_no_match "$(cat "$T/log")" answer
	keys M-a
	keys n
	wait_for told '"choice":"no"'
	shows ' › yes, by the way: yyy'
}

test_a_call_is_edited_and_a_no_has_its_reason() {
	drive 80x24 $calm <<<"$start
$call
$approval
$approval
$take"
	shows 'N no, and say why'
	keys e
	shows ' e rm -r build/'
	keys C-w
	types 'out/'
	keys Enter
	wait_for told '"choice":"edit"'
	wait_for told '"arguments":{"command":"rm -r out/"}'
	shows ' rm -r out/  not: rm -r build/  yes, edited'
	shows 'N no, and say why'
	keys N
	shows 'why not?'
	types 'keep it'
	keys Enter
	wait_for told '"choice":"no","text":"keep it"'
}

test_a_question_is_answered_by_number_or_in_words() {
	drive 80x24 $calm <<<"$start
{\"ask\":{\"kind\":\"ask_user\",\"text\":\"which store?\",\"options\":[\"sqlite\",\"postgres\"]}}
{\"ask\":{\"kind\":\"ask_user\",\"text\":\"what name?\"}}
{\"ask\":{\"kind\":\"limit\",\"rounds\":10,\"text\":\"10 rounds used\",\"options\":[\"more\",\"nolimit\",\"stop\"]}}
$take"
	shows '   2 postgres'
	keys 2
	wait_for told '"choice":"postgres"'
	shows 'what name?'
	types 'ledger'
	keys Enter
	wait_for told '"choice":"ledger"'
	shows '   Enter 10 more · a no limit for this turn · Esc stop'
	keys Enter
	wait_for told '"choice":"more"'
}

test_details_fold_and_the_feed_scrolls() {
	drive 60x14 <<<"$start
$work
$answer
$take"
	shows 'The parser now tries ISO first.'
	keys PageUp
	shows ' you'
	keys C-o
	shows '           src/csv.c:88'
	keys PageDown PageDown PageDown
	shows 'The parser now tries ISO first.'
}

test_the_wheel_scrolls_when_the_mouse_is_the_programs() {
	drive 60x14 ui.mouse=true <<<"$start
$work
$answer
$take"
	shows 'The parser now tries ISO first.'
	for i in 1 2 3 4; do
		printf '\033[<64;5;5M' >"$T/wheel"
		in_tmux load-buffer "$T/wheel" \; paste-buffer -r
	done
	shows ' you '
}

test_nothing_from_outside_controls_the_terminal() {
	evil='a\u001b]52;c;aGk=\u0007b\u009b31mc\u202ed\u001bP1$r\u001b\\\\e\u0008\u007f\u200bf\u2028'
	cat >"$T/script" <<EOF
{"wait_ms":300}
{"emit":"session_start","data":{"id":"$evil","cwd":"$evil","model":"$evil","title":"$evil"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"$evil","depth":"$evil"}}
{"emit":"plan","turn":1,"iteration":1,"summary":"$evil","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"$evil","status":"active","items":[{"id":"a","content":"$evil","status":"failed","error":"$evil"},{"id":"b","content":"$evil","active_form":"$evil","status":"in_progress"}]}}}
{"emit":"tool_call","summary":"$evil","data":{"call":"1","tool":"$evil","arguments":{"command":"$evil"}}}
{"emit":"tool_output","data":{"call":"1","text":"$evil"}}
{"emit":"status","data":{"text":"$evil","persistent":true}}
{"emit":"tool_result","summary":"$evil","data":{"call":"1","tool":"$evil","ok":true,"text":"$evil","data":{"added":1,"removed":1}}}
{"emit":"delta","data":{"kind":"thinking","text":"$evil"}}
{"emit":"delta","data":{"kind":"text","text":"$evil &#27;]52;c;x&#7; [x](\u001b]8;;y)"}}
{"emit":"notice","data":{"level":"error","text":"$evil"}}
{"emit":"retry","data":{"attempt":1,"wait_ms":10,"reason":"$evil"}}
{"ask":{"kind":"approval","tool":"run_command","text":"$evil","arguments":{"command":"$evil"},"options":["once","no"],"where":"$evil","detail":"$evil"}}
{"ask":{"kind":"ask_user","text":"$evil","options":["$evil"]}}
{"emit":"turn_end","data":{"outcome":"failed","error":"$evil","answer":"$evil"}}
EOF
	screen 110x60 "$BUILD/tests/support/screen_driver" "$T/script" "$T/log" $calm ui.title=false ui.notify=off
	in_tmux pipe-pane "cat >'$T/raw'"
	shows 'y once'
	keys n
	shows '   1 a'
	keys 1
	expect_restored
	in_tmux pipe-pane
	raw=$(LC_ALL=C tr -d '\000' <"$T/raw")
	expect_match "$raw" '␛]52;c;'
	for bad in $'\033]' $'\033P' $'\302\233' $'\342\200\256' $'\342\200\250' $'\007' $'\177'; do
		LC_ALL=C grep -qF "$bad" <<<"$raw" && fail "reached the terminal: $(od -c <<<"$bad" | head -1)"
	done
	return 0
}

test_words_are_looked_for_in_the_help() {
	server <<<'replies: []'
	screen 80x24 "$AGENT" --base-url "$URL" -m scripted
	shows 'Enter send'
	keys '?'
	shows ' Help'
	types '/'
	types 'clipboard'
	shows '1/'
	keys Enter
	shows 'clipboard'
	keys Escape
}

test_help_lists_keys_and_commands() {
	drive 80x70 <<<"$take"
	shows 'what should be done?'
	types '?'
	shows ' Ctrl-T                plan: line, panel, hidden'
	keys End
	shows ' /quit                       leave'
	keys Escape
	hides '/quit '
	types '/nope'
	keys Enter
	shows 'no command /nope'
	keys C-u
	types '/quit'
	keys Enter
	expect_restored
}

test_leaving_prints_the_end_of_the_transcript() {
	drive 80x24 <<<"$start
$plan
$work
$answer
$take"
	shows 'The parser now tries ISO first.'
	keys C-d
	expect_restored
	expect_equal "$(picture | sed -n '1,14p' | sed 's/[0-9A-Z]\{26\}/ID/')" " you       make the importer accept ISO dates

 [Plan]    3 steps
 [Act]   ✔ search_text \"strptime\" in src/
 [Obs]     3 matches in src/csv.c, src/qif.c · 4 ms                           ▸
 [Reflect] One change is enough.
 [Act]   ✔ edit_file src/csv.c:88  +1 -1                                      ▾
   88      - old(s)
        88 + new(s)

 The parser now tries ISO first.

agent --resume ID  # 1/3 steps"
}

test_what_leaving_leaves_is_chosen() {
	drive 80x24 ui.on_exit=answer <<<"$start
$plan
$work
$answer
$take"
	shows 'The parser now tries ISO first.'
	keys C-d
	expect_restored
	expect_equal "$(picture | sed -n '1,5p' | sed 's/[0-9A-Z]\{26\}/ID/')" "
 The parser now tries ISO first.

agent --resume ID  # 1/3 steps"
}

test_every_size_is_drawn_or_said_to_be_too_small() {
	drive 110x30 <<<"$start
$plan
$work
$answer
$take"
	shows 'Plan  Ctrl-T'
	in_tmux resize-window -x 19 -y 10
	shows 'too small'
	shows 'needs 20x5'
	in_tmux resize-window -x 60 -y 20
	shows 'The parser now tries ISO first.'
	shows ' ▸ Teaching the parser ISO'
	in_tmux resize-window -x 20 -y 6
	shows ' sandbox off  ask'
	in_tmux resize-window -x 200 -y 60
	shows 'Plan  Ctrl-T'
}

test_the_terminal_is_restored_after_every_signal() {
	for signal in SEGV ABRT BUS FPE TERM HUP; do
		drive 80x24 <<<"$start
$take"
		shows 'Esc stop'
		kill -$signal "$(program)"
		expect_restored
	done
}

test_suspended_and_back() {
	cat >"$T/script" <<<"$start
$take"
	screen 80x24 sh -i
	types "exec 2>/dev/null; '$BUILD/tests/support/screen_driver' '$T/script' '$T/log'"
	keys Enter
	shows 'Esc stop'
	types 'abc'
	shows ' › abc'
	keys C-z
	wait_for not_alternate
	types 'fg'
	keys Enter
	shows ' › abc'
	types 'd'
	shows ' › abcd'
}

# What the shell said meanwhile is neither lost nor written over.
test_the_shells_screen_is_as_it_was_after_a_suspension() {
	screen 80x24 sh -c "HISTFILE= exec bash --norc 2>/dev/tty"
	types "'$AGENT'"
	keys Enter
	shows 'what should be done?'
	keys C-z
	shows 'Stopped'
	types 'fg'
	keys Enter
	wait_for alternate
	shows 'what should be done?'
	keys C-d
	wait_for not_alternate
	types 'echo "af""ter"'
	keys Enter
	shows 'after'
	expect_equal "$(picture | grep -oE 'Stopped|fg$|^after' | tr '\n' ' ')" 'Stopped fg after '
}

alternate() {
	[ "$(in_tmux display -p '#{alternate_on}')" = 1 ]
}

not_alternate() {
	[ "$(in_tmux display -p '#{alternate_on}')" = 0 ]
}

test_outside_utf8_everything_is_ascii() {
	export LC_ALL=C
	drive 80x24 <<<"$start
$plan
$work
$take"
	shows ' [>] Teaching the parser ISO  1/3  11s'
	shows '|The parser now tries ISO first.'
	LC_ALL=C grep -q '[^ -~]' <(picture) && fail "something is not ASCII"
	return 0
}

test_a_terminal_that_cannot_is_refused() {
	TERMINAL=dumb drive 80x24 <<<"$take"
	wait_for ended
	expect_match "$(cat "$T/err")" "terminal 'dumb' cannot place its cursor"
}

test_a_replay_plays_pauses_and_steps() {
	cat >"$T/events" <<'EOF'
{"seq":1,"at":1000,"turn":0,"iteration":0,"type":"session_start","data":{"cwd":"/srv/ledger"}}
{"seq":2,"at":1100,"turn":1,"iteration":0,"type":"turn_start","data":{"prompt":"first"}}
{"seq":3,"at":1200,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"read_file a","data":{"call":"a","tool":"read_file"}}
{"seq":4,"at":1300,"turn":1,"iteration":1,"type":"turn_end","data":{"outcome":"answered","answer":"one"}}
{"seq":5,"at":3000,"turn":2,"iteration":0,"type":"turn_start","data":{"prompt":"second"}}
{"seq":6,"at":3100,"turn":2,"iteration":1,"type":"turn_end","data":{"outcome":"answered","answer":"two"}}
EOF
	screen 80x24 "$BUILD/tests/support/screen_driver" --replay "$T/events"
	shows '   second'
	shows ' two'
	shows '❚❚ ▶▶   6 '
	keys h h
	shows '   4 '
	hides '   second'
	shows ' one'
	keys H
	shows '   2 '
	keys L
	shows '   5 '
	keys +
	shows '×2'
	keys q
	expect_restored
}

run_tests
