#!/bin/bash
# SPDX-License-Identifier: MIT
# Finding, naming and removing what is stored, and sessions as files for other programs.
. "$(dirname "$0")/../support/lib.sh"

two_sessions() {
	printf 'int main(void)\n{\n\treturn 0;\n}\n' >main.c
	expect_exit 0 agent --ask "which files define main?"
	expect_exit 0 agent --ask "count the lines of main.c"
}
titles() {
	agent sessions list --output json | jq -r '.[].title'
}

test_search_finds_titles_and_text() {
	two_sessions
	expect_exit 0 agent sessions search DEFINE
	expect_equal "$(wc -l <"$T/out")" 2
	expect_match "$(sed -n 2p "$T/out")" '  which files define main\?$'
	expect_exit 0 agent sessions search main --output json
	expect_equal "$(jq length "$T/out")" 2
	expect_exit 0 agent sessions search has --output=json # said in an answer only
	expect_equal "$(jq -r '.[] | .title, (.hit.seq > 0), (.hit.text | test(" has "))' "$T/out")" "count the lines of main.c
true
true"
	expect_exit 0 agent sessions search "lines main" zebra
	expect_equal "$(cat "$T/out")" ""
	expect_match "$(cat "$T/err")" 'nothing found'
	expect_exit 2 agent sessions search
	expect_exit 2 agent sessions search '""'
}

test_search_keeps_to_the_folder_unless_told() {
	two_sessions
	mkdir other
	expect_exit 0 agent -C other sessions search main
	expect_equal "$(cat "$T/out")" ""
	expect_exit 0 agent -C other sessions search main --all
	expect_match "$(cat "$T/out")" 'FOLDER'
	expect_match "$(cat "$T/out")" 'which files define main'
}

test_a_session_gets_another_name() {
	two_sessions
	expect_exit 0 agent sessions search main
	expect_exit 0 agent sessions rename last "  the café	count  "
	expect_equal "$(titles)" "the café count
which files define main?"
	expect_exit 0 agent sessions rename last several words
	expect_equal "$(titles | head -1)" "several words"
	expect_exit 0 agent sessions search several --output json
	expect_equal "$(jq length "$T/out")" 1
	expect_exit 0 agent sessions search cafe --output json
	expect_equal "$(jq length "$T/out")" 0
	expect_exit 2 agent sessions rename last
	expect_exit 2 agent sessions rename last " "
	expect_exit 2 agent sessions rename nosuch title
}

test_deleting_asks_and_names_what_goes() {
	two_sessions
	expect_exit 2 agent sessions delete last
	expect_match "$(cat "$T/err")" 'count the lines of main\.c'
	expect_match "$(cat "$T/err")" 'nothing was deleted; say --yes'
	printf 'n\n' | script -qec "'$AGENT' sessions delete last" /dev/null >"$T/out"
	expect_match "$(cat "$T/out")" 'delete this session for ever\? \[y/N\]'
	expect_equal "$(titles | wc -l)" 2
	printf 'y\n' | script -qec "'$AGENT' sessions delete last" /dev/null >"$T/out"
	expect_equal "$(titles)" "which files define main?"
	expect_exit 2 agent sessions delete last nosuch --yes
	expect_equal "$(titles | wc -l)" 1
	expect_exit 0 agent sessions delete last last --yes
	expect_match "$(cat "$T/err")" '1 session deleted'
	expect_equal "$(titles)" ""
	expect_exit 0 agent sessions search main
	expect_equal "$(cat "$T/out")" ""
}

age() { # age DAYS: of every session there is
	sqlite3 "$XDG_DATA_HOME/agent/agent.db" "UPDATE events SET at = at - $1 * 86400000" || fail sqlite3
}

