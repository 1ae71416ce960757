#!/bin/bash
# SPDX-License-Identifier: MIT
# The manual's pages and the completions of shells, as they were written from the tables.
. "$(dirname "$0")/../support/lib.sh"

SHARE=$BUILD/share

# As a reader sees a page: without the bytes that make letters bold.
page() {
	mandoc -T ascii -O width=200 "$SHARE/man/$1" | col -b | tr -s ' \t' ' '
}

test_the_pages_are_clean() {
	# The pages name each other, which are found once they are installed.
	mandoc -T lint "$SHARE/man/man1/agent.1" "$SHARE/man/man5/agent.yaml.5" >found 2>&1
	expect_equal "$(grep -vE 'referenced manual not found: Xr agent(.yaml)? [15]' found)" ''
}

test_the_page_of_the_program_names_each_option_and_command() {
	page man1/agent.1 >page
	agent --help >"$T/help"
	grep -oE -- '^  (-.,|   ) --[a-z-]+' "$T/help" | grep -oE -- '--[a-z-]+' >options
	[ "$(wc -l <options)" -ge 30 ] || fail "few options"
	while read -r option; do
		grep -qE -- "^ (-., )?$option( |$)" page || fail "no $option"
	done <options
	sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$T/help" >commands
	while read -r command; do
		grep -qE "^ $command( |$)" page || fail "no $command"
	done <commands
}

test_the_page_of_settings_names_each_with_its_default() {
	page man5/agent.yaml.5 >page
	agent config show | sed 's/^\([A-Za-z._0-9]*\).*/\1/' | grep . | sort -u >settings
	[ "$(wc -l <settings)" -ge 250 ] || fail "few settings: $(wc -l <settings)"
	while read -r setting; do
		grep -qxE " ${setting//./\\.}" page || fail "no $setting"
	done <settings
	expect_equal "$(grep -c 'Default:' page)" "$(wc -l <settings)"
}

test_forty_questions_are_answered_in_a_line_each() {
	[ "$(grep -c '^| ' "$ROOT/docs/howto.md")" -ge 41 ] || fail "few rows"
	page man1/agent.1 | grep -qxF ' undo what it did to my files?' || fail "not in the page"
}

# What bash offers behind these words, the last of them at the cursor.
bash_offers() {
	PATH=$(dirname "$AGENT"):$PATH bash --norc -c '
		. "$0"; compopt() { :; }
		COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
		_agent; printf "%s\n" "${COMPREPLY[@]}"' "$SHARE/bash-completion/completions/agent" agent "$@"
}

test_bash_completes_commands_options_values_and_sessions() {
	expect_equal "$(bash_offers sess)" sessions
	expect_equal "$(bash_offers --output-s)" --output-schema
	expect_equal "$(bash_offers --depth '' | tr '\n' ' ')" 'auto direct react strategic '
	expect_equal "$(bash_offers -m x --approve re)" read-only
	expect_equal "$(bash_offers -s backend.mod)" backend.model=
	expect_equal "$(bash_offers --plain sessions ex)" export
	expect_equal "$(bash_offers sessions export --form)" --format
	touch some.ics
	expect_equal "$(bash_offers --calendar so)" some.ics
	agent --ask "count the files" >"$T/out" 2>"$T/err"
	expect_match "$(bash_offers --resume 0)" '^[0-9A-Z]{26}$'
}

test_bash_completes_at_the_tab_key() {
	printf '. %s\nagent() { echo "[$*]"; }\nPS1=ready\n' "$SHARE/bash-completion/completions/agent" >rc
	printf 'agent sess\tli\t\nexit\n' | script -qc 'bash --rcfile rc -i' /dev/null >"$T/out" 2>&1
	expect_match "$(tr -d '\r' <"$T/out")" '\[sessions list\]$'
}

test_other_shells_read_theirs() {
	! command -v zsh >/dev/null || zsh -n "$SHARE/zsh/site-functions/_agent" || fail "zsh"
	! command -v fish >/dev/null || fish -n "$SHARE/fish/vendor_completions.d/agent.fish" || fail "fish"
	! command -v fish >/dev/null || expect_match "$(fish -c "source $SHARE/fish/vendor_completions.d/agent.fish; complete -C 'agent -s backend.mod'")" '^backend.model='
	expect_match "$(cat "$SHARE/zsh/site-functions/_agent")" 'compadd -S "" - .*backend[.]model='
}

run_tests
