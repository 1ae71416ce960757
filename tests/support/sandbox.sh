# SPDX-License-Identifier: MIT
# For the tests of the sandbox, after lib.sh: commands in each tier that holds here, as this user and as an ordinary one.

eval "$(declare -f clean_environment | sed '1s/clean_environment/clean_environment_without_sandbox/')"
clean_environment() {
	clean_environment_without_sandbox
	unset AGENT_SANDBOX
}

# In the workspace: the tree this is built in may be one that a confined command does not see.
ESCAPE=./escape_driver
WITHOUT=$BUILD/tests/support/without_driver

skip() {
	echo "# skipped: $*"
	exit 0
}

# A test runs once for each tier that holds here and each user: in_each FUNCTION. $TIER, and `confined COMMAND` in the workspace.
in_each() {
	local tier user tried=
	mkdir -p secret && chmod 755 "$T" "$T/work"
	cp "$BUILD/tests/support/escape_driver" "$BUILD/tests/support/model_server" .
	for tier in namespaces landlock; do
		for user in self ordinary; do
			TIER=$tier AS=()
			[ "$(id -u)" != 0 ] || chown -R 0:0 "$T/work" "$T/home" "$T/tmp" # of the one before
			if [ $user = ordinary ]; then
				[ "$(id -u)" = 0 ] || continue
				AS=(setpriv --reuid=65534 --regid=65534 --clear-groups --)
				chown -R 65534:65534 "$T/work" "$T/home" "$T/tmp"
			fi
			confined true 2>why || {
				echo "# skipped: $tier as $user: $(cat why)"
				continue
			}
			tried=1
			("$@") || fail "in tier $tier as $user"
		done
	done
	[ -n "$tried" ] || skip "no tier holds here"
}
raw() { # raw [OPTION...] -- WORD... TRY=1: in tier namespaces it is tried instead, and is held to the same
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	[ -z "${TRY:-}" ] || [ "$TIER" != namespaces ] || [[ " ${options[*]} " =~ \ --(network|try)\  ]] || options+=(--try)
	"${AS[@]}" timeout -k 1 60 "$AGENT" -s "sandbox.mode=$TIER" "${OPTIONS[@]}" sandbox "${options[@]}" "$@"
}
confined() { # confined LINE
	raw -- sh -c "$1"
}
OPTIONS=()
# refused LINE: it fails inside, and does not outside (else the test would show nothing)
refused() {
	confined "$1" >out 2>&1 && fail "possible: $1"
	return 0
}
possible() {
	confined "$1" >out 2>&1 || fail "not possible: $1: $(tail -5 out)"
}
held() { # held NAME [ARGUMENT]: a try of escape_driver
	raw -- env ASAN_OPTIONS=detect_leaks=0 "$ESCAPE" "$@" >out 2>&1 || fail "$1: exit $?: $(tail -5 out)"
}

