#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes config/demo.jsonl, the session that `agent --replay demo` shows: the program itself works on a small project
# with a scripted model, in a chat that ends with /undo. `make demo` runs it; what comes is read before it is kept.
. "$(dirname "$0")/lib.sh"

project() {
	cat >total.sh <<-'EOF2'
		#!/bin/sh
		# Prints the sum of the amounts in a ledger: DATE AMOUNT WORDS, a line each.
		awk '{ sum += $2 } END { print sum + 0 }' "$1"
	EOF2
	cat >test.sh <<-'EOF2'
		#!/bin/sh
		# expect SUM, with the ledger on stdin
		expect() {
			cat >ledger.tmp
			got=$(sh total.sh ledger.tmp)
			rm -f ledger.tmp
			[ "$got" = "$1" ] && echo "ok - $2" || { echo "not ok - $2: $got instead of $1"; failed=1; }
		}
		expect 12 "amounts are added" <<END
		2026-03-01 5 bread
		2026-03-02 7 tea
		END
		exit ${failed:-0}
	EOF2
	printf '# ledger\n\nA line a payment: DATE AMOUNT WORDS.\n' >README.md
	git init -q . && git add . && git -c user.name=you -c user.email=you@localhost commit -qm "A ledger"
}

script_of_the_model() {
	cat <<-'EOF2'
		replies:
		  - delay_ms: {head: 1200}
		    text: '{"approach": "Write the failing test first, then skip comment lines in total.sh.", "complexity": "moderate", "success_criteria": [{"text": "`sh test.sh` passes", "check": {"command": "sh test.sh", "exit": 0}}, {"text": "README says how a comment is written", "check": {"file": "README.md", "matches": "comment"}}]}'
		  - delay_ms: {head: 1000}
		    text: The sum is made in one place; I look at it and at the tests before I change anything.
		    calls:
		      - {name: write_todos, arguments: {goal: A ledger may have comments, todos: [{id: look, content: Find where amounts are read, status: in_progress, active_form: Looking for the sum}, {id: test, content: Write a failing test, status: pending}, {id: fix, content: Skip comment lines, status: pending}, {id: doc, content: Say it in the README, status: pending}]}}
		      - {name: read_file, arguments: {path: total.sh}}
		      - {name: read_file, arguments: {path: test.sh}}
		  - delay_ms: {head: 1100}
		    text: A test that must fail comes first.
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: look, content: Find where amounts are read, status: completed, result: one awk line in total.sh}, {id: test, content: Write a failing test, status: in_progress, active_form: Writing a failing test}, {id: fix, content: Skip comment lines, status: pending}, {id: doc, content: Say it in the README, status: pending}]}}
		      - {name: edit_file, arguments: {path: test.sh, old: "exit ${failed:-0}", new: "expect 5 \"comments are skipped\" <<END\n# 2026 100 so far\n2026-03-01 5 bread\nEND\nexit ${failed:-0}"}}
		      - {name: run_command, arguments: {command: sh test.sh}}
		  - delay_ms: {head: 1200}
		    text: It fails as it should. The pattern leaves out lines that begin with a hash.
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: look, content: Find where amounts are read, status: completed, result: one awk line in total.sh}, {id: test, content: Write a failing test, status: completed, result: "comments are skipped: 2031 instead of 5"}, {id: fix, content: Skip comment lines, status: in_progress, active_form: Teaching the sum about comments}, {id: doc, content: Say it in the README, status: pending}]}}
		      - {name: edit_file, arguments: {path: total.sh, old: "awk '{ sum", new: "awk '/^#/ { next } { sum"}}
		      - {name: run_command, arguments: {command: sh test.sh}}
		  - delay_ms: {head: 900}
		    text: Both tests pass, so comments are skipped now.
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: look, content: Find where amounts are read, status: completed, result: one awk line in total.sh}, {id: test, content: Write a failing test, status: completed, result: "comments are skipped: 2031 instead of 5"}, {id: fix, content: Skip comment lines, status: completed, result: 2 of 2 tests pass}, {id: doc, content: Say it in the README, status: completed}]}}
		  - delay_ms: {head: 900}
		    text: "`total.sh` skips lines that begin with `#`; `sh test.sh` passes."
		  - delay_ms: {head: 1300}
		    text: I ticked the README without writing it. That is what is missing.
		    calls:
		      - {name: edit_file, arguments: {path: README.md, old: "A line a payment: DATE AMOUNT WORDS.", new: "A line a payment: DATE AMOUNT WORDS. A line that begins with `#` is a comment."}}
		  - delay_ms: {head: 1100}
		    text: "A ledger may have comments now:\n\n- `total.sh` skips lines that begin with `#`,\n- `test.sh` has a test for it, which failed before,\n- `README.md` says so."
		  - delay_ms: {head: 1200}
		    text: The program reads each line anyway, so it can count them.
		    calls:
		      - {name: edit_file, arguments: {path: total.sh, old: "END { print sum + 0 }", new: "{ n++ } END { print n, sum + 0 }"}}
		      - {name: run_command, arguments: {command: sh test.sh}}
		  - delay_ms: {head: 1500}
		    text: "It prints the number in front of the sum now, but both tests fail: they expect the sum alone. Shall I change the tests, or print the number elsewhere?"
	EOF2
}

make_demo() {
	mkdir -p "$HOME/ledger" && cd "$HOME/ledger" || exit 1
	project
	server < <(script_of_the_model) || cat "$T"/server.1.log >&2
	mkfifo "$T/keys"
	(
		exec 3>"$T/keys"
		echo "let a ledger have comment lines: write a failing test first, then fix it, and say it in the README" >&3
		has 1 turn_end
		echo /depth react >&3
		echo "print the number of payments, too" >&3
		has 2 turn_end
		echo /undo >&3
		has 1 question
		echo y >&3
		has 1 answer
		echo /quit >&3
	) &
	script -qec "$AGENT --plain --approve all --backend openai --base-url $URL -m demo --depth strategic -s evaluation.when=[on_error]" "$T/screen" <"$T/keys" >/dev/null
	agent sessions export last "$T/out.jsonl" --format jsonl
}

# has N TYPE: waits until so many events of the type are stored
has() {
	local end=$((SECONDS + 60))
	until agent sessions export last "$T/seen.jsonl" --force --format jsonl >/dev/null 2>&1 && [ "$(grep -c "\"type\":\"$2\"" "$T/seen.jsonl")" -ge "$1" ]; do
		[ $SECONDS -lt $end ] || { echo "no $2" >&2; return; }
		sleep 0.2
	done
}

keep() {
	make_demo >&2
	sed -e "s#$HOME#/home/you#g; s#127.0.0.1:$PORT#127.0.0.1:8080#g" "$T/out.jsonl" >"$OUT"
}
OUT=${1:-$ROOT/config/demo.jsonl}
run_one keep
