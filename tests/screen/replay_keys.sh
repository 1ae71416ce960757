#!/bin/bash
# SPDX-License-Identifier: MIT
# Time travel: every key of the replay, at every size.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

events='{"seq":1,"at":1000,"turn":0,"iteration":0,"type":"session_start","data":{"cwd":"/srv/ledger","model":"sonnet"}}
{"seq":2,"at":1010,"turn":1,"iteration":0,"type":"turn_start","data":{"prompt":"first"}}
{"seq":3,"at":1020,"turn":1,"iteration":1,"phase":"plan","type":"plan","summary":"1 step","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"G","status":"active","items":[{"id":"a","content":"Look around","status":"in_progress"}]}}}
{"seq":4,"at":1030,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"run_command make","data":{"call":"a","tool":"run_command"}}
{"seq":5,"at":1040,"turn":1,"iteration":1,"phase":"obs","type":"tool_result","summary":"exit 2","data":{"call":"a","tool":"run_command","ok":false,"text":"needle"}}
{"seq":6,"at":1050,"turn":1,"iteration":2,"phase":"act","type":"tool_call","summary":"write_file a.c","data":{"call":"b","tool":"write_file"}}
{"seq":7,"at":1060,"turn":1,"iteration":2,"phase":"obs","type":"tool_result","summary":"written","data":{"call":"b","tool":"write_file","ok":true,"text":"@@ -0,0 +1 @@\n+x\n","data":{"path":"a.c","added":1,"removed":0}}}
{"seq":8,"at":1070,"turn":1,"iteration":3,"phase":"plan","type":"plan","summary":"done","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":2,"goal":"G","status":"completed","items":[{"id":"a","content":"Look around","status":"completed"}]}}}
{"seq":9,"at":1080,"turn":1,"iteration":3,"type":"turn_end","data":{"outcome":"answered","answer":"one"}}
{"seq":10,"at":1090,"turn":2,"iteration":0,"type":"turn_start","data":{"prompt":"second"}}
{"seq":11,"at":1100,"turn":2,"iteration":1,"type":"turn_end","data":{"outcome":"answered","answer":"two"}}'

replay_at() {
	echo "$events" >"$T/events"
	screen "$1" "$BUILD/tests/support/screen_driver" --replay "$T/events"
	shows '❚❚'
	shows ' two'
}

at() {
	shows "▶▶   $1 "
}

test_every_key_goes_where_it_says() {
	replay_at 110x32
	at 11
	keys h
	at 10
	keys Left
	at 9
	keys l
	at 10
	keys H
	at 2
	keys L
	at 10
	keys H
	at 2
	keys p
	at 3
	shows '▸ Look around'
	keys e
	at 5
	keys w
	at 7
	shows '         1 + x'
	keys w
	shows 'no further file change'
	keys p
	at 8
	keys e
	shows 'no further error'
	keys + + -
	shows '×2'
	keys f
	shows 'only a stored session can be forked'
	keys Space
	at 11
}

test_an_event_is_gone_to_by_its_number() {
	replay_at 80x24
	keys g
	shows ' g the number of an event'
	types 55
	keys BSpace Enter
	at 5
	shows '[Obs]     exit 2'
	hides 'second'
	keys g
	types 999
	keys Enter
	at 11
	keys g
	types x
	keys Enter
	shows 'events are numbers from 1'
	keys g
	shows ' g the number of an event'
	keys Escape
	hides ' g the number of an event'
	keys q
	expect_restored
}

test_find_and_folds_survive_going_back() {
	replay_at 80x24
	keys /
	types needle
	keys Enter
	shows '           needle'
	keys h h h h
	at 7
	shows '           needle'
	keys Escape
	hides 'older'
	keys n
	keys q
	expect_restored
}

test_a_fork_goes_on_in_the_chat() {
	echo 'int main(void) { return 0; }' >main.c
	agent --backend offline --ask 'which files define main?' >/dev/null 2>&1 || fail "no session"
	screen 80x24 "$AGENT" --backend offline --replay last --speed 32
	shows '❚❚'
	keys H
	shows '   which files define main?'
	keys f
	shows ' agent  '
	shows 'Enter send'
	keys C-d
	expect_restored
}

test_a_replay_at_80x24() {
	replay_at 80x24
	keys H H p
	expect_screen <<'END'
 replay  /srv/ledger  sonnet

 you       first

 [Plan]    1 step














 ▸ Look around  0/1  0s
────────────────────────────────────────────────────────────────────────────────
 ◀◀  ◀  ❚❚ ▶▶   3 ───●──────────────── 11   turn 1, round 1   0:00 / 0:00   ×1
────────────────────────────────────────────────────────────────────────────────
 Space play/pause  h l event  H L turn  p plan  e error  w file  v files
END
}

test_a_replay_at_60x20() {
	replay_at 60x20
	keys H H e
	expect_screen <<'END'
 replay  /srv/ledger  sonnet

 you       first

 [Plan]    1 step
 [Act]   ✘ make
 [Obs]     exit 2                                         ▸
           needle







 ▸ Look around  0/1  0s
────────────────────────────────────────────────────────────
 ◀◀  ◀  ❚❚ ▶▶   5 ──────●─────────── 11   0:00 / 0:00   ×1
────────────────────────────────────────────────────────────
 Space play/pause  h l event  H L turn  p plan  e error
END
}

test_a_replay_at_110x32() {
	replay_at 110x32
	keys H H w
	expect_screen <<'END'
 replay  /srv/ledger  sonnet                                                │ Plan  Ctrl-T
                                                                            │ G
 you       first                                                            │ ░░░░░░░░░░░░░░░░░░░░  0/1  0s
                                                                            │
 [Plan]    1 step                                                           │ ▸ Look around
 [Act]   ✘ make                                                             │     2 calls, a.c
 [Obs]     exit 2                                                         ▸ │
           needle                                                           │
 [Act]   ✔ write_file a.c  +1 -0                                          ▾ │
         1 + x                                                              │
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
 ◀◀  ◀  ❚❚ ▶▶   7 ─────────────────────────────●──────────────────── 11   turn 1, round 2   0:00 / 0:00   ×1
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 Space play/pause  h l event  H L turn  p plan  e error  w file  v files  + - speed  g go to  f fork  / find
END
}

test_a_replay_at_200x60() {
	replay_at 200x60
	keys H H p p
	expect_screen <<'END'
 replay  /srv/ledger  sonnet

 you       first

 [Plan]    1 step
 [Act]   ✘ make
 [Obs]     exit 2                                                                                                                                                                                     ▸
           needle
 [Act]   ✔ write_file a.c  +1 -0                                                                                                                                                                      ▾
         1 + x
 [Plan]    done












































 ✔ G  1/1  0s
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 ◀◀  ◀  ❚❚ ▶▶   8 ─────────────────────────────────────────────────────────────────────────────────────────────────●────────────────────────────────────────── 11   turn 1, round 3   0:00 / 0:00   ×1
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 Space play/pause  h l event  H L turn  p plan  e error  w file  v files  + - speed  g go to  f fork  F with files  / find  q leave
END
}

run_tests
