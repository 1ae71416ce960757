# SPDX-License-Identifier: MIT
# For the test scripts of tests/e2e and tests/screen: real binary, real server, real terminal.
#
#   . tests/support/lib.sh
#   test_the_answer_goes_to_stdout() { ... }       each in a subshell and a folder of its own ($T), with an empty home
#   run_tests
#
# Inside a test: `agent ...` runs the program; `server <<EOF ... EOF` starts the scripted model server (its script on stdin) and sets
# $URL and $REQUESTS; `expect_equal GOT WANTED [WHAT]`, `expect_match GOT PATTERN`, `expect_exit CODE COMMAND...`; `fail WORDS`.
# Nothing sleeps for a result: `wait_for COMMAND...` tries until it succeeds, ten seconds at most.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
ROOT=$PWD
AGENT=${AGENT:-$ROOT/build/agent}
BUILD=${BUILD:-$ROOT/build}

fail() {
	echo "# $*"
	exit 1
}

agent() {
	"$AGENT" "$@"
}

expect_equal() {
	[ "$1" = "$2" ] && return
	echo "# ${3:-what came}:"
	diff <(printf '%s\n' "$2") <(printf '%s\n' "$1") | sed 's/^/#   /'
	exit 1
}

expect_match() {
	grep -qE -- "$2" <<<"$1" || fail "no match for '$2' in: $1"
}

expect_no_match() {
	grep -qE -- "$2" <<<"$1" && fail "unwanted match for '$2' in: $1"
	return 0
}

# expect_exit CODE COMMAND...: output goes to $T/out and $T/err.
expect_exit() {
	local wanted=$1 got
	shift
	"$@" >"$T/out" 2>"$T/err"
	got=$?
	[ $got = "$wanted" ] && return
	echo "# exit $got, wanted $wanted: $*"
	sed 's/^/# out: /' "$T/out" | head -20
	sed 's/^/# err: /' "$T/err" | head -40
	exit 1
}

wait_for() {
	local end=$((SECONDS + 10))
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $end ] || fail "waited in vain for: $*"
		sleep 0.02
	done
}

# A line of the file ($2) meets the jq condition ($1). `jq -e` alone says so of an empty file too.
holds() {
	jq -c "select($1)" "$2" 2>/dev/null | grep -q .
}

# server [--option...] <<EOF script EOF
server() {
	SERVER_NUMBER=$((${SERVER_NUMBER:-0} + 1))
	REQUESTS=$T/requests.$SERVER_NUMBER
	cat >"$T/script.$SERVER_NUMBER.yaml"
	: >"$REQUESTS"
	rm -f "$T/port.$SERVER_NUMBER" # of one started in a subshell, which does not count here
	"$BUILD/tests/support/model_server" "$T/script.$SERVER_NUMBER.yaml" \
		--port-file "$T/port.$SERVER_NUMBER" --requests "$REQUESTS" --timeout 120 "$@" \
		>"$T/server.$SERVER_NUMBER.log" 2>&1 &
	SERVERS="${SERVERS:-} $!"
	wait_for test -s "$T/port.$SERVER_NUMBER"
	PORT=$(cat "$T/port.$SERVER_NUMBER")
	URL=http://127.0.0.1:$PORT/v1
}

# An agent that talks to that server, with the depth set so that no rule chooses one, and no last look after changes.
model() {
	agent --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.unchecked=["*"]' "$@"
}

clean_environment() {
	local name
	for name in $(compgen -e | grep -E '^(AGENT_|.*_API_KEY$|XDG_|NO_COLOR$|.*_BASE_URL$|OLLAMA_HOST$|EDITOR$|VISUAL$)'); do
		unset "$name"
	done
	export HOME=$T/home XDG_CONFIG_HOME=$T/home/.config XDG_DATA_HOME=$T/home/.local/share
	export XDG_STATE_HOME=$T/home/.local/state LC_ALL=C.UTF-8 TZ=UTC
	export AGENT_SANDBOX=off # what the machine can hold must not decide a test; those of the sandbox unset it
	export COLORFGBG='15;0' # the terminal is not asked
	export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1
	export TMPDIR=$T/tmp # what is left of an agent whose folders went away first goes with them
	mkdir -p "$HOME" "$T/work" "$TMPDIR"
	cd "$T/work" || exit 1
}

run_one() (
	T=$(mktemp -d) || exit 1
	T=$(cd "$T" && pwd -P)
	clean_environment
	trap 'kill ${SERVERS:-} 2>/dev/null; [ -z "${TMUX_SOCKET:-}" ] || tmux -S "$TMUX_SOCKET" kill-server 2>/dev/null; for _ in {1..100}; do rm -rf "$T" 2>/dev/null && break; sleep 0.02; done' EXIT # what ends may still write
	"$1"
)

run_tests() {
	local names name n=0 status=0 file=${0#"$ROOT"/}
	names=$(grep -oE '^test_[a-zA-Z0-9_]+ *\(\)' "$ROOT/${file#./}" | tr -d '() ')
	echo "1..$(wc -w <<<"$names")"
	for name in $names; do
		n=$((n + 1))
		if [ -n "${ONLY:-}" ] && [ "$ONLY" != "$name" ]; then
			continue
		fi
		if run_one "$name"; then
			echo "ok $n - ${name#test_}"
		else
			echo "not ok $n - ${name#test_}"
			status=1
		fi
	done
	exit $status
}
