#!/bin/bash
# SPDX-License-Identifier: MIT
# The input on a real terminal: every key of it, large pastes, the editor, completion, the queue.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

take='{"take":true}'
start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'

cursor_at() { # COLUMN ROW
	[ "$(in_tmux display -p '#{cursor_x} #{cursor_y}')" = "$1 $2" ]
}

cursor() {
	(wait_for cursor_at "$@") || fail "the cursor is at $(in_tmux display -p '#{cursor_x} #{cursor_y}'), wanted $*"
}

pastes() { # TEXT
	printf '%s' "$1" >"$T/paste"
	in_tmux load-buffer "$T/paste" \; paste-buffer -p
}

fresh() { # SIZE [SETTINGS]
	drive "$@" <<<"$take
$take
$take"
	shows 'what should be done?'
}

test_readlines_keys_move_and_cut() {
	fresh 60x20
	types 'one two three'
	cursor 16 17
	keys C-a
	cursor 3 17
	keys C-e
	cursor 16 17
	keys M-b
	cursor 11 17
	keys M-b M-f
	cursor 10 17
	keys C-b Left Right
	cursor 9 17
	keys C-e C-w
	shows ' › one two'
	hides 'three'
	keys C-u
	hides 'one two'
	keys C-y
	shows ' › one two three'
	keys Home M-d
	shows ' ›  two three'
	keys C-k C-y
	shows ' › one two three'
	types '!'
	keys C-w C-y M-y
	shows ' › one two one two three'
	keys C-u C-k
	types 'abc'
	keys Home C-d Delete
	shows ' › c'
	keys End BSpace
	hides ' › c'
	types 'x-y'
	keys M-BSpace
	shows ' › x-'
	keys Home C-Right C-Left End
	cursor 5 17
}

test_any_script_is_drawn_as_it_was_typed_at_80x24() {
	fresh 80x24
	types 'wide 你好世界 한국어, emoji 👍🏽 🇩🇪,'
	keys M-Enter
	marks=$'e\u0301 a\u0302\u0323 n\u0303'
	types "marks $marks,"
	keys M-Enter
	types 'right to left שלום عربى, and back'
	cursor 36 21
	shows '   right to left שלום عربى, and back'
	expect_equal "$(picture | tail -6)" "────────────────────────────────────────────────────────────────────────────────
 › wide 你好世界 한국어, emoji 👍🏽 🇩🇪,
   marks $marks,
   right to left שלום عربى, and back
────────────────────────────────────────────────────────────────────────────────
 sandbox off  ask                                                    Enter send"
}

