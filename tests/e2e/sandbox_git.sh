#!/bin/bash
# SPDX-License-Identifier: MIT
# What a confined command does in a repository, and what it cannot plant there, in each tier, as this user and as an ordinary one.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

what_git_runs() {
	rm -rf .git && "${AS[@]}" git init -q . && mkdir -p .git/hooks
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" .git
	possible 'echo 1 >file && git add file && git -c user.name=a -c user.email=a@b commit -qm one && git log --oneline | grep one && git checkout -q -b other'
	[ "$TIER" = namespaces ] || return 0 # the other tier does not promise the rest
	refused 'echo evil >.git/hooks/pre-commit'
	refused 'git config core.fsmonitor evil'
	refused 'mv .git x'
	refused 'mv .git/hooks x'
	refused 'echo "* filter=evil" >.git/info/attributes'
	refused 'echo evil >.git/info/exclude'
	refused 'mv .git/info x || rmdir .git/info'
	possible 'git -c user.name=a -c user.email=a@b stash -q || true; git gc -q && git tag t && git branch b && git checkout -q b && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two && git rebase -q other && git merge -q --no-edit other && git reset -q --hard HEAD~1 && git clean -fdq -e "*" && git fsck'
	refused 'rm -rf .git'
	refused 'echo "* filter=evil" >.git/info/attributes'
	mv .git/config .git/kept && mv .git/kept .git/config # outside it is as ever
}
# holds: git-runs-planted
test_git_works_and_what_it_runs_is_not_planted() { in_each what_git_runs; }

# A command takes from a folder the right to look into it, the next gives it back.
closed() {
	[ "$TIER" = namespaces ] || return 0
	local mode folder file
	for mode in 0 311 600; do
		while read -r folder file; do
			rm -rf .git && "${AS[@]}" git init -q . && mkdir -p .git/hooks .git/modules/sub/hooks .git/modules/sub/objects .git/worktrees/tree
			echo ../.. >.git/worktrees/tree/commondir
			[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" .git
			confined "chmod $mode $folder" >out 2>&1 </dev/null
			expect_equal "$(stat -c %a $folder)" $mode
			refused "chmod 755 $folder; echo evil >$file" </dev/null
			confined true </dev/null || fail "after chmod $mode $folder no command starts"
		done <<-EOF
			.git .git/hooks/pre-commit
			.git/modules .git/modules/sub/hooks/pre-commit
			.git/modules/sub .git/modules/sub/hooks/pre-commit
			.git/worktrees/tree .git/worktrees/tree/commondir
		EOF
	done
	rm -rf .git
}
# holds: git-runs-planted
test_what_was_closed_to_be_opened_by_the_next_command_is_held() { in_each closed; }

odd_workspace() {
	[ "$TIER" = namespaces ] || return 0
	mkdir -p 'odd[a]*\?' && cd 'odd[a]*\?' && mkdir -p .git/hooks
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u "$T/work")" .
	possible 'echo 1 >.git/file'
	refused 'echo evil >.git/hooks/pre-commit'
	refused 'mv .git x'
}
# holds: git-runs-planted
test_a_folder_named_like_a_pattern_is_held_too() { in_each odd_workspace; }

# The folder of a submodule says in a file where its repository is.
a_gitfile() {
	rm -rf .git there && "${AS[@]}" git init -q --separate-git-dir there .
	possible 'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one'
	[ "$TIER" = namespaces ] || return 0
	refused 'echo "gitdir: evil" >.git'
	refused 'mv .git x'
	rm -rf .git there
}
# holds: git-runs-planted
test_a_git_file_is_not_pointed_elsewhere() { in_each a_gitfile; }

submodules() {
	[ "$TIER" = namespaces ] || return 0
	rm -rf .git sub && "${AS[@]}" git init -q . && "${AS[@]}" git init -q sub
	"${AS[@]}" sh -c 'git -C sub -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
		for name in plain deep/er/named; do git -c protocol.file.allow=always submodule --quiet add --name "$name" "$PWD/sub" "of/$name" || exit 1; done
		mkdir -p .git/modules/plain/modules/inner/hooks .git/modules/deep/er/named/hooks' || fail "no submodules"
	for name in plain deep/er/named; do
		refused "git -C of/$name config core.fsmonitor evil"
		refused "echo evil >.git/modules/$name/hooks/post-checkout"
		possible "echo 1 >of/$name/file && git -C of/$name add file && git -C of/$name -c user.name=a -c user.email=a@b commit -qm two"
	done
	refused 'echo evil >.git/modules/plain/modules/inner/hooks/post-checkout'
	refused 'mv .git/modules/deep .git/modules/x'
	rm -rf .git sub of .gitmodules
}
# holds: git-runs-planted
test_what_git_runs_in_submodules_is_not_planted() { in_each submodules; }

