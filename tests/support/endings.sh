# SPDX-License-Identifier: MIT
# For tests/e2e/endings.sh and tests/screen/endings.sh: goes through tests/e2e/data/endings.txt. After lib.sh.
#
#   each_ending COMMAND    calls it for every row with $NAME, $EXIT, $ASKED, $CHATTED, $OPTIONS (an array), $STOPS, $SCRIPT and $ANSWER

full='The cause is in src/csv.c:88: the quote is skipped, so the field ends one character too early.'
todo='{id: ID, content: CONTENT, status: STATUS}'

todos() { # ID CONTENT STATUS ...
	local items= item
	while [ $# -gt 0 ]; do
		item=${todo/ID/$1}
		item=${item/CONTENT/$2}
		items+="${items:+, }${item/STATUS/$3}"
		shift 3
	done
	printf '{name: write_todos, arguments: {todos: [%s]}}' "$items"
}

# The words of the table.
fill() {
	sed -e "s|\$full|$full|; s|\$begin|$(todos a Look in_progress)|; s|\$close|$(todos a Look completed)|" \
		-e "s|\$plan|$(todos a Look in_progress b Mend pending)|; s|\$done|$(todos a Look completed b Mend completed)|" \
		-e 's|$list|{name: list_files}|; s|$true|{name: run_command, arguments: {command: "true"}}|' \
		-e 's|$test|{name: run_command, arguments: {command: make test}}|' \
		-e 's|$write|{name: write_file, arguments: {path: src/a.c, content: "int x;\\n"}}|'
}

stops_now() { # REQUESTS
	[ "$(grep -c chat/completions "$REQUESTS")" -ge "$1" ] && { [[ $SCRIPT != *began* ]] || [ -e began ]; }
}

one_ending() { # COMMAND; the row is in $NAME, $HEAD, $SCRIPT, $ANSWER
	[ -n "$NAME" ] || return 0
	read -r EXIT ASKED CHATTED OPTIONS <<<"$HEAD"
	read -ra OPTIONS <<<"$OPTIONS"
	STOPS=
	[ "${OPTIONS[0]:-}" != stop ] || {
		STOPS=yes
		OPTIONS=("${OPTIONS[@]:1}")
	}
	SCRIPT=$(fill <<<"$SCRIPT")
	ANSWER=$(fill <<<"$ANSWER")
	rm -rf src began
	printf 'test:\n\t@echo 1 of 3 failed; exit 1\n' >Makefile
	echo '{"type": "object", "required": ["stars"], "properties": {"stars": {"type": "integer"}}}' >schema.json
	(trap 'kill ${SERVERS:-} 2>/dev/null' EXIT && "$1" </dev/null) || ENDINGS_FAILED+="$NAME; "
	ENDINGS_DONE=$((ENDINGS_DONE + 1))
}

each_ending() {
	local line part=
	NAME= ENDINGS_DONE=0 ENDINGS_FAILED=
	while IFS= read -r line <&3; do
		case $part:$line in
		*:'== '*)
			one_ending "$1"
			NAME=${line#== } SCRIPT=replies: ANSWER= part=head
			;;
		head:*) HEAD=$line part=script ;;
		script:--) part=answer ;;
		script:*) SCRIPT+=$'\n'$line ;;
		answer:*) ANSWER+=$line$'\n' ;;
		esac
	done 3<"${ENDINGS:-$ROOT/tests/e2e/data/endings.txt}"
	one_ending "$1"
	[ -z "$ENDINGS_FAILED" ] || fail "of $ENDINGS_DONE endings: $ENDINGS_FAILED"
	[ "$ENDINGS_DONE" -ge 40 ] || fail "$ENDINGS_DONE endings"
}
