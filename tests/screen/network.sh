#!/bin/bash
# SPDX-License-Identifier: MIT
# A command that had no network in the sandbox, and the key that gives it.
# holds: without-being-asked
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

export TERM=xterm-256color

test_one_key_has_a_command_run_again_with_the_network() {
	[ "$(agent sandbox --show 2>/dev/null | awk '$1 == "tier" {print $2}')" = namespaces ] || skip "no tier namespaces here"
	server <<<'replies: [{text: ok, repeat: true}]' # what the command wants to reach
	url=$URL
	server <<-EOF
		replies:
		  - calls: [{name: run_command, arguments: {command: "curl -sS --noproxy '*' --max-time 5 $url/models && echo reached it"}}]
		  - text: over1
		  - calls: [{name: run_command, arguments: {command: "curl -sS --noproxy '*' --max-time 5 $url/models && echo reached it", network: true}}]
		  - {text: granted, repeat: true}
	EOF
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" --size 110x32 "$AGENT" --backend openai --base-url "$URL" -m scripted \
		--depth react --approve edits -s evaluation.when='[never]' begin <<<"wait over1
size 112x32
wait Alt-N has it run again
send \en
wait Run this again with network
wait reached it
wait granted
send \x04
end 0" || fail "the screen"
}

run_tests
