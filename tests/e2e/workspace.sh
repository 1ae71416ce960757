#!/bin/bash
# SPDX-License-Identifier: MIT
# What can be reached: the workspace, what workspace.allow adds, and nothing else.
. "$(dirname "$0")/../support/lib.sh"

outside() {
	mkdir -p "$T/other"
	echo 'from outside' >"$T/other/note.txt"
	ln -s "$T/other/note.txt" lead.txt
}

test_what_lies_outside_is_refused() {
	outside
	agent --ask "show $T/other/note.txt" >"$T/out" 2>"$T/err"
	expect_no_match "$(cat "$T/out" "$T/err")" 'from outside'
	expect_match "$(cat "$T/out" "$T/err")" 'outside the workspace'
}

test_a_link_that_leads_outside_is_refused() {
	outside
	agent --ask "show lead.txt" >"$T/out" 2>"$T/err"
	expect_no_match "$(cat "$T/out" "$T/err")" 'from outside'
	expect_match "$(cat "$T/out" "$T/err")" 'outside the workspace'
}

test_an_allowed_folder_is_read() {
	outside
	agent -s "workspace.allow=[\"$T/other\"]" --ask "show $T/other/note.txt" >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" 'from outside'
}

test_an_allowed_folder_that_is_missing_is_told() {
	echo hello >a.txt
	agent -s "workspace.allow=[\"$T/nowhere\"]" --ask "show a.txt" >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" 'hello'
	expect_match "$(cat "$T/err")" 'workspace\.allow: .*nowhere'
}

run_tests
