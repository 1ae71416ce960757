#!/bin/bash
# What a confined command cannot do, and what goes on as ever, in each tier, as this user and as an ordinary one.
. "$(dirname "$0")/../support/lib.sh"

. "$ROOT/tests/support/sandbox.sh"

files_outside() {
	mkdir -p "$T/outside" && chmod 777 "$T/outside" && echo old >"$T/outside/file" && chmod 666 "$T/outside/file"
	ln -sfn "$T/outside" link
	refused "echo new >$T/outside/file"
	refused "echo new >link/file"
	refused "mv $T/outside/file ."
	refused "ln $T/outside/file hard && echo new >hard"
	refused "rm $T/outside/file"
	refused "echo x >\"\$HOME/.profile\""
	refused "echo x >/etc/agent-was-here"
	refused "echo new >/proc/self/root/$T/outside/file"
	refused "echo new >/proc/1/root/$T/outside/file"
	refused "cd /proc/1/cwd && cd ../outside && echo new >file"
	expect_equal "$(cat "$T/outside/file")" old
	possible "echo hello >made && cat made && mkdir -p a/b && mv made a/b && rm -r a"
}
test_nothing_outside_the_workspace_is_written() { in_each files_outside; }

secrets() {
	mkdir -p "$HOME/.ssh" "$HOME/.aws" "$XDG_DATA_HOME/agent" "$XDG_CONFIG_HOME/agent"
	for f in .ssh/id .aws/credentials .netrc; do echo open-sesame >"$HOME/$f"; done
	echo open-sesame >"$XDG_DATA_HOME/agent/agent.db"
	chmod -R a+rX "$HOME"
	ln -sfn "$HOME/.ssh" ssh
	ln -sfn ssh/id "$HOME/inside"
	refused "cat ~/.ssh/id ~/.aws/credentials ~/.netrc ssh/id ~/inside $XDG_DATA_HOME/agent/agent.db | grep sesame"
	refused "grep -r sesame \"\$HOME\" /proc/self/root/\$HOME"
	refused "cat /etc/shadow | grep ."
	rm -r "$HOME/.ssh" "$HOME/.aws" "$HOME/.netrc" "$HOME/inside" "$XDG_DATA_HOME/agent" "$XDG_CONFIG_HOME/agent"
}
test_secrets_are_not_read() { in_each secrets; }

# Renamed with what lies above it, a secret would be found by the next command; the program's folder could be made.
home_as_workspace() {
	cd "$HOME" && mkdir -p .ssh .config/gh .local/share/agent && echo open-sesame | tee .ssh/id .config/gh/hosts.yml .local/share/agent/agent.db >/dev/null
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u "$T/work")" .
	unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
	if [ "$TIER" = landlock ]; then # which can only allow
		expect_exit 126 raw -- cat .ssh/id
		expect_match "$(cat "$T/err")" "landlock: .* is secret and lies in a folder that commands write"
	else
		possible 'echo made >file'
		refused 'mv .config elsewhere'
		refused 'mv .local elsewhere || mv .local/share elsewhere'
		refused 'mkdir -p .config/agent && echo "model: evil" >.config/agent/config.yaml'
		refused 'grep -r sesame .'
	fi
	rm -rf .ssh .config .local file
}
test_secrets_stay_secret_where_the_workspace_is_the_home() { in_each home_as_workspace; }

what_git_runs() {
	rm -rf .git && "${AS[@]}" git init -q . && mkdir -p .git/hooks
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u .)" .git
	possible 'echo 1 >file && git add file && git -c user.name=a -c user.email=a@b commit -qm one && git log --oneline | grep one && git checkout -q -b other'
	[ "$TIER" = namespaces ] || return 0 # the other tier does not promise the rest
	refused 'echo evil >.git/hooks/pre-commit'
	refused 'git config core.fsmonitor evil'
	refused 'mv .git x'
	refused 'mv .git/hooks x'
	refused 'rm -rf .git'
	mv .git/config .git/kept && mv .git/kept .git/config # outside it is as ever
}
test_git_works_and_what_it_runs_is_not_planted() { in_each what_git_runs; }

odd_workspace() {
	[ "$TIER" = namespaces ] || return 0
	mkdir -p 'odd[a]*\?' && cd 'odd[a]*\?' && mkdir -p .git/hooks
	[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u "$T/work")" .
	possible 'echo 1 >.git/file'
	refused 'echo evil >.git/hooks/pre-commit'
	refused 'mv .git x'
}
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
test_a_worktree_that_is_none_opens_no_other_repository() { in_each a_forged_worktree; }

the_network() {
	server <<<'replies: [{text: hi, repeat: true}]'
	curl -s --max-time 5 "$URL/models" >/dev/null || fail "the server is not there"
	refused "curl -s --noproxy '*' --max-time 3 $URL/models"
	if [ "$TIER" = namespaces ]; then
		cp "$T/script.$SERVER_NUMBER.yaml" script.yaml
		rm -f port
		possible "./model_server script.yaml --port-file port --timeout 20 & until [ -s port ]; do sleep 0.02; done; curl -s --noproxy '*' http://127.0.0.1:\$(cat port)/v1/models; s=\$?; kill \$!; exit \$s"
	else
		held inet
	fi
	raw --network -- curl -s --noproxy '*' --max-time 5 "$URL/models" >out 2>&1 || fail "with --network: $(cat out)"
}
test_the_network_is_its_own_loopback() { in_each the_network; }

calls() {
	local try
	for try in clone3 io_uring new_user mounts tiocsti datagrams keyring foreign kernel_settings descriptors; do
		held $try
	done
	[ "$TIER" != namespaces ] || held families
	sleep 100 &
	held trace $!
	[ "$TIER" = namespaces ] || held shared $!
	kill $!
	exec 9<"$AGENT"
	held descriptors
}
test_calls_that_lead_out_are_refused() { in_each calls; }