test_the_list_and_the_queue_are_drawn_above_the_input_at_60x20() {
	mkdir -p "$XDG_STATE_HOME/agent"
	printf '"你好, fix the parser"\n"e\\u0301clair fix"\n"שלום fix"\n' >"$XDG_STATE_HOME/agent/history"
	drive 60x20 <<<"$start
{\"wait_ms\":8000}"
	shows 'Esc stop'
	types $'and the 你好 README\u0301'
	keys Enter
	shows ' queued '
	keys C-r
	types 'fix'
	shows ' › שלום fix'
	expect_equal "$(picture | tail -8 | head -7)" $' queued    and the 你好 README\u0301  Up takes it back
 › שלום fix
   e\u0301clair fix
   你好, fix the parser
────────────────────────────────────────────────────────────
 r fix
────────────────────────────────────────────────────────────'
}

test_undo_goes_back_word_by_word_and_redo_forward() {
	fresh 60x20
	types 'make it right'
	keys C-_
	hides 'right'
	shows ' › make it'
	keys C-_ C-_
	hides 'make'
	keys M-_ M-_
	shows ' › make it'
	keys C-c
	hides 'make'
	keys C-_
	shows ' › make it'
}

test_the_cursor_stands_right_in_any_script() {
	fresh 60x20
	types 'a你好b'
	cursor 9 17
	keys Left Left
	cursor 6 17
	keys C-u C-k
	types $'e\u0301a\u0302\u0323!'
	cursor 6 17
	keys Left Left
	cursor 4 17
	keys C-u C-k
	types 'שלום עולם'
	cursor 12 17
	keys M-b
	cursor 8 17
	keys C-u C-k
	types '🇩🇪👍🏽x'
	keys Left Left
	keys BSpace
	shows ' › 👍'
	cursor 3 17
	keys C-k
	types $'👨\u200d👩\u200d👧.'
	keys Left BSpace
	shows ' › .'
	cursor 3 17
}

test_wide_text_wraps_and_up_keeps_the_column_at_60_columns() {
	fresh 60x20
	for i in 1 2 3 4 5 6 7; do types '你好世界'; done
	types 'x'
	WANTED=' › 你好世界你好世界你好世界你好世界你好世界你好世界你好世界'
	shows "$WANTED"
	cursor 4 17
	keys Up
	cursor 3 16
	keys C-e
	keys M-Enter
	types 'ab'
	cursor 5 17
	keys Up Up
	cursor 5 15
	keys Down
	cursor 4 16
	keys Down
	cursor 5 17
}

test_a_large_paste_is_one_mark_at_80_columns() {
	fresh 80x24
	types 'look at '
	pastes "$(seq 1 214)"$'\t end'
	shows ' › look at [pasted 214 lines]'
	shows 'it is sent whole; Alt-O shows it, Ctrl-_ takes it back'
	cursor 29 21
	keys Left
	cursor 11 21
	keys Right
	types ' please'
	shows ' › look at [pasted 214 lines] please'
	keys M-b C-b BSpace
	hides 'pasted'
	shows ' › look at  please'
	keys C-_
	shows ' › look at [pasted 214 lines] please'
	keys C-e Enter
	wait_for grep -q '^prompt' "$T/log"
	expect_equal "$(sed -n 's/^prompt //p' "$T/log" | jq -r .text)" "look at $(seq 1 214)"$'\t end please'
}

test_a_folded_paste_is_shown_on_demand() {
	fresh 60x20 ui.paste_lines=3
	pastes $'one\ntwo\nthree\nfour'
	shows ' › [pasted 4 lines]'
	keys M-o
	shows '   three'
	hides 'pasted'
	keys C-_
	shows ' › [pasted 4 lines]'
	keys C-a M-o
	shows '   three'
	keys M-o
	shows 'the cursor is at no folded paste'
}

test_a_paste_over_the_ceiling_is_refused_and_what_was_typed_stays() {
	fresh 80x24
	types 'kept'
	pastes "$(head -c 4194400 /dev/zero | tr '\0' x)"
	shows 'over 4 MiB: nothing was pasted; put it into a file'
	shows ' › kept'
	pastes "$(head -c 4194302 /dev/zero | tr '\0' x)"
	shows 'the input would be over 4 MiB: nothing was pasted'
	pastes "$(head -c 4194300 /dev/zero | tr '\0' x)"
	shows ' › kept[pasted 4194 KB]'
	types y
	shows 'the input is full'
}

test_ctrl_r_searches_and_esc_leaves_the_old_text() {
	mkdir -p "$XDG_STATE_HOME/agent"
	printf '"fix the parser"\n"run all tests"\n"fix the lexer"\n' >"$XDG_STATE_HOME/agent/history"
	fresh 60x20
	types 'half a tho'
	keys C-r
	shows 'search what was typed before'
	types 'FIX'
	shows ' › fix the lexer'
	shows '   fix the parser'
	hides 'run all tests'
	keys C-r
	shows ' › fix the parser'
	keys Escape
	shows ' › half a tho'
	hides 'fix the'
	keys C-r
	types 'zzz'
	shows '   nothing typed before has that'
	keys C-u
	types 'fix'
	keys Down Enter
	shows ' › fix the parser'
	cursor 17 17
	keys C-_
	shows ' › half a tho'
	keys C-r
	shows '   run all tests'
	keys C-c
	shows ' › half a tho'
	hides 'run all tests'
	expect_match "$(cat "$T/log")" '^$'
}

test_the_editor_gets_the_terminal_and_gives_the_text_back() {
	cat >"$T/editor" <<-'EOF'
		#!/bin/sh
		stat -c '%a %n' "$1" >"$T/seen"
		stat -c '%a' "$(dirname "$1")" >>"$T/seen"
		echo 'in the editor'
		read -r line
		printf '%s\n%s\033\n' "$(cat "$1")" "$line" >"$1"
	EOF
	chmod +x "$T/editor"
	export VISUAL="$T/editor"
	fresh 60x20
	types 'first 你好'
	keys C-g
	shows 'in the editor'
	expect_equal "$(in_tmux display -p '#{alternate_on}')" 0
	types 'second'
	keys Enter
	shows '   second␛'
	shows ' › first 你好'
	cursor 10 17
	expect_match "$(head -1 "$T/seen")" "^600 $XDG_STATE_HOME/agent/edit/prompt-"
	expect_equal "$(tail -1 "$T/seen")" 700
	expect_equal "$(ls "$XDG_STATE_HOME/agent/edit")" ''
	keys C-_
	hides 'second'
	keys Enter
	wait_for told 'prompt {"text":"first 你好"}'
}

test_an_editor_that_fails_or_is_missing_loses_nothing() {
	printf '#!/bin/sh\necho gone >"$1"\nexit 3\n' >"$T/editor"
	chmod +x "$T/editor"
	export VISUAL= EDITOR="$T/editor -n"
	fresh 80x24
	types 'kept'
	keys C-g
	shows "editor 'editor -n' ended with 3: the input is as it was"
	shows ' › kept'
	types '!'
	shows ' › kept!'
	expect_equal "$(ls "$XDG_STATE_HOME/agent/edit")" ''
	export EDITOR=no-such-editor
	fresh 80x24
	types 'kept'
	keys C-g
	shows "cannot run 'no-such-editor'; set \$VISUAL or \$EDITOR"
	shows ' › kept'
}

test_the_terminal_is_restored_when_the_program_ends_behind_the_editor() {
	printf '#!/bin/sh\nstty raw -echo\necho raw now\nexec sleep 100\n' >"$T/editor"
	chmod +x "$T/editor"
	export VISUAL="exec $T/editor"
	fresh 80x24
	keys C-g
	shows 'raw now'
	kill -TERM "$(program)"
	expect_restored
	expect_equal "$(ls "$XDG_STATE_HOME/agent/edit")" ''
}

test_the_editor_is_suspended_with_the_program() {
	printf '#!/bin/sh\necho "before"\nkill -TSTP 0\necho "after"\nread -r x\necho edited >"$1"\n' >"$T/editor"
	chmod +x "$T/editor"
	export VISUAL="$T/editor"
	cat >"$T/script" <<<"$take"
	screen 80x24 sh -i
	types "exec 2>/dev/null; '$BUILD/tests/support/screen_driver' '$T/script' '$T/log'"
	keys Enter
	shows 'what should be done?'
	types 'abc'
	keys C-g
	shows 'before'
	types 'fg'
	keys Enter
	shows 'after'
	keys Enter
	shows ' › edited'
}

test_what_waits_is_a_queue_that_can_be_edited() {
	drive 80x24 <<<"$start
{\"wait_ms\":8000}
$take
$take"
	shows 'Esc stop'
	types 'also the changelog'
	keys Enter
	types 'and the README 你好'
	keys Enter
	shows ' queued    also the changelog'
	expect_equal "$(picture | tail -6 | head -4)" ' queued    also the changelog
 queued    and the README 你好  Up takes it back
────────────────────────────────────────────────────────────────────────────────
 ›'
	keys Up
	shows ' › and the README 你好'
	hides ' queued    and the README'
	types '!'
	keys Enter
	shows ' queued    and the README 你好!'
	types 'third'
	keys Escape
	hides 'queued'
	shows ' › also the changelog'
	shows '   and the README 你好!'
	shows '   third'
	wait_for told 'stop null'
	expect_no_match "$(cat "$T/log")" steer
}

tree() {
	mkdir -p src/deep docs
	touch src/main.c src/deep/parser.c docs/guide.md 'src/a b.txt' junk.o src/ünï.c
	git init -q .
	echo '*.o' >.gitignore
}

chat() { # SIZE
	local size=$1
	shift
	screen "$size" "$AGENT" "$@"
	shows 'Enter send'
}

test_shift_tab_goes_through_the_approvals() {
	chat 80x24
	keys BTab
	shows 'edits: files are written, sandboxed commands run'
	shows ' sandbox off  edits'
	keys BTab
	shows ' sandbox off  all'
	keys BTab
	shows ' sandbox off  plan'
	keys BTab
	shows ' sandbox off  ask'
	keys BTab x
	shows ' sandbox off  edits '
	shows 'Enter send'
}

test_files_are_completed_anywhere_in_the_text() {
	tree
	chat 60x20
	types 'look at @par'
	shows ' › @src/deep/parser.c'
	keys Enter
	shows ' › look at @src/deep/parser.c'
	cursor 30 17
	types '@sr'
	shows ' › @src/'
	keys Tab
	shows '   @src/'
	keys BTab
	shows ' › @src/'
	keys Escape
	hides '@src/main.c'
	shows 'parser.c @sr'
	keys C-w
	types '(@ab'
	shows ' › @"src/a b.txt"'
	keys Tab Enter
	types '@junk'
	hides '   @'
	keys Tab
	shows '   no file fits'
	keys Escape
	hides 'no file fits'
	keys C-u
	types 'see src/ma'
	keys Tab
	shows ' › see src/main.c'
	cursor 18 17
	types 'doc'
	keys Tab
	shows ' › docs/'
	keys Enter
	shows ' › docs/guide.md'
	keys Enter
	shows ' › see src/main.c docs/guide.md'
	keys C-u
	keys Tab
	shows ' › give me an overview of this project' # an empty chat has examples
}

# Esc leaves what is typed for commands; where nothing is typed or begun it stops the turn. The mode stands in the prompt.
test_vi_keys_say_their_mode_and_leave_esc_its_meaning() {
	local size
	for size in 80x24 110x32; do
		drive $size ui.keys=vim <<'EOF'
{"emit":"turn_start","turn":1,"data":{"prompt":"x","depth":"react"}}
{"take":true}
{"take":true}
{"take":true}
EOF
		shows 'I›'
		shows 'Esc stop'
		types 'hello wrld'
		shows 'I› hello wrld'
		keys Escape
		shows 'N› hello wrld'
		! told stop || fail "Esc stopped the turn"
		types 'hhio'
		shows 'I› hello world'
		keys Escape
		shows 'N› hello world'
		types '?zq'
		keys Enter
		wait_for told 'steer {"text":"hello world"}'
		shows 'I›'
		keys Escape
		wait_for told 'stop'
	done
}

test_words_of_the_session_are_completed() {
	local size
	for size in 80x24 110x32; do
		server <<-'EOF'
			replies:
			  - text: "It is `parse_iso_date`, see parse_iso_week, in `src/dates.c:88`."
		EOF
		screen $size "$AGENT" --backend openai --base-url "$URL" -m scripted --depth direct
		shows 'Enter send'
		types 'where are zebra-stripes read?'
		keys Enter
		shows 'dates.c:88.'
		shows 'Enter send'
		types 'rename parse_iso_d'
		keys Tab
		shows ' › rename parse_iso_date'
		types 'and par'
		keys Tab
		shows ' › parse_iso_week'
		shows '   parse_iso_date'
		keys Tab Enter
		shows '› rename parse_iso_date and parse_iso_date'
		types 'src/da'
		keys Tab
		shows ' parse_iso_date src/dates.c:88'
		types 'zeb'
		keys Tab
		shows ':88 zebra-stripes'
		keys C-u
		leaves
	done
}

test_paths_out_of_the_folder_are_completed_as_a_shell_does() {
	mkdir -p "$T/work/here/src" "$T/beside/alpha" "$HOME/notes"
	touch "$T/beside/alpine.txt" "$T/beside/.hidden" "$T/beside/two words" "$HOME/notes/today.md" "$T/work/here/src/main.c"
	cd "$T/work/here" || exit 1
	chat 110x32
	types 'see ../../beside/al'
	keys Tab
	shows ' › ../../beside/alpha/'
	shows '   ../../beside/alpine.txt'
	hides 'hidden'
	keys Down Enter
	shows ' › see ../../beside/alpine.txt'
	types '~/no'
	keys Tab
	shows ' › ~/notes/today.md' # the only folder was taken, its files are next
	keys Enter
	shows 'alpine.txt ~/notes/today.md'
	types "$T/beside/.h"
	keys Tab
	shows '/beside/.hidden'
	keys C-u
	types './src/m'
	keys Tab
	shows ' › ./src/main.c'
	keys C-u
	types '!cat ../../beside/tw'
	keys Tab
	shows ' › !cat "../../beside/two words"'
	keys C-u
	types '/no/such/fo'
	keys Tab
	shows ' no file fits'
	keys Escape C-u
	types 'see @../../beside/al' # what is given to the model lies in the folder
	keys Tab
	shows ' no file fits'
}

test_commands_are_completed_with_what_they_do() {
	chat 80x24
	types '/'
	shows ' › /approve  '
	types 'un'
	shows ' › /undo'
	hides '/approve'
	shows 'take back what the last turn did to files'
	keys Tab Enter
	hides 'take back'
	shows ' › /undo'
	cursor 9 21
	keys C-u
	types '/colour'
	shows ' › /theme'
	keys C-u
	types '/help'
	keys Enter
	shows ' Help'
	keys x
	hides ' Help'
	types 'words'
	keys C-u
	keys Up
	shows ' › /help'
	hides 'commands and keys'
	keys C-u
	types '/quit'
	shows ' › /quit  leave'
	keys Enter
	wait_for ended
}

test_a_command_of_the_users_own_runs_and_is_told() {
	tree
	server <<-EOF
		replies:
		  - text: So that is it.
	EOF
	chat 80x24 --backend openai --base-url "$URL" -m scripted --depth react
	types '!'
	keys Enter
	shows 'behind ! stands a command'
	types $'echo "hi 你"; echo new >made.txt; printf "\\033[31mred"'
	keys Enter
	shows ' [Act]   ✔ ! echo "hi 你"'
	shows ' [Obs]     exit 0'
	shows '           hi 你'
	shows '␛[31mred'
	types 'and?'
	keys Enter
	shows 'So that is it.'
	told_model=$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[] | select(.role == "user") | .content')
	expect_match "$told_model" '^\$ echo "hi 你"'
	expect_match "$told_model" '^hi 你$'
	expect_match "$told_model" 'and\?'
	types '/undo'
	keys Enter
	shows 'removes made.txt'
	keys M-a
	keys 1
	wait_for test ! -e made.txt
	types '!echo begun; sleep 60'
	keys Enter
	shows '           begun'
	types 'next'
	keys Enter
	shows ' queued    next'
	keys Escape
	shows 'stopped by the user'
	shows ' › next'
	keys C-c
	leaves
	again=$(agent --replay last 2>&1)
	expect_match "$again" '^\[Act\] +! echo begun; sleep 60'
	expect_match "$again" '^\[Obs\] +stopped by the user'
	expect_match "$again" '^ +begun'
}

test_esc_esc_goes_back_to_an_earlier_prompt() {
	server <<-EOF
		replies:
		  - text: The first answer.
		  - text: The second answer.
		  - text: Another second answer.
		  - text: Another first answer.
	EOF
	chat 80x24 --backend openai --base-url "$URL" -m scripted --depth react
	types 'first question'
	keys Enter
	shows 'The first answer.'
	types $'second 你好'
	keys M-Enter
	types 'question'
	keys Enter
	shows 'The second answer.'
	keys Escape
	shows 'Esc again: back to an earlier prompt'
	keys Escape
	shows ' Back to an earlier prompt'
	shows ' › second 你好 question'
	shows '   first question'
	keys Escape
	hides 'Back to an earlier'
	shows 'The second answer.'
	keys Escape Escape
	shows ' Back to an earlier prompt'
	keys Enter
	hides 'The second answer.'
	shows ' › second 你好'
	shows '   question'
	cursor 11 21
	shows 'The first answer.'
	types ' indeed'
	keys Enter
	shows 'Another second answer.'
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "assistant").content] | join("|")')" 'The first answer.'
	shows 'question indeed'
	keys Escape Escape
	shows ' Back to an earlier prompt'
	types 'first'
	hides 'second'
	keys Enter
	hides 'The first answer.'
	shows ' › first question'
	keys Enter
	shows 'Another first answer.'
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -r '[.body.messages[] | select(.role == "assistant").content] | length')" 0
	leaves
	expect_equal "$(agent sessions list | grep -c 'first question')" 3
}

