#!/bin/bash
# SPDX-License-Identifier: MIT
# The plan under the user's hand: the panel in focus, every key of it, at every size.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'
plan='{"emit":"plan","turn":1,"iteration":1,"summary":"5 steps","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"Importer takes ISO dates","status":"active","items":[{"id":"a","content":"Find where dates are read","status":"completed","result":"src/csv.c:88","active_ms":11000,"attempts":1,"evidence":{"calls":2,"files":["src/csv.c"],"tokens":900}},{"id":"b","content":"Write a failing test","status":"failed","error":"no compiler","attempts":1},{"id":"c","content":"Teach the parser ISO","active_form":"Teaching the parser ISO","status":"in_progress","attempts":1},{"id":"d","content":"Run all tests","status":"pending","gate":true},{"id":"e","content":"Update the README","status":"pending"}]}}}'
take='{"take":true}'

takes() { # N of them
	local i
	for ((i = 0; i < $1; i++)); do echo "$take"; done
}

edits() {
	wait_for told "plan_edit $1"
}

test_every_key_of_the_plan_is_one_edit() {
	drive 110x32 <<<"$start
$plan
$(takes 20)"
	shows '▸ Teaching the parser ISO'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	keys Down
	shows '›· Run all tests'
	keys Space
	edits '{"action":"tick","id":"d"}'
	shows '›✔ Run all tests'
	keys Space
	shows 'ticked already; untick takes that back'
	keys U
	edits '{"action":"untick","id":"d"}'
	shows '›· Run all tests'
	keys g
	edits '{"action":"gate","id":"d"}'
	hides 'Run all tests (gate)'
	keys J
	edits '{"action":"move","id":"d","position":4}'
	keys K
	edits '{"action":"move","id":"d","position":3}'
	keys End
	shows '›· Update the README'
	keys n
	edits '{"action":"next","id":"e"}'
	keys s
	edits '{"action":"skip","id":"e"}'
	shows '›↷ Update the README'
	keys Home
	shows '›✔ Find where dates are read'
	keys Down
	shows '›✘ Write a failing test'
	keys r
	edits '{"action":"retry","id":"b"}'
	shows '›· Write a failing test'
	keys d
	edits '{"action":"remove","id":"b"}'
	hides 'Write a failing test'
	keys x
	shows 'x again abandons the plan'
	keys Up x
	shows 'x again abandons the plan'
	keys x
	edits '{"action":"abandon"}'
	shows ' Plan  abandoned'
	shows ' ›'
}

test_items_are_added_and_reworded_in_the_input() {
	drive 80x24 <<<"$start
$plan
$(takes 9)"
	shows ' ▸ Teaching the parser ISO'
	types 'half a thought'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	keys a
	shows ' + what is to be done?'
	types 'Ask about zones'
	keys Enter
	edits '{"action":"add","content":"Ask about zones","position":3}'
	shows '›· Ask about zones'
	keys e
	shows ' = Ask about zones'
	keys C-w
	types 'offsets'
	keys Enter
	wait_for told '"content":"Ask about offsets"}'
	shows '›· Ask about offsets'
	keys a
	shows ' + what'
	keys Escape
	shows '›· Ask about offsets'
	keys Escape
	hides '›· Ask'
	shows ' › half a thought'
	types ' more'
	shows ' › half a thought more'
}

test_what_the_rules_refuse_is_said_and_not_sent() {
	drive 80x24 <<<"$start
$plan
$(takes 3)"
	shows ' ▸ Teaching the parser ISO'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	keys r
	shows 'only what failed or was skipped is tried again'
	expect_no_match "$(cat "$T/log")" retry
}

