#!/bin/bash
# SPDX-License-Identifier: MIT
# Taking back what a session did to files.
. "$(dirname "$0")/../support/lib.sh"

# turn CALLS: one turn in which the model makes these calls and then answers
turn() {
	server <<-EOF
		replies:
		  - {calls: [$1]}
		  - text: done
	EOF
	model --approve all "${@:2}" --ask go >"$T/out" 2>"$T/err" || fail "the turn failed: $(cat "$T/err")"
}

run() { # COMMAND
	printf '{name: run_command, arguments: {command: %s}}' "$(jq -Rs . <<<"$1")"
}

write() { # PATH CONTENT: read first, since what is there is only replaced where it is known
	printf '{name: read_file, arguments: {path: %s}}, {name: write_file, arguments: {path: %s, content: "%s"}}' "$1" "$1" "$2"
}

newest() {
	agent --output json sessions list | jq -r '.[0].id'
}

changes() { # what the newest session's file_change events tell
	agent sessions export "$(newest)" - | jq -r 'select(.type == "file_change") | .data |
		[.path, if .before then "b" else "-" end, if .after then "a" else "-" end] | join(" ")'
}

test_lines_of_binary_files_are_not_counted() {
	printf 'a\n\0\n' >old.bin
	turn "$(run "printf 'x\\0\\ny\\n' >new.bin; printf '\\0' >>old.bin; echo one >new.txt")"
	expect_equal "$(agent sessions export "$(newest)" - | jq -r 'select(.type == "file_change") | .summary' | sort)" \
		'new.bin binary
new.txt +1 -0
old.bin binary'
}

test_what_tools_wrote_is_taken_back() {
	echo old >a.txt
	turn "$(write a.txt 'new\n'), $(write sub/b.txt 'made\n')"
	expect_equal "$(cat a.txt sub/b.txt)" "new
made"
	expect_exit 2 agent sessions undo last </dev/null
	expect_equal "$(cat "$T/err")" "  restores a.txt
  removes sub/b.txt
agent: nothing was undone; say --yes where nobody can be asked"
	expect_equal "$(cat a.txt)" new
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(tail -n 1 "$T/err")" "agent: 2 files as before"
	expect_equal "$(cat a.txt)" old
	[ ! -e sub/b.txt ] || fail "sub/b.txt is still there"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(cat "$T/err")" "agent: there is no change of a file to undo"
}

# holds: undo-takes-away
test_folders_that_were_made_go_with_their_files() {
	mkdir -p old/empty
	turn "$(write a/b/one.txt '1\n'), $(write a/two.txt '2\n'), $(write old/empty/x '3\n'), $(write a/b/c/d '4\n')"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(find . | sort)" "$(printf '%s\n' . ./old ./old/empty)"
	turn "$(run 'mkdir -p e/f g old/h; echo 1 >e/f/x; echo 2 >e/y; echo 3 >old/h/z; echo 4 >old/empty/x')"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(find . | sort)" "$(printf '%s\n' . ./g ./old ./old/empty)"
	turn "$(write a/b/one.txt '1\n')"
	echo mine >a/mine.txt
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(find a | sort)" "$(printf '%s\n' a a/mine.txt)"
}

test_what_a_command_changed_is_taken_back() {
	mkdir src
	echo one >src/a.txt
	echo two >b.txt
	echo three >c.txt
	printf '#!/bin/sh\n' >run.sh
	chmod 755 run.sh
	turn "$(run 'echo more >> src/a.txt; rm b.txt run.sh; mkdir -p new/deep; echo made > new/deep/d.txt')"
	expect_equal "$(changes | sort)" "b.txt b -
new/deep/d.txt - a
run.sh b -
src/a.txt b a"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(cat src/a.txt b.txt c.txt)" "one
two
three"
	[ -x run.sh ] || fail "run.sh lost its mode"
	[ ! -e new/deep/d.txt ] || fail "d.txt is still there"
}

test_undo_goes_back_turn_by_turn_or_to_an_event() {
	echo 1 >a.txt
	turn "$(write a.txt '2\n')"
	turn "$(run 'echo 3 > a.txt')" --continue
	turn "$(run 'echo 4 > a.txt')" --continue
	local id
	id=$(newest)
	expect_exit 0 agent sessions undo "$id" --yes
	expect_equal "$(cat a.txt)" 3
	expect_exit 0 agent sessions undo "$id" --yes
	expect_equal "$(cat a.txt)" 2
	turn "$(run 'echo 5 > a.txt')" --continue
	expect_exit 0 agent sessions undo "$id:0" --yes
	expect_equal "$(cat a.txt)" 1
}

test_a_later_change_from_outside_is_shown_and_kept() {
	echo old >a.txt
	echo old >b.txt
	turn "$(write a.txt 'new\n'), $(write b.txt 'new\n')"
	echo mine >a.txt
	expect_exit 1 agent sessions undo last --yes
	expect_match "$(cat "$T/err")" '^  changed since a.txt \(left alone\)$'
	expect_match "$(cat "$T/err")" '^agent: 1 file as before$'
	expect_equal "$(cat a.txt b.txt)" "mine
old"
	expect_exit 0 agent sessions undo last --yes --force
	expect_match "$(cat "$T/err")" '^  restores a.txt, which was changed since$'
	expect_equal "$(cat a.txt)" old
	expect_match "$(agent sessions export last - | jq -r 'select(.type == "blob") | .data.base64' | base64 -d)" '^mine$'
}

