#!/bin/bash
# Attacks of a command that goes on in the background while others, the program or its user, work in the same folder.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

FLIP='while :; do mv .git/aside .git/commondir; mv .git/commondir .git/aside; done 2>/dev/null'

# A repository whose own data is harmless, and beside it one that names a program.
ground_of_the_flip() {
	rm -rf .git evil flips file
	"${AS[@]}" sh -c 'mkdir evil && git init -q . && git init -q evil && echo 1 >file && git add file && git -c user.name=a -c user.email=a@b commit -qm one' || fail "no repository"
	printf '#!/bin/sh\necho was here >%s\n' "$T/outside/ran" >evil/program
	chmod +x evil/program
	git config -f evil/.git/config core.fsmonitor "$PWD/evil/program"
	cp -r .git/refs .git/objects evil/.git/
	echo "$PWD/evil/.git" >.git/aside
	mkdir -p "$T/outside" && chmod 777 "$T/outside" && rm -f "$T/outside/ran"
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" .git evil
}
# The agent asks git what is changed in the folder, while a confined command makes the folder's repository another one.
the_agents_own_git() {
	local i flip
	ground_of_the_flip
	raw -- sh -c "touch flips; $FLIP" >"$T/flip" 2>&1 &
	flip=$!
	wait_for test -e flips
	server <<<'replies: [{text: hi, repeat: true}]'
	for i in {1..20}; do
		"${AS[@]}" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s "sandbox.mode=$TIER" -s context.folder.git_ms=10000 \
			-s 'evaluation.when=[never]' --ask hi >"$T/out" 2>&1 || fail "$(cat "$T/out")"
		[ ! -e "$T/outside/ran" ] || break
	done
	kill "$(pgrep -P $flip || echo $flip)"
	wait $flip
	[ ! -e "$T/outside/ran" ] || fail "in round $i the agent's own git ran what a command had planted"
	rm -rf .git evil flips
}
test_the_agents_own_git_runs_nothing_that_a_command_plants_meanwhile() { in_each the_agents_own_git; }

run_tests