# holds: old-sessions-go
test_prune_removes_what_is_older_than_the_setting() {
	two_sessions
	age 40
	expect_exit 0 agent --ask "which files define main?"
	expect_exit 2 agent sessions prune
	expect_match "$(cat "$T/err")" 'say --days N, or set sessions.keep_days'
	expect_exit 0 agent sessions prune --days 60
	expect_match "$(cat "$T/err")" 'no session is older than 60 days'
	expect_exit 2 agent sessions prune --days 30
	expect_equal "$(titles | wc -l)" 3
	expect_exit 0 agent -s sessions.keep_days=30 sessions prune --yes
	expect_match "$(cat "$T/err")" '2 sessions deleted'
	expect_equal "$(titles)" "which files define main?"
	expect_exit 2 agent sessions prune --days none
	expect_exit 2 agent sessions prune --days
}

# holds: old-sessions-go
test_what_is_too_old_is_never_removed_unasked() {
	two_sessions
	age 40
	server <<<'replies: [{text: hello, repeat: true}]'
	expect_exit 0 model -s sessions.keep_days=30 --ask one
	expect_match "$(cat "$T/err")" '2 sessions were last used more than 30 days ago \(sessions.keep_days\): the chat asks'
	expect_equal "$(titles | wc -l)" 3
	{
		wait_for grep -q 'keep them' "$T/chat"
		echo r
		wait_for test -e "$XDG_STATE_HOME/agent/pruned"
		echo /quit
	} | script -qfec "'$AGENT' --plain --backend openai --base-url $URL -m scripted -s sessions.keep_days=30" /dev/null >"$T/chat"
	expect_equal "$(cat "$XDG_STATE_HOME/agent/prune-answer")" "remove 30"
	expect_equal "$(titles)" "one"
	age 40
	rm "$XDG_STATE_HOME/agent/pruned"
	expect_exit 0 model -s sessions.keep_days=20 --ask two
	expect_match "$(cat "$T/err")" '1 session was last used more than 20 days ago'
	expect_equal "$(titles | wc -l)" 2 "another number of days is asked for again"
}

test_what_is_too_old_goes_by_itself_once_it_was_allowed() {
	two_sessions
	age 40
	mkdir -p "$XDG_STATE_HOME/agent"
	echo "remove 30" >"$XDG_STATE_HOME/agent/prune-answer"
	server <<<'replies: [{text: hello, delay_ms: {head: 500}, repeat: true}]' # there is time for it
	expect_exit 0 model --ask one
	expect_equal "$(titles | wc -l)" 3 "nothing goes unless it was set"
	expect_exit 0 model -s sessions.keep_days=30 --ask two
	expect_match "$(cat "$T/err")" '2 sessions were last used more than 30 days ago \(sessions.keep_days\) and are removed now'
	expect_equal "$(titles)" "two
one"
	age 40
	expect_exit 0 model -s sessions.keep_days=30 --ask three
	expect_equal "$(titles | wc -l)" 3 "it was looked for today"
	touch -d '2 days ago' "$XDG_STATE_HOME/agent/pruned"
	expect_exit 0 model -s sessions.keep_days=30 --continue --ask four
	expect_equal "$(titles)" "three"
}

test_a_long_session_goes_on_from_its_last_summary() {
	awk -v n=6000 -v cwd="$PWD" -f "$ROOT/tests/bench/session.awk" >long.jsonl
	agent sessions import long.jsonl >"$T/id" 2>/dev/null || fail import
	server <<<'replies: [{text: "and on", repeat: true}]'
	expect_exit 0 model --continue --ask more
	expect_equal "$(jq ".body | objects | .messages | length < 1200" "$REQUESTS")" true
	expect_match "$(jq -r ".body | objects | .messages[].content | strings" "$REQUESTS")" 'so far all is well'
	turns=$(grep -c '"turn_start"' long.jsonl)
	expect_equal "$(agent sessions export last | jq -s '[.[] | select(.type == "turn_start")] | last | .turn')" $((turns + 1))
	expect_equal "$(agent sessions export last | jq -s 'map(.seq) == [range(1; length + 1)]')" true
	grep -q 'answer 1$' "$T/err" && fail "the beginning was told"
	expect_exit 0 model --fork last:5000 --ask more
	expect_equal "$(agent sessions list --output json | jq 'length')" 2
	expect_equal "$(agent sessions export last | head -n 1 | jq -r '.data.imported.from')" long.jsonl # it tells of somebody else's files
}