# Whose checkout a command cannot write; where it can there is nothing to hold.
a_main_worktree() {
	[ "$TIER" = namespaces ] || return 0
	rm -rf .git inside "$T/beside" && mkdir "$T/beside"
	[ "$(id -u)" != 0 ] || chown "$(stat -c %u .)" "$T/beside"
	"${AS[@]}" sh -c "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git worktree add -q $T/beside/tree && git worktree add -q inside"
	refused 'echo ../../../evil >.git/worktrees/tree/commondir'
	refused 'rm .git/worktrees/tree/gitdir'
	refused 'mv .git/worktrees/tree .git/worktrees/x'
	possible 'git worktree remove inside && git worktree list && git worktree add -q again && git worktree remove again'
	rm -rf .git "$T/beside"
}
# holds: git-runs-planted
test_a_worktree_elsewhere_is_not_given_another_repository() { in_each a_main_worktree; }

another_project() {
	rm -rf "$T/other" && mkdir "$T/other"
	[ "$(id -u)" != 0 ] || chown "$(stat -c %u .)" "$T/other"
	"${AS[@]}" git init -q "$T/other" && mkdir -p "$T/other/.git/hooks"
	OPTIONS=(-s "workspace.allow=[$T/other]")
	possible "echo 1 >$T/other/file"
	[ "$TIER" = namespaces ] || return 0
	refused "echo evil >$T/other/.git/hooks/pre-commit"
	refused "git -C $T/other config core.fsmonitor evil"
	refused "mv $T/other/.git $T/other/x"
}
# holds: git-runs-planted
test_what_git_runs_is_held_in_every_folder_that_is_writable() { in_each another_project; }

a_linked_worktree() {
	rm -rf main linked && mkdir main linked
	[ "$(id -u)" != 0 ] || chown "$(stat -c %u .)" main linked
	"${AS[@]}" sh -c 'git init -q main && cd main && git config user.name a && git config user.email a@b && git commit -q --allow-empty -m zero && git worktree add -q ../linked && mkdir -p .git/hooks .git/worktrees/linked/modules/sub/hooks'
	local above=$PWD/main/.git
	cd linked || exit 1
	possible 'echo 1 >file && git add file && git commit -qm one && git log --oneline | grep one && git tag t && git branch other && git stash list && git status'
	expect_equal "$("${AS[@]}" git -C ../main log --oneline -1 linked | cut -d' ' -f2)" one "outside"
	refused "echo evil >$above/hooks/pre-commit"
	refused "echo evil >>$above/config"
	refused "echo evil >$above/planted"
	refused "git config core.fsmonitor evil"
	refused "git -C ../main commit -q --allow-empty -m main"
	[ "$TIER" = namespaces ] || return 0
	refused 'echo "gitdir: elsewhere" >.git'
	refused 'mv .git x'
	refused "echo elsewhere >$above/worktrees/linked/commondir"
	refused "echo elsewhere >$above/worktrees/linked/gitdir"
	refused "mv $above/worktrees/linked $above/worktrees/x"
	refused "mv $above/worktrees/linked/modules $above/worktrees/linked/x"
	refused "echo evil >$above/worktrees/linked/modules/sub/hooks/pre-commit"
}
# holds: git-runs-planted
test_a_linked_worktree_commits_and_plants_nothing_in_its_repository() { in_each a_linked_worktree; }

# A .git that names somebody else's repository, or one made up so that its parts lead there.
a_forged_worktree() {
	rm -rf other mine theirs && mkdir other mine
	[ "$(id -u)" != 0 ] || chown "$(stat -c %u .)" other mine
	"${AS[@]}" sh -c 'git init -q other && cd other && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m zero && git worktree add -q ../theirs'
	echo "gitdir: $PWD/other/.git/worktrees/theirs" >mine/.git
	local objects=$PWD/other/.git/objects own=$PWD/mine/made/worktrees/x
	cd mine || exit 1
	refused "touch $objects/planted"
	mkdir -p "$own" && echo "gitdir: $own" >.git && echo "$PWD/.git" >"$own/gitdir" && echo "$objects/.." >"$own/commondir"
	refused "touch $objects/planted"
	ln -sfn "$objects" made/objects
	refused "touch $objects/planted"
}
# holds: git-runs-planted
test_a_worktree_that_is_none_opens_no_other_repository() { in_each a_forged_worktree; }

run_tests