# A file of the user outside, whose mode, owner, times and attributes no rule of Landlock is about.
metadata_outside() {
	mkdir -p "$T/outside" && chmod 755 "$T/outside" && echo old >"$T/outside/mine" && chmod 644 "$T/outside/mine"
	touch -d 2020-02-02 "$T/outside/mine"
	[ ${#AS[@]} = 0 ] || chown 65534:65534 "$T/outside/mine" "$T/outside"
	local before
	before=$(stat -c '%a %u %Y %Z %s' "$T/outside/mine" "$T/outside")
	held metadata "$T/outside/mine"
	held metadata "$T/outside"
	expect_equal "$(stat -c '%a %u %Y %Z %s' "$T/outside/mine" "$T/outside")" "$before" "the file outside"
	held own_metadata "$PWD/own"
	possible 'f=$(mktemp) && chmod 755 "$f" && mkdir -p a/b && touch a/b/c && chmod -R go-rwx a && cp -a a d && tar cf - a | tar xf - -C d && touch -d 2001-01-01 d/a/b && rm -r a d "$f"'
}
test_metadata_outside_stays_as_it_is() { in_each metadata_outside; }

# Its names are no secret, what happens to its files is.
watching() {
	mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh" && touch "$HOME/.ssh/id"
	[ ${#AS[@]} = 0 ] || chown -R 65534:65534 "$HOME"
	(while [ -d "$HOME/.ssh" ]; do touch "$HOME/.ssh/id" 2>/dev/null; sleep 0.1; done) &
	held watch "$HOME/.ssh"
	rm -r "$HOME/.ssh"
	wait
	held own_watch "$PWD"
}
test_secret_folders_are_not_watched() { in_each watching; }

other_processes() {
	"${AS[@]}" sleep 100 &
	held others $!
	kill $!
	held own_priority
}
test_other_processes_keep_their_limits_and_their_turn() { in_each other_processes; }

unix_servers() {
	tmux -S "$T/outside.socket" -f /dev/null new-session -d 'sleep 100' && chmod 777 "$T/outside.socket"
	held unix_connect "$T/outside.socket"
	tmux -S "$T/outside.socket" kill-server
	[ "$TIER" = namespaces ] || return 0
	OPTIONS=(-s sandbox.unix_sockets=true)
	possible 'tmux -L inner -f /dev/null new-session -d "echo seen >seen; sleep 100"; i=0; until [ -s seen ]; do sleep 0.05; i=$((i+1)); [ $i -lt 100 ] || exit 1; done'
}
test_servers_in_the_file_system_are_not_asked() { in_each unix_servers; }

# ---- Machines with less

tier_of() {
	"$@" "$AGENT" "${OPTIONS[@]}" sandbox --show >out 2>err || fail "$(cat err)"
	awk '$1 == "tier" {print $2}' out
}

test_the_best_tier_that_holds_is_taken_and_said() {
	case $(tier_of) in
	namespaces) ;;
	*) skip "no namespaces here" ;;
	esac
	expect_equal "$(tier_of "$WITHOUT" landlock)" namespaces
	expect_equal "$(tier_of "$WITHOUT" namespaces)" landlock
	expect_match "$(cat out)" '^why +namespaces: cannot make namespaces for .true.: Operation not permitted$'
	expect_equal "$(tier_of "$WITHOUT" both)" none:
	expect_match "$(cat out)" 'NOT SANDBOXED'
	expect_match "$(cat out)" 'landlock: cannot find Landlock for'
}

test_without_any_tier_it_refuses() {
	expect_exit 126 "$WITHOUT" both "$AGENT" sandbox -- sh -c 'touch ran'
	expect_match "$(cat "$T/err")" 'nothing can be confined here: namespaces: .*; landlock: '
	expect_exit 126 "$WITHOUT" namespaces "$AGENT" -s sandbox.mode=namespaces sandbox -- sh -c 'touch ran'
	expect_exit 126 agent -s sandbox.mode=off sandbox -- sh -c 'touch ran'
	expect_match "$(cat "$T/err")" 'sandbox.mode is off'
	[ ! -e ran ] || fail "it ran"
}

# In a container that may make user namespaces but no /proc of its own, and where none are left.
test_half_a_sandbox_is_none() {
	unshare -Ur true 2>/dev/null || skip "no user namespaces for this user"
	OPTIONS=()
	expect_equal "$(tier_of unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"' sh)" landlock
	expect_equal "$(tier_of unshare -Urm sh -c 'awk "\$3 == \"proc\" {print \$2}" /proc/mounts | while read -r p; do mount -t tmpfs none "$p/sys" || exit 1; done; exec "$@"' sh)" landlock
}

test_the_workspace_may_not_lie_in_what_is_empty() {
	mkdir -p "$HOME/.ssh/work"
	cd "$HOME/.ssh/work" || exit 1
	expect_exit 126 agent sandbox -- true
	expect_match "$(cat "$T/err")" "the workspace lies in '.*/.ssh', which commands do not see"
}

test_the_self_test_holds() {
	OPTIONS=()
	[ "$(tier_of)" != none: ] || skip "no tier holds here"
	expect_exit 0 agent sandbox --check
	expect_no_match "$(cat "$T/out")" BROKEN
	expect_match "$(cat "$T/out")" '^holds +the workspace can be written'
	expect_exit 2 agent sandbox --check ls
	expect_exit 2 agent sandbox
	expect_exit 2 agent sandbox --wrong
}

run_tests
