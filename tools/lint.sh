#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds what a compiler does not: format, floors, banned calls, curses in one place, warnings as errors.
# Prints each finding as FILE:LINE: what; exits 1 if there was one.
cd "$(dirname "$0")/.." || exit 1
found=0
say() { [ -z "$1" ] || { printf '%s\n' "$1"; found=1; }; }

code=$(find src ui tests tools -name '*.[ch]' | sort)

# Versions of clang-format differ in what they want, so only the one of .clang-format-version is asked (tools/formatter.sh).
formatted_with=$(sed 's/[.].*//' .clang-format-version)
formatter=
for one in "clang-format-$formatted_with" clang-format build/formatter/bin/clang-format; do
	[ -n "$formatter" ] || ! "$one" --version 2>/dev/null | grep -q "version $formatted_with\." || formatter=$one
done
if [ -n "$formatter" ]; then
	say "$("$formatter" --dry-run -Werror $code 2>&1 | grep -E 'error:' | head -20)"
else
	echo "lint: format skipped: it is clang-format $formatted_with's, which is not here"
fi

# The floors of HACKING.md: a file includes headers of its own floor and of those below.
say "$(grep -n '^#include "' $(find src ui -name '*.[ch]') | awk -F: '
	BEGIN {
		n = split("base loop config session workspace sandbox llm tools plan roadmap memory skills mcp hooks foreign agent ui/keys ui/model ui/view ui/input ui/output ui/export ui/command ui/tui cli", order, " ")
		for (i = 1; i <= n; i++) floor[order[i]] = i
	}
	function folder(path) { sub(/^src\//, "", path); if (path == "main.c") return "cli"
		if (path ~ /^ui\//) { sub(/^ui\//, "", path); sub(/\/.*/, "", path); return "ui/" path }
		sub(/\/.*/, "", path); return path }
	{
		from = folder($1); to = $3; sub(/^#include "/, "", to); sub(/".*/, "", to)
		if (to !~ /\//) { print $1 ":" $2 ": include \"" to "\" by its folder"; next }
		to = folder(to)
		if (!(from in floor)) print $1 ":" $2 ": folder " from " has no floor in tools/lint.sh"
		else if (floor[to] > floor[from]) print $1 ":" $2 ": " from " may not include " to ", a floor above it"
	}')"

# Circles between files of one folder.
say "$(for f in $(find src ui -name '*.h'); do
	grep -o '^#include "[^"]*"' "$f" | sed 's/^#include "//; s/"$//' | while read -r to; do echo "${f#src/} $to"; done
done | tsort 2>&1 >/dev/null | grep -A3 'loop' | head -8)"

# The picture of the rooms in docs/architecture.md is the tree.
say "$({
	awk '/^    (src|ui)[/]/ { for (i = 2; i <= NF; i++) print "drawn", $1, $i }' docs/architecture.md
	find src ui -name '*.c' ! -path src/main.c | awk -F/ '{ print "there", $1 "/" $2, (NF > 3 ? $3 : ".") }' | sort -u
} | awk '{ seen[$2 " " $3] = seen[$2 " " $3] $1 }
	END { for (room in seen) if (seen[room] != "drawnthere") print "docs/architecture.md: room " room " is " seen[room] " alone" }')"

# A file of a room includes headers of its own room and of those left of it in that picture. Floors that do not hold it yet are named here.
say "$(grep -n '^#include "' $(find src ui -name '*.[ch]') | awk -F: -v open='src/base src/cli src/llm src/plan src/roadmap src/sandbox src/session src/workspace ui/tui' '
	BEGIN { n = split(open, names, " "); for (i = 1; i <= n; i++) is_open[names[i]] = 1 }
	function floor_of(path, part) { split(path, part, "/"); return part[1] "/" part[2] }
	function room_of(path, room) { room = substr(path, length(floor_of(path)) + 2); return sub("/.*", "", room) ? room : "." }
	FILENAME ~ /^docs/ { n = split($0, word, " "); if ($0 ~ /^    (src|ui)[/]/) for (i = 2; i <= n; i++) place[word[1], word[i]] = i; next }
	{
		to = $3; sub(/^#include "/, "", to); sub(/".*/, "", to); if (to !~ /^ui[/]/) to = "src/" to
		home = floor_of($1)
		if (floor_of(to) == home && !(home in is_open) && place[home, room_of(to)] > place[home, room_of($1)])
			print $1 ":" $2 ": includes " to ", of a room right of its own in docs/architecture.md"
	}' docs/architecture.md -)"

# Circles between .c files of one floor and calls against the order of its rooms, by the objects of the first of these builds that is there.
for B in build/dev build/asan build; do [ -e "$B/libagent.a" ] && { say "$(B=$B tools/circles.sh)"; break; }; done

say "$(grep -nE '(^|[^a-zA-Z0-9_])(sprintf|vsprintf|strcpy|strcat|strncpy|strncat|system|popen|atoi|atol|gets|sleep|usleep)\(' $(find src ui tests -name '*.[ch]') |
	grep -vE '^[^:]+:[0-9]+:[[:space:]]*(/?\*|//)' | sed -E 's/^([^:]+:[0-9]+):.*[^a-zA-Z0-9_](sprintf|vsprintf|strcpy|strcat|strncpy|strncat|system|popen|atoi|atol|gets|sleep|usleep)\(.*/\1: banned call \2/')"

say "$(grep -nE '#include <(ncursesw?/)?(ncurses|curses|panel|term)\.h>' $(find src ui -name '*.[ch]' ! -path 'ui/tui/*') | sed -E 's/^([^:]+:[0-9]+):.*/\1: curses belongs in ui\/tui only/')"

# The data of events has types (session/event/event_data.h): nobody packs or reads it by the names of its fields.
say "$(grep -nE 'json_(str|int|num|flag|list|map|object_get)\(([a-z_]*(ev|event|b|block|card)(->|\.)data|[a-z_>-]*(question|answer)), *"' $(find src ui -name '*.[ch]') | sed -E 's/^([^:]+:[0-9]+):.*/\1: read the data of events by session\/event_data.h/')"
# Nor the parts of a message; what other protocols and the answers of some tools call a part is read there alone.
say "$(grep -nE 'json_(str|int|num|flag|list|map|object_get)\(part, *"' $(find src ui -name '*.[ch]' ! -path 'src/mcp/*' ! -name '*_receive.c' |
	grep -vE '/(event_data|result_reference|tools)[.]c$') | sed -E 's/^([^:]+:[0-9]+):.*/\1: read the parts of a message by event_read_..._part (session\/event\/event_data.h)/')"
say "$(awk 'FNR == 1 { statement = "" }
	{ statement = statement $0 }
	/[;}]$/ { if (statement ~ /(emit|ask_await[a-z_]*|session_offer)\([^=]*json_pack\("[{]/) print FILENAME ":" FNR ": build the data of events by session/event/event_data.h"; statement = "" }' $(find src ui -name '*.c'))"

say "$(grep -nE '(^|[^a-z_])v?fprintf\(stderr' $(find src/cli ui -name '*.[ch]') | sed -E 's/^([^:]+:[0-9]+):.*/\1: print_text(stderr, ...) makes safe what it quotes/')"

# One thing is said as one by text_plural alone; rules of schemas are numbers with a fraction, which it does not take.
say "$(awk 'FNR == 1 { before = "" }
	{ line = $0; gsub(/[ \t]+/, " ", line); both = before line; before = line }
	both ~ /[=!]= 1 ?[?] ?"|"(s|es|ies)" ?: ?"y?"|"y?" ?: ?"(s|es|ies)"|"(is|are)" ?: ?"(is|are)"|[a-z][(]s[)]( [a-z%]|"|:)/ {
		print FILENAME ":" FNR ": count with text_plural (base/text/text.h)"; before = "" }' \
	$(find src ui -name '*.[ch]' ! -path src/base/text/text.c ! -path 'src/base/json/schema_*.c'))"

# A comment says what it has to say itself.
say "$(grep -nE '^( \*|/\*) See ' $(find src ui tests -name '*.[ch]') | sed -E 's/^([^:]+:[0-9]+):.*/\1: begin with what the file does, not with another/')"

# A line fits into a window of 120 cells, tabs to the next eighth.
say "$(LC_ALL=C awk '{
		line = $0; gsub(/[\200-\277]/, "", line)
		while ((at = index(line, "\t"))) line = substr(line, 1, at - 1) substr("        ", (at - 1) % 8 + 1) substr(line, at + 1)
		if (length(line) > 120) print FILENAME ":" FNR ": a line of " length(line) " columns, at most 120"
	}' $(find src ui -name '*.[ch]'))"

# A name leads to one file.
say "$(printf '%s\n' $code | sed 's#.*/##' | sort | uniq -d | sed 's/$/: two files have this name/')"

# A header's guard is its path.
say "$(awk '/^#ifndef/ {
		guard = FILENAME; sub(/^src\//, "", guard); gsub(/[^A-Za-z0-9]/, "_", guard)
		if ($2 != toupper(guard)) print FILENAME ":" FNR ": the guard is " toupper(guard)
		nextfile }' $(find src ui tests -name '*.h'))"

# A folder fits on a page. Test programs stand beside what they test, however many these are.
say "$(find src ui -name '*.[ch]' | sed 's#/[^/]*$##' | sort | uniq -c | awk '$1 > 40 { print $2 ": " $1 " files in one folder, at most 40" }')"

# A small file of one client goes home to it, unless both together are more than a file may have: a .c under 100 lines,
# or a header of one function. A test by itself is a client as well. These stand alone for a reason:
# job_tails is a part of model.h's contract that ui/output and ui/command use by itself; git_paths and
# shared_namespaces hold what git and the kernel know of a thing, apart from the rules of the sandbox; agent_parts lays
# an agent out in memory, with headers of every room, which only who makes one is to see.
say "$(awk -v alone='agent/agent_parts.h ui/model/job_tails.h sandbox/git_paths.h sandbox/linux/shared_namespaces.h' '
	BEGIN { n = split(alone, names, " "); for (i = 1; i <= n; i++) stands[names[i]] = 1 }
	{ file = FILENAME; sub(/^src\//, "", file); lines[file]++; path[file] = FILENAME }
	/^#include "/ { to = $2; gsub(/"/, "", to); own = file; sub(/[.]c$/, ".h", own)
		if (own != to) { clients[to]++; client[to] = file } }
	/^[a-z].*[(]/ && file ~ /[.]h$/ { functions[file]++ }
	END { for (file in lines) if (file ~ /[.]h$/ && path[file] !~ /^tests/ && clients[file] == 1 && !(file in stands)) {
		own = file; sub(/[.]h$/, ".c", own); home = client[file]; sub(/[.]h$/, ".c", home)
		size = lines[own] + 0
		if ((functions[file] == 1 || (size ? size < 100 : !functions[file])) && size + lines[home] <= 500)
			print path[file] ": " size " lines of .c with one client: " path[client[file]] "; it goes home to it (tools/lint.sh)"
	} }' $(find src ui tests tools -name '*.[ch]'))"

# The program grows by a commit that raises this number and says why.
most_lines=133000
lines=$(cat $(find src ui -name '*.c') | wc -l)
[ "$lines" -le $most_lines ] || say "src, ui: $lines lines of .c, at most $most_lines (tools/lint.sh)"

# A static function has a name of its own: three files may share one, no more. What implements one interface in many
# files has the interface's name.
say "$(awk -v shared='is_done step run complete chosen fill take_event draw rect start load show write_session' '
	BEGIN { n = split(shared, names, " "); for (i = 1; i <= n; i++) interface[names[i]] = 1 }
	/^static [^=;]*[(]/ && !/;$/ {
		name = $0; sub(/[(].*/, "", name); sub(/.*[^a-z_0-9]/, "", name)
		if (name != "" && name !~ /^on_/ && !(name in interface) && !((name, FILENAME) in seen)) { seen[name, FILENAME] = 1; files[name] = files[name] " " FILENAME; count[name]++ }
	}
	END { for (name in count) if (count[name] > 3) print name ": " count[name] " files have a static function of this name:" files[name] }' $(find src ui -name '*.c'))"

# A tag names one thing. `completion` is opaque (llm/backend.h): each backend has its own.
say "$(grep -hoE '^[[:space:]]*(typedef |static |const )*(struct|enum|union) [a-z_0-9]+ [{]' $(find src ui -name '*.[ch]') |
	sed -E 's/.*(struct|enum|union) ([a-z_0-9]+) [{]/\2/' | sort | uniq -d | grep -vxE 'completion' |
	sed 's/$/: two structures have this tag/')"

# A header is a contract: it opens with its idea, and each function stands under a comment, its own or that of
# its group (lines without an empty one between them). A comment stands above what it would break over lines.
say "$(awk '
	function report(line, what) { print FILENAME ":" line ": " what }
	FNR == 1 && !/^\/\*/ { report(1, "open with a comment that says what the file is for") }
	FNR == 1 { covered = inside = depth = macro = 0; declaration = "" }
	FILENAME !~ /\.h$/ { nextfile }
	macro || /^[ \t]*#/ { macro = /\\$/; next }
	inside { inside = !/\*\//; next }
	/^[ \t]*$/ { covered = 0; next }
	{
		comment = match($0, /\/\*/)
		code = comment ? substr($0, 1, RSTART - 1) : $0
		inside = comment && !/\*\//
		if (code ~ /^[ \t]*$/) { covered = 1; next }
		if (declaration == "") start = FNR
		declaration = declaration code
		if (code ~ /;[ \t]*$/ && comment && start != FNR)
			report(start, "put the comment above the declaration that it breaks")
		if (code ~ /;[ \t]*$/ && !comment && !covered && depth == 0 && declaration ~ /\(/)
			report(start, "say above it what the function returns, who frees, what NULL is")
		depth += gsub(/[{]/, "", code) - gsub(/[}]/, "", code)
		if (declaration ~ /[;{}][ \t]*$/) declaration = ""
	}' $(find src ui tests -name '*.h') $(find src ui -name '*.c'))"

# What a comment names is there: files, and whatever has an underscore in its name. Names of others are listed.
say "$(git ls-files '*.c' '*.h' '*.def' '*.sh' '*.awk' '*.py' '*.yaml' '*.md' Makefile | awk -v listed='git-compat-util.h strbuf.h term.h a.c b.c csv.c qif.c landlock_create_ruleset api_key_' '
	BEGIN { n = split(listed, names, " "); for (i = 1; i <= n; i++) known[names[i]] = 1 }
	function learn(text,    n, i, words) { n = split(text, words, /[^A-Za-z0-9_]+/); for (i = 1; i <= n; i++) known[words[i]] = 1 }
	function look(text, place,    word) {
		while (match(text, /[A-Za-z0-9_][A-Za-z0-9_-]*([.][ch]([^A-Za-z0-9_]|$))?/)) {
			word = substr(text, RSTART, RLENGTH); sub(/[^A-Za-z0-9_]$/, "", word); text = substr(text, RSTART + RLENGTH)
			if (word ~ /^[a-z][a-z0-9]*_[a-z0-9_]+$|[.][ch]$/) { asked[++asks] = word; at[asks] = place }
		}
	}
	{
		path = file = $0; sub(/.*[/]/, "", file); known[file] = 1; learn(path); code = path ~ /[.][ch]$/; inside = line_number = 0
		while ((getline line < path) > 0) {
			line_number++
			if (!code) { learn(line); continue }
			rest = line
			while (rest != "") {
				end = index(rest, inside ? "*/" : "/*")
				part = end ? substr(rest, 1, end - 1) : rest
				if (!inside) learn(part)
				else if (path ~ /^(src|ui)[/]/) look(part, path ":" line_number)
				rest = end ? substr(rest, end + 2) : ""
				if (end) inside = !inside
			}
		}
		close(path)
	}
	END { for (i = 1; i <= asks; i++) if (!(asked[i] in known)) print at[i] ": nothing is called " asked[i] }')"

# Each file names its licence.
say "$(grep -L 'SPDX-License-Identifier: MIT' $code $(git ls-files Makefile .ci tools/packages.txt '*.def' '*.py' '*.awk' '*.mjs' '*.sh') | sed 's/$/: begin with the line of the licence (SPDX)/')"
# A file includes its own header first, so that this needs nothing before it. The others are sorted: in src and ui by
# clang-format, in tests but for what cmocka.h needs before it.
say "$(awk '
	FNR == 1 { first = before = ""; own = "\"" FILENAME "\""; sub(/src\//, "", own); sub(/[.]c"$/, ".h\"", own) }
	!/^#include/ { before = ""; next }
	$2 == own && first != "" { print FILENAME ":" FNR ": include the own header before others" }
	{ first = first $2; key = ($2 ~ /^</ ? 1 : 2) $2 }
	FILENAME ~ /^tests/ && before > key && $2 !~ /<(setjmp|cmocka).h>/ { print FILENAME ":" FNR ": sort the includes" }
	{ before = $2 == "<cmocka.h>" || $2 == own ? "" : key }' $(find src ui tests -name '*.[ch]'))"

# What nearly every file needs is included at once.
say "$(grep -nE '#include "base/(core/(alloc|buf|clock)|error|json/json|text/(text|utf8))[.]h"|#include <(string|stdlib|stdio|errno|ctype|limits|stdint|stdbool|unistd)[.]h>' $(grep -l '#include "base/base.h"' $(find src ui -name '*.c')) | sed -E 's/^([^:]+:[0-9]+):.*/\1: base\/base.h has it/')"

# What is owned is declared so, and freed without a cast.
say "$(grep -nE 'free\(\((void|char) \*\)' $(find src ui -name '*.c') |
	sed -E 's/^([^:]+:[0-9]+):.*/\1: declare what is owned without const and free it without a cast/')"

say "$(find tests/e2e tests/screen -name '*.sh' ! -perm -u+x | sed 's/$/: a test script is executable (chmod +x)/')"

# Every promise has a test, and no test holds what is promised nowhere.
say "$([ ! -x tools/promises.sh ] || tools/promises.sh check)"

say "$(git ls-files | grep -E '\.(orig|rej|swp)$|~$' | sed 's/$/: does not belong here/')"

# A commit that is not pushed yet says what changes in at most 72 characters, and why below; a new bound of lines is named
# there. What is pushed cannot be mended any more.
if [ -n "$(git rev-list -1 '@{upstream}..HEAD' 2>/dev/null)" ] && ! git rev-parse -q --verify 'HEAD^2' >/dev/null; then
	subject=$(git log -1 --format=%s) why=$(git log -1 --format=%b)
	[ ${#subject} -le 72 ] || say "HEAD: its subject has ${#subject} characters, at most 72"
	[ -n "$why" ] || say "HEAD: say in its body why"
	bound=$(git show --format= HEAD -- tools/lint.sh | sed -n 's/^+most_lines=//p')
	case $why in *"$bound"*) ;; *) say "HEAD: say in its body why $bound lines (most_lines of tools/lint.sh)" ;; esac
fi

[ $found = 0 ] && echo "lint: clean"
exit $found