test_what_is_too_large_is_told_and_left_alone() {
	head -c 3000 /dev/zero | tr '\0' x >a.txt
	turn "$(run 'echo more >> a.txt')" -s undo.max_bytes=1000
	expect_exit 1 agent sessions undo last --yes
	expect_match "$(cat "$T/err")" '^  not kept a.txt \(left alone\)$'
}

test_ignored_files_and_reading_commands_cost_nothing() {
	git init -q .
	echo 'build/' >.gitignore
	mkdir build
	turn "$(run 'echo x > build/out; echo y > src.txt')"
	expect_equal "$(changes)" "src.txt - a"
	turn "$(run 'ls; cat src.txt')"
	expect_equal "$(changes)" ""
}

test_undo_stays_in_the_folder_of_the_session() {
	echo old >a.txt
	turn "$(write a.txt 'new\n')"
	local id
	id=$(newest)
	mkdir "$T/other"
	expect_exit 2 agent -C "$T/other" sessions undo "$id" --yes
	expect_match "$(cat "$T/err")" "the session worked in '$T/work'"
	agent sessions export "$id" "$T/session.jsonl"
	agent sessions import "$T/session.jsonl" >"$T/id" 2>/dev/null
	expect_exit 2 agent sessions undo "$(cat "$T/id")" --yes
	expect_match "$(cat "$T/err")" 'an imported session changed no files of this machine'
	expect_equal "$(cat a.txt)" new
	expect_exit 2 agent sessions undo "$id:x" --yes
	expect_exit 2 agent sessions undo
}

test_the_model_is_told_what_was_taken_back() {
	echo old >a.txt
	turn "$(write a.txt 'new\n')"
	agent sessions undo last --yes 2>/dev/null
	server <<<'replies: [{text: fine}]'
	expect_exit 0 model --continue --ask "and now?"
	expect_match "$(jq -r '.body.messages[].content' "$REQUESTS")" 'took back your changes'
}

test_links_are_taken_back_as_links() {
	echo target >t.txt
	echo other >o.txt
	echo file >f.txt
	ln -s t.txt moved
	ln -s t.txt gone
	ln -s nowhere dangling
	turn "$(run 'ln -sfn o.txt moved; rm gone dangling; ln -s t.txt new; rm f.txt; ln -s o.txt f.txt; rm t.txt; ln -s o.txt t.txt')"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(readlink moved) $(readlink gone) $(readlink dangling)" "t.txt t.txt nowhere"
	[ ! -L new ] && [ ! -e new ] || fail "new is still there"
	[ ! -L f.txt ] && [ ! -L t.txt ] || fail "a file is a link still"
	expect_equal "$(cat f.txt t.txt o.txt)" "file
target
other"
}

test_a_link_put_there_since_is_a_conflict_and_never_followed() {
	echo old >a.txt
	echo mine >b.txt
	turn "$(write a.txt 'new\n')"
	ln -sf b.txt a.txt
	expect_exit 1 agent sessions undo last --yes
	expect_match "$(cat "$T/err")" '^  changed since a.txt \(left alone\)$'
	expect_exit 0 agent sessions undo last --yes --force
	[ ! -L a.txt ] || fail "a.txt is a link still"
	expect_equal "$(cat a.txt b.txt)" "old
mine"
}

test_a_folder_that_became_a_link_and_what_it_held_come_back() {
	mkdir -p d/e other
	echo a >d/a
	echo b >d/e/b
	turn "$(run 'mv d real; ln -s real d; echo more >>d/a')"
	expect_exit 0 agent sessions undo last --yes
	[ ! -L d ] && [ ! -e real ] || fail "d is a link still, or real is there"
	expect_equal "$(cat d/a d/e/b)" "a
b"
	turn "$(run 'mv d real; ln -s real d')"
	ln -sfn other d # the user's own, since
	expect_exit 1 agent sessions undo last --yes
	expect_match "$(cat "$T/err")" '^  changed since d \(left alone\)$'
	expect_match "$(cat "$T/err")" '^  changed since d/a \(left alone\)$'
	expect_match "$(cat "$T/err")" 'force overwrites what was changed since'
	expect_match "$(cat "$T/err")" '^  keeps what was moved to real/a \(left alone\)$'
	expect_equal "$(readlink d)$(ls other) $(cat real/a real/e/b | xargs)" "other a b"
	expect_exit 0 agent sessions undo last --yes --force
	expect_match "$(cat "$T/err")" '^  removes real/a$'
	[ ! -e real ] || fail "real is there still"
	expect_equal "$(cat d/a d/e/b)$(ls other)" "a
b"
}

test_modes_and_bytes_come_back() {
	printf 'a\0b\377' >bin
	cp bin was
	printf '#!/bin/sh\n' >run.sh
	chmod 640 bin
	turn "$(run 'chmod 755 run.sh; chmod 600 bin; printf "\\0\\1" >> bin')"
	expect_equal "$(stat -c '%a %n' run.sh bin)" "755 run.sh
600 bin"
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(stat -c '%a %n' run.sh bin)" "644 run.sh
640 bin"
	cmp bin was || fail "other bytes"
}

test_what_is_not_looked_at_is_told_once() {
	for i in $(seq 300); do echo $i >f$i; done
	turn "$(run 'echo x > f1'), $(run 'echo y > f2')" -s undo.max_files=100
	expect_equal "$(agent sessions export last - | jq -r 'select(.type == "notice") | .data.text' | grep -c 'cannot be undone')" 1
}

run_tests