test_exports_take_the_form_of_their_name() {
	two_sessions
	for name in s.jsonl s.md s.cast s.html; do
		expect_exit 0 agent sessions export last $name
		expect_equal "$(stat -c %a $name)" 600
	done
	expect_equal "$(head -1 s.md)" "# count the lines of main.c"
	expect_match "$(cat s.md)" '^- \*\*\[Act\]\*\* ✔ read\\_file main\.c'
	expect_equal "$(head -1 s.cast | jq -c '[.version, .width, .title]')" '[2,110,"count the lines of main.c"]'
	expect_equal "$(tail -n +2 s.cast | jq -s 'all(length == 3)')" true
	expect_equal "$(jq -c 'select(.phase != null) | .phase' s.jsonl | grep -c act)" \
		"$(tail -n +2 s.cast | jq -r 'select(.[1] == "m") | .[2]' | grep -c '^\[Act\]')"
	expect_equal "$(head -1 s.html)" "<!doctype html>"
	expect_no_match "$(cat s.html)" '<script|src=|url\(|@import'
	agent sessions export last >"$T/lines"
	expect_equal "$(cat "$T/lines")" "$(cat s.jsonl)"
	expect_exit 2 agent sessions export last --format pdf
	expect_match "$(cat "$T/err")" "no format 'pdf': there are jsonl, md, cast, html, atif"
	expect_exit 1 agent sessions export last /nowhere/s.md
}

