#!/bin/bash
# SPDX-License-Identifier: MIT
# A certificate of what a session touched: made, signed, verified, and every change of it found.
. "$(dirname "$0")/../support/lib.sh"

key() {
	mkdir -p "$HOME/.ssh"
	ssh-keygen -q -t ed25519 -N '' -C me -f "$HOME/.ssh/id_ed25519" || fail "no key"
}

work() {
	server <<-'EOS'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: write_file, arguments: {path: a.txt, content: "two\n"}}]
		  - calls: [{name: run_command, arguments: {command: "echo more >b.txt"}}]
		  - text: it is done
	EOS
	echo one >a.txt
	model "$@" --ask "mend a.txt" >/dev/null 2>&1
}

certified() {
	key
	work --approve all
	expect_exit 0 agent sessions certify last c.cert
}

test_it_says_what_was_touched_and_who_signed() {
	certified
	expect_exit 0 agent sessions verify c.cert
	expect_match "$(cat "$T/out")" '^holds: session [0-9A-Z]{26}, [0-9]+ events$'
	expect_match "$(cat "$T/out")" '^Good "agent-session" signature with ED25519 key SHA256:'
	expect_match "$(cat "$T/out")" '^wrote     a.txt$'
	expect_match "$(cat "$T/out")" '^wrote     b.txt$'
	expect_match "$(cat "$T/out")" '^read      a.txt$'
	expect_match "$(cat "$T/out")" '^ran       echo more >b.txt \(confined: none\)$'
	expect_match "$(cat "$T/out")" '^host      127.0.0.1'
	expect_match "$(cat "$T/out")" '^could only have touched: anything that the user may touch; hosts: any$'
	expect_match "$(cat "$T/out")" '^  because command: echo more >b.txt$'
}

test_a_confined_session_could_only_have_touched_its_folder() {
	unset AGENT_SANDBOX
	"$AGENT" sandbox -- true 2>/dev/null || return 0 # nothing can be confined on this machine
	certified
	expect_exit 0 agent sessions verify c.cert
	expect_match "$(cat "$T/out")" '^could only have touched: the files named here as written, and what the sandbox.s rules let commands write: the folder .*/work; hosts: those named here$'
	expect_match "$(cat "$T/out")" '^  because every command was confined by the rules named here$'
	expect_match "$(agent --output json sessions verify c.cert | jq -r '.statement.sandbox[][]')" '^network +'
}

test_only_those_who_are_known_may_have_signed() {
	certified
	printf 'me@example.org %s\n' "$(cat "$HOME/.ssh/id_ed25519.pub")" >known
	expect_exit 0 agent sessions verify c.cert --signers known
	expect_match "$(cat "$T/out")" '^by me@example.org$'
	ssh-keygen -q -t ed25519 -N '' -f other
	printf 'you@example.org %s\n' "$(cat other.pub)" >known
	expect_exit 1 agent sessions verify c.cert --signers known
	expect_match "$(cat "$T/err")" "signed by a key that 'known' does not name"
}

test_a_tail_that_was_cut_is_noticed() {
	certified
	local n
	n=$(wc -l <c.cert)
	for k in 1 2 3 $((n - 1)); do
		head -n -"$k" c.cert >cut.cert
		expect_exit 1 agent sessions verify cut.cert
		expect_match "$(cat "$T/err")" 'cut off'
	done
	{ head -n 5 c.cert; tail -n 2 c.cert; } >cut.cert
	expect_exit 1 agent sessions verify cut.cert
	expect_match "$(cat "$T/err")" 'line 5 is not as it was, or the one behind it'
	head -c -1 c.cert >cut.cert
	expect_exit 1 agent sessions verify cut.cert
	: >cut.cert
	expect_exit 1 agent sessions verify cut.cert
	expect_exit 2 agent sessions verify nosuch
}

test_another_signature_is_refused() {
	certified
	work --approve all
	agent sessions certify last other.cert
	{ head -n -1 c.cert; printf '%s %s\n' "$(tail -1 c.cert | cut -d' ' -f1)" "$(tail -1 other.cert | cut -d' ' -f2-)"; } >mixed.cert
	expect_exit 1 agent sessions verify mixed.cert
	expect_match "$(cat "$T/err")" 'the signature is not of this certificate'
}

test_every_changed_byte_is_found() {
	certified
	mkdir left
	read -r found left < <("$BUILD/tests/support/certificate_driver" c.cert "${COUNT:-1000}" left)
	expect_equal $((found + left)) "${COUNT:-1000}"
	[ "$found" -gt 0 ] || fail "nothing was found"
	for one in left/*; do
		[ ! -e "$one" ] || expect_exit 1 agent sessions verify "$one"
	done
}

test_it_goes_out_as_a_statement_of_in_toto() {
	key
	work --approve all
	expect_exit 0 agent sessions certify last --format in-toto
	expect_equal "$(jq -r '._type, .subject[0].name, .subject[0].digest.blake2b' "$T/out")" "https://in-toto.io/Statement/v1
a.txt
$(b2sum a.txt | cut -d' ' -f1)"
	expect_exit 2 agent sessions certify last --format nosuch
}

test_without_a_key_it_says_how_to_get_one() {
	work --approve all
	expect_exit 2 agent sessions certify last c.cert
	expect_match "$(cat "$T/err")" 'no key in ~/.ssh to sign with: name one by --key FILE'
	[ ! -e c.cert ] || fail "something was written"
}

run_tests