test_commands_of_the_user_run_in_lines_too() {
	server <<-EOF
		replies:
		  - text: Seen.
	EOF
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --plain
	shows 'openai scripted'
	types '!printf "one\\ntwo\\n"'
	keys Enter
	shows '[Act]     ! printf'
	shows '[Obs]     exit 0'
	shows '          two'
	types 'well?'
	keys Enter
	shows 'Seen.'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[-1].content')" '^two$'
	leaves
}

test_a_session_of_commands_only_is_listed_and_shown() {
	chat 80x24
	types '!echo alone'
	keys Enter
	shows ' [Obs]     exit 0'
	leaves
	expect_match "$(agent sessions list)" '    0  !echo alone'
	expect_match "$(agent sessions search alone)" '!echo alone'
	expect_match "$(agent sessions show last)" '^command   ! echo alone · exit 0'
	agent --resume last --ask 'list the files' >/dev/null 2>&1
	expect_equal "$(agent --output json sessions show last | jq -c '[.turns, .command_list[0].after_turn, .turn_list[0].calls]')" '[1,0,1]'
}

test_a_command_that_was_cut_is_told_as_such_when_the_session_goes_on() {
	server <<-EOF
		replies:
		  - text: Hello.
		  - text: I see.
	EOF
	chat 80x24 --backend openai --base-url "$URL" -m scripted --depth react
	types 'hi'
	keys Enter
	shows 'Hello.'
	types '!echo begun; sleep 60'
	keys Enter
	shows '           begun'
	kill -KILL "$(pgrep -f -- "^$AGENT --backend openai --base-url $URL")"
	wait_for ended
	chat 80x24 --resume last --backend openai --base-url "$URL" -m scripted --depth react
	shows ' [Act]   ✘ ! echo begun; sleep 60'
	shows ' [Obs]     interrupted, may have run'
	types 'and?'
	keys Enter
	shows 'I see.'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[-1].content')" 'interrupted, may have run'
}