hostile_session() { # a session of a stranger whose every word would like to be markup, or a terminal's
	cat >hostile.jsonl <<'END'
{"seq":1,"at":1795300000000,"turn":0,"iteration":0,"type":"session_start","data":{"title":"<script>alert(1)</script>\u001b]2;gotcha\u0007","cwd":"/srv/<b>","model":"m\"onload=x"}}
{"seq":2,"at":1795300000100,"turn":1,"iteration":0,"type":"turn_start","data":{"prompt":"</pre><img src=x onerror=alert(1)>","depth":"react"}}
{"seq":3,"at":1795300001200,"turn":1,"iteration":1,"phase":"plan","type":"plan","summary":"1 of 2","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"<i>goal</i>","status":"active","items":[{"id":"a","content":"<style>*{}</style>","status":"completed"},{"id":"b","content":"Second","status":"in_progress"}]}}}
{"seq":4,"at":1795300002300,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"read_file \"><svg onload=alert(1)>","data":{"call":"a","tool":"read_file","arguments":{}}}
{"seq":5,"at":1795300003400,"turn":1,"iteration":1,"phase":"obs","type":"tool_result","summary":"1 line","data":{"call":"a","tool":"read_file","ok":true,"text":"</pre><script src=//evil.example/x.js></script>\u001b[31m"}}
{"seq":6,"at":1795300004500,"turn":1,"iteration":2,"type":"message","data":{"role":"assistant","parts":[{"type":"text","text":"[x](javascript:alert(1)) ![p](http://evil.example/p.png) <iframe src=//evil.example></iframe>"}]}}
{"seq":7,"at":1795300005600,"turn":1,"iteration":2,"type":"turn_end","data":{"outcome":"answered","answer":"[x](javascript:alert(1)) ![p](http://evil.example/p.png) <iframe src=//evil.example></iframe>"}}
END
	agent sessions import hostile.jsonl >"$T/id" 2>/dev/null || fail import
	id=$(cat "$T/id")
}

test_the_page_needs_nothing_and_runs_nothing() {
	hostile_session
	expect_exit 0 agent sessions export "$id" s.html
	expect_no_match "$(cat s.html)" '<(script|img|iframe|svg|link|object|embed|base)[ />]|<i>'
	expect_no_match "$(cat s.html)" '<[^>]* (href|src)="?(javascript|http|//|data)|url\(|@import|<[^>]* on[a-z]+="'
	expect_equal "$(tr -d '\n\t -~\200-\377' <s.html | wc -c)" 0 "control bytes"
	expect_match "$(cat s.html)" "default-src 'none'"
	expect_match "$(cat s.html)" '&lt;script&gt;alert\(1\)&lt;/script&gt;'
	expect_match "$(cat s.html)" '&lt;script src=//evil.example/x.js&gt;'
	expect_match "$(cat s.html)" '<section class="plan"><h2>Plan 1/2</h2>'
	expect_match "$(cat s.html)" '<li class="in_progress">Second'
	expect_match "$(cat s.html)" '<nav class="timeline"><h2>Timeline</h2>'
	expect_equal "$(grep -oE '<a class="[a-z]+" style="left:[0-9.]+%" href="#e[0-9]+"' s.html)" '<a class="plan" style="left:20.00%" href="#e3"
<a class="act" style="left:40.00%" href="#e4"
<a class="obs" style="left:60.00%" href="#e5"'
	for row in $(grep -oE 'href="#[et][0-9]+"' s.html | grep -oE '[et][0-9]+'); do
		grep -q "id=\"$row\"" s.html || fail "nothing at #$row"
	done
}

test_a_cast_plays() {
	hostile_session
	expect_exit 0 agent sessions export "$id" s.cast --force
	head -1 s.cast | jq -e 'type == "object" and .version == 2 and .timestamp == 1795300000' >/dev/null || fail head
	tail -n +2 s.cast | jq -se 'all(.[]; length == 3 and (.[0] | type == "number" and . >= 0) and (.[1] | IN("o", "m")) and (.[2] | type == "string"))' >/dev/null ||
		fail "a line is no event"
	expect_equal "$(tail -n +2 s.cast | jq -r 'select(.[1] == "m") | .[2]')" '[Plan] 1 of 2
[Act] read_file "><svg onload=alert(1)>
[Obs] 1 line'
	tail -n +2 s.cast | jq -r 'select(.[1] == "o") | .[2]' >"$T/played"
	expect_no_match "$(tr '\033\007' 'EB' <"$T/played" | sed 's/E(B//g')" 'E[]PX^_(]|B' # no title, no bell
	expect_equal "$(agent sessions export "$id" --format cast | tail -n +2 | jq -sc '[.[][0]] == ([.[][0]] | sort), (map(.[0]) | max * 1000 | round)')" 'true
5600'
}

test_what_was_exported_can_be_taken_in_again() {
	printf 'one\n\0\377' >a.bin
	cp a.bin was.bin
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "echo more >> a.bin"}}, {name: write_file, arguments: {path: b.txt, content: "made\n"}}]}
		  - text: done
	EOF
	expect_exit 0 model --approve all --ask go
	expect_exit 0 agent sessions export last one.jsonl
	expect_exit 0 agent sessions import one.jsonl
	id=$(cat "$T/out")
	expect_exit 0 agent sessions export "$id" two.jsonl
	same='select(.seq > 1) | del(.data.id)'
	expect_equal "$(jq -c "$same" two.jsonl)" "$(jq -c "$same" one.jsonl)"
	expect_equal "$(jq -r 'select(.type == "blob") | .data.ref' two.jsonl | sort)" "$(jq -r 'select(.type == "blob") | .data.ref' one.jsonl | sort)"
	expect_equal "$(head -1 two.jsonl | jq -r .data.imported.session)" "$(head -1 one.jsonl | jq -r .data.id)"
	expect_exit 0 agent sessions rename "$id" taken
	expect_exit 0 agent sessions undo "$(head -1 one.jsonl | jq -r .data.id)" --yes
	cmp a.bin was.bin || fail "a.bin is not what it was"
	[ ! -e b.txt ] || fail "b.txt is still there"
	head -3 one.jsonl >cut.jsonl
	echo '{"seq":' >>cut.jsonl
	expect_exit 1 agent sessions import cut.jsonl
	expect_match "$(cat "$T/err")" 'cut.jsonl:4'
	expect_equal "$(titles | wc -l)" 2 "nothing of it stays"
}

run_tests
