#!/bin/bash
# SPDX-License-Identifier: MIT
# What a command that nobody was asked about makes, and what would run for the user later: it is set aside.
# holds: planted-set-aside
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

agent() { # as the user that in_each runs it for
	"${AS[@]}" "$AGENT" "$@"
}
as_theirs() { # what the test made is that user's
	[ ${#AS[@]} = 0 ] || chown -R 65534:65534 .
}
# runs MODE TIER LINES: a turn in which the model has a script of these lines run, unasked, since no word of the call
# says what it does; its events are in $T/events
runs() {
	echo "$3" >do.sh
	as_theirs
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "sh do.sh"}}]}
		  - {text: ok, repeat: true}
	EOF
	model -s 'evaluation.when=[never]' -s "sandbox.mode=$2" --approve "$1" -s 'permissions.rules=[{allow: {class: runs}}]' --output events --ask go >"$T/events" 2>"$T/err" ||
		fail "the turn failed: $(cat "$T/err")"
}
set_aside() { # PATH...: these, and nothing else
	expect_equal "$(jq -r 'select(.type == "notice").data.aside // empty' "$T/events" | sort | xargs)" "$(printf '%s\n' "$@" | sort | xargs)"
	for path; do
		[ ! -e "$path" ] && [ -e "$path.set-aside" ] || fail "'$path' was not set aside"
	done
}
clean() {
	find . -mindepth 1 -delete
	mkdir -p sub
}

in_both() { # FUNCTION, with the tier
	in_each in_clean "$1"
}
in_clean() { # FUNCTION
	clean
	"$1" $TIER
}

# What a command put into the way, or a right it took from the folder, keeps nothing from being set aside, or loses it.
in_the_way() {
	echo mine >.envrc.set-aside
	runs edits "$1" 'echo evil >.envrc; mkdir -p .vscode.set-aside/x .vscode locked/.vscode; chmod 555 locked'
	set_aside .envrc .vscode locked/.vscode
	expect_equal "$(cat .envrc.1.set-aside) $(cat .envrc.set-aside) $(stat -c %a locked)" 'mine evil 555'
	[ -d .vscode.1.set-aside/x ] || fail "what was there is gone"
	chmod 755 locked
	runs edits "$1" 'for n in $(seq 1 100); do touch .idea.$n.set-aside; done; touch .idea.set-aside; mkdir .idea'
	set_aside
	expect_match "$(jq -r 'select(.type == "notice").data.text' "$T/events")" "'.idea', made by a command, .* cannot be set aside"
}
test_nothing_in_the_way_keeps_it_from_being_set_aside() { in_both in_the_way; }