test_an_edit_that_the_agent_refuses_is_taken_back() {
	drive 110x32 <<<"$start
$plan
$take
{\"emit\":\"notice\",\"data\":{\"level\":\"warning\",\"text\":\"the plan has changed meanwhile\"}}
$(takes 3)"
	shows '▸ Teaching the parser ISO'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	keys Down
	shows '›· Run all tests'
	keys d
	edits '{"action":"remove","id":"d"}'
	shows 'the plan has changed meanwhile'
	shows '· Run all tests'
}

test_a_plan_begins_with_the_users_hand() {
	drive 80x24 <<<"$(takes 3)"
	shows 'what should be done?'
	keys C-t
	shows '   nothing planned yet'
	keys a
	types 'Tidy up'
	keys Enter
	edits '{"action":"add","content":"Tidy up"}'
	shows '›· Tidy up'
}

test_a_card_takes_no_letter_while_the_plan_has_them() {
	drive 80x24 ui.card_quiet_ms=0 ui.destructive_quiet_ms=0 <<<"$start
$plan
{\"wait_ms\":600}
{\"ask\":{\"kind\":\"approval\",\"tool\":\"run_command\",\"text\":\"run_command make\",\"arguments\":{\"command\":\"make\"},\"options\":[\"once\",\"always\",\"no\"]}}
$(takes 3)"
	shows ' ▸ Teaching the parser ISO'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	shows 'Alt-A to'
	keys a
	shows ' + what is to be done?'
	keys Escape
	shows '›▸ Teaching the parser ISO'
	expect_no_match "$(cat "$T/log")" choice
	keys M-a
	keys y
	wait_for told '"choice":"once"'
}

test_the_place_of_the_plan_is_remembered() {
	drive 80x24 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	keys C-t C-t
	hides 'Teaching the parser ISO'
	keys C-d
	expect_restored
	expect_equal "$(cat "$XDG_STATE_HOME/agent/screen.json")" '{"plan":"hidden"}'
	drive 80x24 <<<"$start
$plan
$take"
	shows '[Plan]    5 steps'
	expect_no_match "$(picture)" 'Teaching'
	keys C-t
	shows ' ▸ Teaching the parser ISO'
	keys C-d
	expect_restored
	expect_equal "$(cat "$XDG_STATE_HOME/agent/screen.json")" '{"plan":"line"}'
	drive 80x24 ui.plan=hidden <<<"$start
$plan
$take"
	shows '[Plan]    5 steps'
	expect_no_match "$(picture)" 'Teaching'
}

test_the_size_of_the_panel_is_remembered() {
	drive 110x32 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	expect_equal "$(in_tmux capture-pane -p | grep -m 1 -o '^.*│' | wc -m)" 78
	keys C-t + +
	(wait_for panel_at 68) >/dev/null || fail "$(picture)"
	keys C-d
	expect_restored
	expect_equal "$(cat "$XDG_STATE_HOME/agent/screen.json")" '{"plan":"auto","panel_cells":41}'
	drive 110x32 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	(wait_for panel_at 68) >/dev/null || fail "$(picture)"
	keys C-t - - - - - - - -
	(wait_for panel_at 81) >/dev/null || fail "the panel has a least size: $(picture)"
	drive 80x24 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	keys C-t
	shows '›▸ Teaching the parser ISO'
	keys + + + + +
	(wait_for plan_rows 13) >/dev/null || fail "$(picture)"
}

panel_at() { # the column of its divider
	[ "$(picture | grep -m 1 -o '^.*│' | wc -m)" = $(($1 + 2)) ]
}

plan_rows() { # of the panel above the input
	[ "$(picture | grep -n 'Importer\|Plan  ' | head -n 1 | cut -d: -f1)" = $((21 - $1)) ]
}

test_the_panel_in_focus_at_80x24() {
	drive 80x24 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	keys C-t
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react

 you       make the importer accept ISO dates

 [Plan]    5 steps







 Plan  Ctrl-T                                                                ↑1
 ████░░░░░░░░░░░░░░░░  1/5  11s
 ✘ Write a failing test
     no compiler
›▸ Teaching the parser ISO
 · Run all tests (gate)
 · Update the README

────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────
 Space tick  a add  e edit  d delete  J K move  s skip  n next  Esc back
END
}

test_the_panel_in_focus_at_60x20() {
	drive 60x20 <<<"$start
$plan
$take"
	shows ' ▸ Teaching the parser ISO'
	keys C-t
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react

 you       make the importer accept ISO dates

 [Plan]    5 steps





 Plan  Ctrl-T                                         ↑1 ↓1
 ████░░░░░░░░░░░░░░░░  1/5  11s
 ✘ Write a failing test
     no compiler
›▸ Teaching the parser ISO
 · Run all tests (gate)
────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────
 Space tick  a add  e edit  d delete  J K move  s skip
END
}

test_the_panel_in_focus_at_110x32() {
	drive 110x32 <<<"$start
$plan
$take"
	shows '▸ Teaching the parser ISO'
	keys C-t h
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react                                         │ Plan  1 hidden
                                                                            │ Importer takes ISO dates
 you       make the importer accept ISO dates                               │ ████░░░░░░░░░░░░░░░░  1/5  11s
                                                                            │
 [Plan]    5 steps                                                          │ ✘ Write a failing test
                                                                            │     no compiler
                                                                            │›▸ Teaching the parser ISO
                                                                            │ · Run all tests (gate)
                                                                            │ · Update the README
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
                                                                            │
────────────────────────────────────────────────────────────────────────────┴─────────────────────────────────
 ›
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 Space tick  a add  e edit  d delete  J K move  s skip  n next  Esc back  g gate  r retry  h hide done
END
}

test_the_panel_in_focus_at_200x60() {
	drive 200x60 <<<"$start
$plan
$take"
	shows '▸ Teaching the parser ISO'
	keys C-t Home
	expect_screen <<'END'
 agent  /srv/ledger  sonnet · react                                                                                                                        │ Plan  Ctrl-T
                                                                                                                                                           │ Importer takes ISO dates
 you       make the importer accept ISO dates                                                                                                              │ ████░░░░░░░░░░░░░░░░  1/5  11s
                                                                                                                                                           │
 [Plan]    5 steps                                                                                                                                         │›✔ Find where dates are read
                                                                                                                                                           │     src/csv.c:88
                                                                                                                                                           │     2 calls, src/csv.c, 900 tok        11s
                                                                                                                                                           │ ✘ Write a failing test
                                                                                                                                                           │     no compiler
                                                                                                                                                           │ ▸ Teaching the parser ISO
                                                                                                                                                           │ · Run all tests (gate)
                                                                                                                                                           │ · Update the README
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
                                                                                                                                                           │
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┴────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 Space tick  a add  e edit  d delete  J K move  s skip  n next  Esc back  g gate  r retry  h hide done  c collapse  + - size  x abandon  u undo  U untick
END
}

run_tests
