#!/bin/bash
# SPDX-License-Identifier: MIT
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
# holds: confined-command-writes
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
# holds: secrets-other-programs
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
# holds: secrets-other-programs
test_secrets_stay_secret_where_the_workspace_is_the_home() { in_each home_as_workspace; }

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
# holds: without-being-asked
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
# holds: calls-lead-out, machine-settings-devices, key-found-nowhere
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
	held setuid_file "$PWD/program"
	refused 'cp /bin/true x && chmod u+s x'
	possible 'mkdir shared && chmod 2775 shared && rm -rf shared x program'
	possible 'f=$(mktemp) && chmod 755 "$f" && mkdir -p a/b && touch a/b/c && chmod -R go-rwx a && cp -a a d && tar cf - a | tar xf - -C d && touch -d 2001-01-01 d/a/b && rm -r a d "$f"'
}
# holds: files-outside-mode
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
# holds: files-outside-mode
test_secret_folders_are_not_watched() { in_each watching; }

other_processes() {
	"${AS[@]}" sleep 100 &
	held others $!
	kill $!
	held own_priority
}
# holds: files-outside-mode
test_other_processes_keep_their_limits_and_their_turn() { in_each other_processes; }

unix_servers() {
	tmux -S "$T/outside.socket" -f /dev/null new-session -d 'sleep 100' && chmod 777 "$T/outside.socket"
	held unix_connect "$T/outside.socket"
	tmux -S "$T/outside.socket" kill-server
	[ "$TIER" = namespaces ] || return 0
	OPTIONS=(-s sandbox.unix_sockets=true)
	possible 'tmux -L inner -f /dev/null new-session -d "echo seen >seen; sleep 100"; i=0; until [ -s seen ]; do sleep 0.05; i=$((i+1)); [ $i -lt 100 ] || exit 1; done'
}
# holds: server-file-system
test_servers_in_the_file_system_are_not_asked() { in_each unix_servers; }

# ---- Machines with less

tier_of() {
	"$@" "$AGENT" "${OPTIONS[@]}" sandbox --show >out 2>err || fail "$(cat err)"
	awk '$1 == "tier" {print $2}' out
}

# holds: commands-model-confined
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

# holds: commands-model-confined
test_without_any_tier_it_refuses() {
	expect_exit 126 "$WITHOUT" both "$AGENT" sandbox -- sh -c 'touch ran'
	expect_match "$(cat "$T/err")" 'nothing can be confined here: namespaces: .*; landlock: '
	expect_exit 126 "$WITHOUT" namespaces "$AGENT" -s sandbox.mode=namespaces sandbox -- sh -c 'touch ran'
	expect_exit 126 agent -s sandbox.mode=off sandbox -- sh -c 'touch ran'
	expect_match "$(cat "$T/err")" 'sandbox.mode is off'
	[ ! -e ran ] || fail "it ran"
}

# In a container that may make user namespaces but no /proc of its own, and where none are left.
# holds: commands-model-confined
test_half_a_sandbox_is_none() {
	unshare -Ur true 2>/dev/null || skip "no user namespaces for this user"
	OPTIONS=()
	expect_equal "$(tier_of unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"' sh)" landlock
	expect_equal "$(tier_of unshare -Urm sh -c 'awk "\$3 == \"proc\" {print \$2}" /proc/mounts | while read -r p; do mount -t tmpfs none "$p/sys" || exit 1; done; exec "$@"' sh)" landlock
}

# holds: secrets-other-programs
test_the_workspace_may_not_lie_in_what_is_empty() {
	mkdir -p "$HOME/.ssh/work"
	cd "$HOME/.ssh/work" || exit 1
	expect_exit 126 agent sandbox -- true
	expect_match "$(cat "$T/err")" "the workspace lies in '.*/.ssh', which commands do not see"
}

# holds: commands-model-confined
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
