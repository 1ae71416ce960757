# SPDX-License-Identifier: MIT
# A reply in n pieces of `size` bytes of Markdown (awk -v n=20000 -v size=44 -v ms=0), so many milliseconds apart; it ends in THEEND.
BEGIN {
	while (length(all) < n * size) {
		part = part "## Part " ++p "\n\n"
		for (k = 0; k < 3; k++) part = part "The parser of part " p " tries **ISO** first, then `the old form`, and says *why*; see [the notes](https://example.org/" p ").\n"
		part = part "\n1. one step that is long enough to be wrapped at the width of a terminal\n2. another\n   - below it\n   - and more\n\n"
		part = part "```c\nint parse_" p "(const char *s, struct date *d)\n{\n\treturn s && *s ? parse_iso(s, d) : -1; /* both */\n}\n```\n\n"
		part = part "| form | example |\n|---|--:|\n| ISO | 2026-11-21 |\n| old | 21/11/2026 |\n\n> quoted words of part " p "\n\n"
		if (p % 100 == 0 || length(all) + length(part) >= n * size) { all = all part; part = "" }
	}
	printf "  - delay_ms: {between: %d}\n    text: [", ms
	for (i = 0; i < n; i++) {
		s = substr(all, i * size + 1, size)
		gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/\n/, "\\n", s); gsub(/\t/, "\\t", s)
		printf "\"%s\", ", s
	}
	print "\"\\n\\nTHEEND\"]"
}
