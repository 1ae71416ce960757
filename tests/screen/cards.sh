#!/bin/bash
# SPDX-License-Identifier: MIT
# What a card takes for an answer, and that it shows exactly what would run: the real program, keys while the card is being drawn.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

export TERM=xterm-256color

terminal() { # <SCRIPT
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" --size 90x30 "$AGENT" --backend openai --base-url "$URL" -m scripted \
		--depth react "$@" || fail "the screen"
}

# A model that wants a command as the prompt says, after a while.
wants() { # COMMAND [MS]
	server <<EOF2
replies:
  - match: begin
    delay_ms: {head: ${2:-300}}
    calls: [{name: run_command, arguments: {command: "$1"}}]
  - {text: theturnisover, repeat: true}
EOF2
}

not_run() {
	[ ! -e ran ] || fail "the command ran"
}

test_a_sentence_that_was_begun_answers_nothing() {
	wants 'touch ran'
	terminal begin <<<"wait begin
send and ma
wait Alt-A
send ybe yy
wait ybe
send y
note
send \x03
note
send \ean
wait theturnisover
send \x04
end 0"
	not_run
}

# Nobody has to wonder whether what he was asked about has happened.
test_a_long_command_is_shown_to_its_end_before_it_is_allowed() {
	wants "touch $(seq -s ' ' 1 70) the_tail_of_it"
	terminal begin <<<"wait begin
wait the_tail_of_it
note
send \ean
wait theturnisover
send \x04
end 0"
	[ ! -e the_tail_of_it ] || fail "the command ran"
}

test_a_call_stopped_at_its_card_was_not_run() {
	wants 'touch ran'
	terminal -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 begin <<<"wait once
send \e
wait not run
note
send and now\r
wait theturnisover
send \x04
end 0"
	not_run
	expect_equal "$(jq -c '.body.messages|.[-3:]|map(select(.role != "assistant"))|map(.content)' "$REQUESTS" | tail -n 1)" '["interrupted, not run","and now"]'
}

test_letters_on_their_way_while_the_card_is_drawn_answer_nothing() {
	wants 'touch ran' 400
	terminal -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=5000 begin <<<"wait begin
note
wait once
send y
send es
wait Alt-A
send \x03
send \ean
wait theturnisover
send \x04
end 0"
	not_run
}

test_a_key_shortly_before_keeps_the_next_letter_from_answering() {
	wants 'touch ran' 400
	terminal -s ui.card_quiet_ms=10000 -s ui.destructive_quiet_ms=0 begin <<<"wait begin
send x\x7f
note
wait once
send y
wait Alt-A
send \x03
send \ean
wait theturnisover
send \x04
end 0"
	not_run
}

test_a_destructive_card_takes_no_key_at_first_not_even_when_chosen() {
	echo >kept
	wants 'rm kept; touch ran'
	terminal -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=5000 begin <<<"wait begin
note
wait once
send \eay
note
send \x03
send \x03
end any"
	not_run
	[ -e kept ] || fail "it was removed"
}

test_a_paste_answers_nothing() {
	wants 'touch ran'
	terminal -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 begin <<<"wait begin
wait once
send \e[200~y\e[201~
wait Alt-A
send \x03
send \ean
wait theturnisover
send \x04
end 0"
	not_run
}

test_a_y_that_is_meant_answers() {
	wants 'touch ran'
	terminal -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 begin <<<"wait begin
wait once
note
send y
wait theturnisover
send \x04
end 0"
	[ -e ran ] || fail "the command did not run"
}

# In lines: what was typed before the question is no answer, and what is no answer is asked again.
test_in_lines_words_typed_ahead_answer_nothing() {
	wants 'touch ran' 500
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --plain --backend openai --base-url "$URL" -m scripted --depth react begin <<<"wait begin
send y
wait once
note
send es, and more\n
note
send n\n
wait theturnisover
send \x04
end 0" || fail "the lines"
	not_run
}

shown() { # WANTED
	grep -qF -- "$1" "$T/raw" || fail "the card does not show: $1"
}

test_the_card_spells_what_would_not_show() {
	wants 'echo \u202ea\u200bb\u200dc\u0007\td  '
	terminal begin <<<"wait spelled
note
send \ean
wait theturnisover
send \x04
end 0"
	shown 'echo <U+202E>a<U+200B>b<U+200D>c<U+0007><TAB>d<SPACE x2>'
	shown 'spelled, as it would not show: 1 U+202E, 1 U+200B, 1 U+200D, 1 U+0007, 1 TAB'
}

# holds: card-command-shows
test_the_card_shows_all_of_a_long_command() {
	wants "echo $(printf 'a%.0s' {1..300})end\\nrm -rf second"
	terminal -s ui.destructive_quiet_ms=0 begin <<<"wait second
note
send \ean
wait theturnisover
send \x04
end 0"
	shown '↪'
	shown 'end'
	shown 'rm -rf second'
}

test_other_tools_spell_their_path_and_their_change() {
	server <<'EOF2'
replies:
  - match: begin
    calls: [{name: write_file, arguments: {path: "a\u202eb", content: "x\u2066y\n"}}]
  - {text: theturnisover, repeat: true}
EOF2
	terminal begin <<<"wait spelled
note
send \ean
wait theturnisover
send \x04
end 0"
	shown 'a<U+202E>b'
	shown 'x<U+2066>y'
}

# holds: commands-model-confined
# What was judged in one folder is not run in another that took its name while the card was open.
renamed_under_a_card() { # TIER
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "touch ran; cat file"}}]}
		  - {text: theturnisover}
	EOF
	echo ours >file
	AGENT_SANDBOX= screen 100x30 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve ask -s sandbox.mode="$1"
	shows 'Enter send'
	types begin
	keys Enter
	shows 'touch ran; cat file'
	mv "$T/work" "$T/moved" && mkdir "$T/work" && echo theirs >"$T/work/file"
	keys M-a
	keys y
	shows theturnisover
	shows 'was renamed or replaced since this began'
	[ ! -e "$T/work/ran" ] && [ ! -e "$T/moved/ran" ] || fail "the command ran"
	expect_no_match "$(tail -n 1 "$REQUESTS")" theirs
	leaves
	rm -r "$T/work" && mv "$T/moved" "$T/work" && cd "$T/work" || fail "no folder"
}
test_a_folder_renamed_under_its_card_is_not_entered() {
	local tier
	for tier in namespaces landlock; do
		if AGENT_SANDBOX= "$AGENT" -s sandbox.mode=$tier sandbox -- true 2>/dev/null; then
			renamed_under_a_card $tier
		fi
	done
}

run_tests