# What cannot be looked into is opened by name all the same.
closed() {
	mkdir mine && chmod 311 mine && runs edits "$1" 'true'
	set_aside
	runs edits "$1" 'mkdir -p shut/deep/.vscode; chmod 311 shut/deep shut'
	if [ ${#AS[@]} = 0 ]; then set_aside shut/deep/.vscode; else set_aside shut; fi
	[ -d mine ] || fail "a folder of the user is gone"
}
test_a_folder_that_may_not_be_read_hides_nothing() { in_both closed; }

EVIL='git init -q lib && git -C lib config core.fsmonitor ./evil'

new_names() {
	runs edits "$1" 'echo evil >.envrc; mkdir -p sub/deep/.vscode .husky sub/.zed a/node_modules/b/.vscode; touch sub/deep/.vscode/tasks.json; echo x >plain'
	set_aside .envrc .husky sub/deep/.vscode sub/.zed
	[ -e plain ] && [ -e a/node_modules/b/.vscode ] || fail "more is gone than was told"
	expect_match "$(jq -r '.body.messages | tostring' "$REQUESTS" | tail -1)" 'Set aside: .*sub/deep/.vscode.* would have run something for the user later'
	expect_match "$(jq -r 'select(.type == "notice").data.text' "$T/events" | head -1)" "is '.*.set-aside' now; /keep puts it back"
	runs edits "$1" 'echo more >>.envrc.set-aside; mkdir -p .idea'
	set_aside .idea
}
test_what_an_editor_or_a_shell_would_run_is_set_aside() { in_both new_names; }

repositories() {
	mkdir vendor && git init -q vendor/old && git init -q vendor/lfs && git -C vendor/lfs config core.fsmonitor ./mine
	runs edits "$1" "git init -q fine; $EVIL; git init -q hooked; echo evil >hooked/.git/hooks/post-checkout; git init -q shut; echo evil >shut/.git/hooks/pre-push; chmod 311 shut/.git/hooks; git init -q --bare bare; git -C bare config core.fsmonitor ./evil; echo 'gitdir: ../lib/.git' >sub/.git; git -C vendor/old config core.fsmonitor ./evil"
	if [ "$1" = namespaces ]; then
		set_aside lib/.git hooked/.git shut/.git bare/HEAD sub/.git
		grep -q fsmonitor vendor/old/.git/config && fail "the configuration of a repository below was written"
	else
		set_aside lib/.git hooked/.git shut/.git bare/HEAD sub/.git vendor/old/.git
	fi
	[ -d fine/.git ] && [ -d vendor/lfs/.git ] || fail "a repository that runs nothing, or did before, was set aside"
}
test_a_repository_below_that_makes_git_run_something_is_set_aside() { in_both repositories; }

# Where git finds a configuration by another way than a folder .git: data of a submodule and of a linked worktree, a file
# or a link in its place, a folder that is a repository by what lies elsewhere.
parts() {
	as_theirs && "${AS[@]}" sh -c 'git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git clone -q . here' || fail "no repository"
	runs edits "$1" 'git -c protocol.file.allow=always clone -q --bare . .git/modules/fine; git -C .git/modules/fine config core.worktree ../../../fine; mkdir fine && echo "gitdir: ../.git/modules/fine" >fine/.git; git worktree add -q linked; git -C here worktree add -q ../there; ls linked/.git there/.git'
	set_aside
	runs edits "$1" "git init -q --bare .git/modules/evil; git -C .git/modules/evil config core.fsmonitor ./evil; mkdir sub/mod; echo 'gitdir: ../../.git/modules/evil' >sub/mod/.git
		mkdir -p store w .git/worktrees/e; cp -r .git/objects .git/refs store/; echo '[core]fsmonitor = ./evil' >store/config; echo ../../../store >.git/worktrees/e/commondir; cp .git/HEAD .git/worktrees/e/; echo \"\$PWD/w/.git\" >.git/worktrees/e/gitdir; echo 'gitdir: ../.git/worktrees/e' >w/.git
		mkdir .git/modules/far; cp .git/HEAD .git/modules/far/; echo ../../../store >.git/modules/far/commondir
		mkdir bare named linkfile; cp .git/HEAD bare/; echo ../store >bare/commondir
		mkdir named/node_modules; cp -r bare 'named/node_modules/x
y'; printf 'gitdir: node_modules/x\ny\n' >named/.git
		echo \"gitdir: \$PWD/bare\" >sub/file; ln -s ../sub/file linkfile/.git"
	set_aside .git/modules/evil/HEAD .git/modules/far/HEAD sub/mod/.git w/.git bare/HEAD named/.git linkfile/.git
}
test_every_way_to_a_configuration_is_looked_at() { in_both parts; }

# Of the repository itself, of a linked worktree and a submodule, whose data is below the repository's.
rebase() {
	local git
	as_theirs && "${AS[@]}" sh -c 'git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git worktree add -q linked' || fail "no repository"
	git init -q .git/modules/sub --bare && mkdir -p sub && echo 'gitdir: ../.git/modules/sub' >sub/.git
	for git in .git .git/worktrees/linked .git/modules/sub; do
		mkdir $git/rebase-merge && echo 'pick 1234567 one' >$git/rebase-merge/git-rebase-todo
	done
	runs edits "$1" 'echo "# nothing" >>.git/rebase-merge/git-rebase-todo'
	set_aside
	runs edits "$1" 'for git in .git .git/worktrees/linked .git/modules/sub; do echo "  exec ./evil" >>$git/rebase-merge/git-rebase-todo; done'
	set_aside .git/rebase-merge/git-rebase-todo .git/worktrees/linked/rebase-merge/git-rebase-todo .git/modules/sub/rebase-merge/git-rebase-todo
}
test_exec_in_a_rebase_that_is_under_way_is_set_aside() { in_both rebase; }

# The command goes on when its first moment is over, and plants only then.
later() {
	mkfifo go
	echo 'cat go; mkdir .vscode' >late.sh
	echo 'echo >go; until [ -e .vscode ] || [ -e .vscode.set-aside ]; do :; done' >do.sh
	as_theirs
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "sh late.sh", background: true}}]}
		  - {calls: [{name: run_command, arguments: {command: "sh do.sh"}}]}
		  - {text: ok}
	EOF
	model -s 'evaluation.when=[never]' -s "sandbox.mode=$1" --approve edits -s 'permissions.rules=[{allow: {class: runs}}]' --output events --ask go >"$T/events" 2>"$T/err" || fail "$(cat "$T/err")"
	set_aside .vscode
}
test_what_a_command_in_the_background_makes_is_set_aside_too() { in_both later; }

wanted() {
	runs all "$1" "mkdir .vscode; $EVIL"
	set_aside
	[ -d .vscode ] && [ -d lib/.git ] || fail "it is not there"
	rm -rf .vscode lib
	mkdir .idea && runs edits "$1" 'echo x >file' && set_aside
	[ -d .idea ] || fail "what the user made is gone"
}
test_what_was_there_or_was_allowed_stays() { in_both wanted; }

run_tests
