#!/bin/bash
# SPDX-License-Identifier: MIT
# What 20 MCP servers with 400 tools cost a session that does not use them, against one without servers: tokens of the first request's
# head (four bytes each), memory at its most, and the time until the answer, the best of nine.
#
#   tests/bench/mcp_400.sh        AGENT and BUILD as for the tests; prints one row each, and what was added
. "$(dirname "$0")/../support/lib.sh"
test_what_400_tools_cost() {
	local args i
	server <<<'replies: [{text: Done., repeat: true}]'
	export AGENT_SANDBOX=off
	measure() { # NAME
		local best=999999 rss cpu least=999999 began ms
		for i in 1 2 3 4 5 6 7 8 9; do
			began=$(date +%s%N)
			/usr/bin/env python3 -c 'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL); u = resource.getrusage(resource.RUSAGE_CHILDREN); print(u.ru_maxrss, int(1000 * (u.ru_utime + u.ru_stime)))' \
				"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --ask hello >"$T/rss"
			ms=$((($(date +%s%N) - began) / 1000000))
			[ $ms -ge $best ] || best=$ms
			read -r rss cpu <"$T/rss"; [ $cpu -ge $least ] || least=$cpu
		done
		head=$(tail -n 1 "$REQUESTS" | jq -c '[.body.tools, .body.messages[0]]' | wc -c)
		echo "# $1: $((head / 4)) tokens, $rss KiB, $best ms, of them $least of the processor"
	}
	measure 'no servers'
	local before=$head
	mkdir -p "$XDG_CONFIG_HOME/agent"
	for i in {1..20}; do
		echo "  s$i: {command: python3, args: [$ROOT/tests/support/mcp_server.py, --tools, '14', --log, $T/log.$i]}"
	done | sed '1i mcp_servers:' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	for i in {1..20}; do "$AGENT" mcp tools s$i | wc -l; done | paste -sd+ | bc >"$T/count"
	expect_equal "$(cat "$T/count")" 400
	rm -f "$T"/log.*
	measure '20 servers, 400 tools'
	echo "# head grew by $(((head - before) / 4)) tokens; $(ls "$T"/log.* 2>/dev/null | wc -l) servers were started"
	[ $(((head - before) / 4)) -le 400 ] || fail "the head grew by too much"
	[ "$(ls "$T"/log.* 2>/dev/null | wc -l)" = 0 ] || fail "servers were started that nobody used"
}
run_tests