test_the_list_stands_below_the_plan_panel_at_110_columns() {
	tree
	drive 110x20 <<<"$start
{\"emit\":\"plan\",\"turn\":1,\"iteration\":1,\"summary\":\"1 step\",\"data\":{\"plan\":{\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"revision\":1,\"goal\":\"ISO dates\",\"status\":\"active\",\"items\":[{\"id\":\"a\",\"content\":\"Teach the parser\",\"status\":\"pending\"}]}}}
{\"wait_ms\":8000}"
	shows 'Plan  Ctrl-T'
	types 'later'
	keys Enter
	shows ' queued    later'
	types '/un'
	shows ' › /undo'
	expect_equal "$(picture | tail -7 | head -3)" '                                                                            │
 queued    later  Up takes it back
 › /undo  take back what the last turn did to files'
}

typed_beside_a_full_feed() { # FIGURE SIZE: of 200 letters
	local figures
	figures=$("$BUILD/tests/bench/terminal" keys "$2" 200 x READY "exec '$BUILD/tests/support/screen_driver' '$T/script' '$T/log'") || fail "$2"
	tr '\t' '\n' <<<"$figures" | awk -v n="$1" '$1 == n {printf "%d", $2}'
}

test_a_letter_costs_a_few_bytes_and_the_same_on_any_screen() {
	local i small large
	{
		echo "$start"
		echo '{"emit":"plan","turn":1,"iteration":1,"summary":"1 step","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"Importer","status":"active","items":[{"id":"a","content":"Look","status":"in_progress"}]}}}'
		for i in {1..100}; do
			echo "{\"emit\":\"tool_call\",\"turn\":1,\"iteration\":$i,\"summary\":\"run_command make $i\",\"data\":{\"call\":\"$i\",\"tool\":\"run_command\"}}"
		done
		echo '{"emit":"message","data":{"role":"assistant","parts":[{"type":"text","text":"READY"}]}}'
		echo '{"emit":"turn_end","data":{"outcome":"answered"}}'
		echo '{"take":true}'
	} >"$T/script"
	export TERM=xterm-256color
	for size in 80x24 110x32 200x60; do
		i=$(typed_beside_a_full_feed bytes $size)
		[ "$i" -le $((200 * 24)) ] || fail "$i bytes for 200 letters at $size"
	done
	small=$(typed_beside_a_full_feed cpu_ms 80x24)
	large=$(typed_beside_a_full_feed cpu_ms 400x120)
	[ "$large" -le $((3 * small)) ] || fail "$large ms for 200 letters at 400x120, $small ms at 80x24"
}

requests_are() {
	[ "$(grep -c POST "$REQUESTS")" = "$1" ]
}
test_leaving_drops_what_is_queued() {
	server <<-'EOF'
		replies:
		  - match: one
		    calls: [{name: ask_user, arguments: {question: "Which of both?", options: [first, second]}}]
		  - {text: ok, repeat: true}
	EOF
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m m --depth react
	types 'one'
	shows '› one'
	keys Enter
	shows 'Which of both?'
	keys Tab
	types 'two'
	shows '› two'
	keys Enter
	shows 'queued    two'
	types 'three'
	shows '› three'
	keys Enter
	shows 'queued    three'
	keys C-d
	wait_for test -s "$T/exit"
	requests_are 1 || fail "$(grep -c POST "$REQUESTS") requests"
}

run_tests
