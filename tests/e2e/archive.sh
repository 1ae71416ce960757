#!/bin/bash
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
	expect_exit 0 agent sessions search counted --output=json # said in an answer only
	expect_equal "$(jq -r '.[] | .title, (.hit.seq > 0), (.hit.text | test("counted"))' "$T/out")" "count the lines of main.c
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

test_exports_take_the_form_of_their_name() {
	two_sessions
	for name in s.jsonl s.md s.cast s.html; do
		expect_exit 0 agent sessions export last $name
		expect_equal "$(stat -c %a $name)" 600
	done
	expect_equal "$(head -1 s.md)" "# count the lines of main.c"
	expect_match "$(cat s.md)" '^- \*\*\[Act\]\*\* read\\_file main\.c'
	expect_equal "$(head -1 s.cast | jq -c '[.version, .width, .title]')" '[2,100,"count the lines of main.c"]'
	expect_equal "$(tail -n +2 s.cast | jq -s 'all(length == 3)')" true
	expect_equal "$(jq -c 'select(.phase != null) | .phase' s.jsonl | grep -c act)" \
		"$(tail -n +2 s.cast | jq -r 'select(.[1] == "m") | .[2]' | grep -c '^\[Act\]')"
	expect_equal "$(head -1 s.html)" "<!doctype html>"
	expect_no_match "$(cat s.html)" '<script|src=|url\(|@import'
	agent sessions export last >"$T/lines"
	expect_equal "$(cat "$T/lines")" "$(cat s.jsonl)"
	expect_exit 0 agent sessions export last --format cast --cast-version 3
	expect_equal "$(head -1 "$T/out" | jq -c '[.version, .term.cols]')" '[3,100]'
	expect_exit 2 agent sessions export last --format cast --cast-version 4
	expect_exit 2 agent sessions export last --format pdf
	expect_match "$(cat "$T/err")" "no format 'pdf': there are jsonl, md, cast, html"
	expect_exit 1 agent sessions export last /nowhere/s.md
}

run_tests
