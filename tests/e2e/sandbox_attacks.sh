#!/bin/bash
# SPDX-License-Identifier: MIT
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
# holds: program-starts-itself
test_the_agents_own_git_runs_nothing_that_a_command_plants_meanwhile() { in_each the_agents_own_git; }

# A command that goes on until something ends it; it is in $pid, and has begun.
goes_on() { # LINE
	rm -f begun
	raw -- sh -c "touch begun; $1" >"$T/said" 2>&1 &
	pid=$!
	wait_for test -e begun
}
ended_for() { # PATH
	wait $pid
	expect_equal "$?" 137 "the status of a command that goes on though '$1' is not held any more"
	expect_match "$(cat "$T/said")" "ended: '.*$1' was made or replaced meanwhile"
}

# What the user does in another terminal replaces a file by another one of its name.
replaced_outside() {
	[ "$TIER" = namespaces ] || return 0 # Landlock goes by the files themselves
	rm -rf .git && "${AS[@]}" git init -q .
	goes_on 'while :; do (echo "[core]" && echo "fsmonitor = evil") >>.git/config && exit 0; done 2>/dev/null'
	"${AS[@]}" git remote add origin there
	ended_for .git/config
	goes_on 'while :; do echo evil >.git/hooks/pre-commit && exit 0; done 2>/dev/null'
	mv .git/hooks .git/kept && cp -r .git/kept .git/hooks
	ended_for .git/hooks
	goes_on 'while :; do echo evil >.git/hooks/post-commit && exit 0; done 2>/dev/null'
	mv .git ../git && cp -r ../git .git && rm -r ../git
	ended_for .git
	goes_on 'sleep 1; echo 1 >x && mv x y && mkdir -p a/.git && rm -r a y'
	wait $pid || fail "a command ended for what it did itself: $(cat "$T/said")"
}
# holds: protected-secret-path
test_what_is_replaced_outside_ends_the_commands_that_could_write_it() { in_each replaced_outside; }

# The kernel watches as many folders of a user as it is told to: of those that are left, most paths get none.
few_watches() {
	[ "$TIER" = namespaces ] || return 0
	local as=("${AS[@]}") few=(unshare -Ur sh -c 'echo 2 >/proc/sys/user/max_inotify_watches && exec "$@"' sh)
	rm -rf .git && "${AS[@]}" git init -q .
	AS+=("${few[@]}")
	"${AS[@]}" true || skip "no number of watches can be set here"
	goes_on 'sleep 5'
	sleep 0.2 # what is watched is chosen
	"${as[@]}" git remote add origin there
	ended_for .git/config
}
# holds: protected-secret-path
test_what_is_replaced_ends_them_too_where_the_kernel_watches_no_more() { in_each few_watches; }

secrets_outside() {
	[ "$TIER" = landlock ] || OPTIONS=(-s "sandbox.readable=[$HOME]") # it lies in /tmp here
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" "$HOME"
	for name in .netrc .aws/credentials .config/gh/hosts.yml; do
		rm -rf "$HOME/.netrc" "$HOME/.aws" "$HOME/.config/gh"
		[ $name != .netrc ] || "${AS[@]}" sh -c 'echo old >~/.netrc'
		goes_on 'i=0; while [ $i -lt 100 ]; do sleep 0.05; i=$((i + 1)); cat ~/.netrc ~/.aws/credentials ~/.config/gh/hosts.yml 2>/dev/null | grep open-sesame && exit 0; done; exit 9'
		"${AS[@]}" sh -c "mkdir -p ~/$(dirname $name) && umask 077 && echo open-sesame >~/new && mv ~/new ~/$name"
		wait $pid
		case $TIER,$? in
		namespaces,137) expect_match "$(cat "$T/said")" "ended: '.*/(.netrc|.aws|.config/gh)' was made or replaced meanwhile" ;;
		landlock,9) ;;
		*) fail "$name was read: $(cat "$T/said")" ;;
		esac
	done
	rm -rf "$HOME/.netrc" "$HOME/.aws" "$HOME/.config/gh"
}
# holds: protected-secret-path
test_secrets_that_are_replaced_or_appear_are_not_read_on() { in_each secrets_outside; }

# Names that are not there and that git would believe: held where a folder can stand for them, else the command ends that makes one.
what_may_not_appear() {
	[ "$TIER" = namespaces ] || return 0
	rm -rf .git && "${AS[@]}" git init -q --template= .
	refused 'mkdir -p .git/hooks && echo evil >.git/hooks/pre-commit'
	refused 'mkdir -p .git/info && echo "* filter=evil" >.git/info/attributes'
	for name in commondir config.worktree; do
		goes_on "mv \$(mktemp) .git/$name; sleep 20"
		ended_for ".git/$name"
		[ ! -e ".git/$name" ] || fail "'$name' is still there"
		# And ends at once: also where something is in the way, or a right was taken from the folder.
		for line in "echo evil >.git/$name" "echo 1 >.git/$name.set-aside; mkdir .git/$name" "mkdir -p .git/$name.set-aside/x .git/$name/y" \
			"echo evil >.git/$name; ln .git/$name .git/$name.set-aside" \
			"echo evil >.git/$name; chmod 555 .git" "echo evil >.git/$name; chmod 0 .git"; do
			expect_exit 137 raw -- sh -c "rm -rf .git/$name.set-aside; $line"
			chmod 755 .git
			[ ! -e ".git/$name" ] || fail "'$name' is still there: $line"
		done
	done
}
# holds: editors-shells-run
test_what_git_believes_does_not_appear_in_a_repository() { in_each what_may_not_appear; }

of_editors() {
	[ "$TIER" = namespaces ] || return 0
	"${AS[@]}" sh -c 'mkdir -p .vscode .idea .husky .devcontainer .zed .claude && echo 1 | tee .vscode/tasks.json .exrc .envrc .mcp.json .husky/pre-commit >/dev/null'
	for name in .vscode/tasks.json .vscode/settings.json .idea/x.xml .zed/tasks.json .claude/settings.json .exrc .envrc .mcp.json .husky/pre-commit .devcontainer/devcontainer.json; do
		refused "echo evil >$name"
	done
	rm -rf .vscode .idea .husky .devcontainer .zed .claude .exrc .envrc .mcp.json
}
# holds: editors-shells-run
test_what_editors_and_shells_run_is_read_only() { in_each of_editors; }

run_tests
