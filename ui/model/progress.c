/* SPDX-License-Identifier: MIT
 * Finds progress in what commands print. The table is read when a command first prints something; a
 * pattern that cannot be used is logged and left out. The text is a stranger's: only the end of a
 * line is looked at, and a pattern that takes too long is left out from then on.
 */
#include "ui/model/progress.h"

#include "base/base.h"
#include "base/log.h"
#include "base/regex.h"
#include "config/prompt.h"

#define FILE_NAME "progress.yaml"
#define PATTERNS 40
#define LOOKED_AT 400 /* this many bytes of a line's end are looked at */
#define RETURN "␍"    /* a carriage return as text_sanitise spells it */
#define RETURN_LEN (sizeof RETURN - 1)

enum progress_kind { PERCENT, COUNT, TESTS };
static struct {
	struct pattern {
		struct regex *regex; /* (owned) */
		enum progress_kind kind;
		bool slow;
	} list[PATTERNS];
	size_t count;
	bool read;
} table;

static void add_patterns(const json_t *patterns, enum progress_kind kind)
{
	struct error e = ERROR_INIT;

	json_each (pattern, patterns) {
		struct regex *regex = regex_new(json_string_value(pattern),
		    json_string_length(pattern), REGEX_UTF | REGEX_OFTEN, &e);

		if (regex && table.count < PATTERNS)
			table.list[table.count++] = (struct pattern){regex, kind, false};
		else
			regex_free(regex);
		if (!regex)
			log_add(LOG_WARN, "a pattern of " FILE_NAME " is left out: %s", e.message);
		error_free(&e);
	}
}

static void read_table(void)
{
	json_auto_t *file = config_table_usable(FILE_NAME);

	add_patterns(json_list(file, "percent"), PERCENT);
	add_patterns(json_list(file, "count"), COUNT);
	add_patterns(json_list(file, "tests"), TESTS);
	table.read = true;
}

void progress_forget(void)
{
	for (size_t i = 0; i < table.count; i++)
		regex_free(table.list[i].regex);
	table.count = 0;
	table.read = false;
}

static double group_number(const struct regex *r, int group, const char *s)
{
	char digits[32] = "";
	size_t from, to;

	if (!regex_group(r, group, &from, &to) || to <= from || to - from >= sizeof digits)
		return -1;
	memcpy(digits, s + from, to - from);
	return strtod(digits, NULL);
}

static void note_limit(struct pattern *p, enum regex_result found)
{
	if (found != REGEX_LIMIT)
		return;
	log_add(LOG_WARN, "a pattern of " FILE_NAME " takes too long and is left out");
	p->slow = true;
}

static int last_match(struct pattern *p, const char *s, size_t len)
{
	enum regex_result found = REGEX_NO;
	size_t at = 0, from, to;
	int told = -1;

	while (at < len && (found = regex_find(p->regex, s, len, at, &from, &to)) == REGEX_YES) {
		const double part = group_number(p->regex, 1, s),
			     whole = p->kind == COUNT ? group_number(p->regex, 2, s) : 100;
		if (part >= 0 && whole > 0 && part <= whole)
			told = (int)(part * 100 / whole);
		at = to > at ? to : at + 1;
	}
	note_limit(p, found);
	return told;
}

static bool is_return(const char *s, size_t at)
{
	return memcmp(s + at, RETURN, RETURN_LEN) == 0;
}

void progress_visible_part(const char *s, size_t *from, size_t *to)
{
	size_t at;

	while (*to - *from >= RETURN_LEN && is_return(s, *to - RETURN_LEN))
		*to -= RETURN_LEN;
	for (at = *to; at >= *from + RETURN_LEN && !is_return(s, at - RETURN_LEN); at--)
		;
	*from = at >= *from + RETURN_LEN ? at : *from;
}

int progress_percent(const char *s, size_t len, int lines)
{
	int told = -1;

	if (!table.read && len)
		read_table();
	while (len && s[len - 1] == '\n')
		len--;
	while (len && told < 0 && lines-- > 0) {
		size_t at = len;
		while (at > 0 && s[at - 1] != '\n')
			at--;
		size_t from = at, to = len;
		progress_visible_part(s, &from, &to);
		if (to - from > LOOKED_AT)
			from = text_next(s, to, to - LOOKED_AT);
		for (size_t i = 0; i < table.count && told < 0; i++)
			if (!table.list[i].slow && table.list[i].kind != TESTS)
				told = last_match(&table.list[i], s + from, to - from);
		len = at ? at - 1 : 0;
	}
	return told;
}

bool progress_is_test(const char *command, size_t len)
{
	enum regex_result found = REGEX_NO;
	size_t from, to;

	if (!table.read)
		read_table();
	len = len > LOOKED_AT ? text_prev(command, LOOKED_AT) : len;
	for (size_t i = 0; i < table.count && found != REGEX_YES; i++) {
		struct pattern *p = &table.list[i];
		if (p->kind != TESTS || p->slow)
			continue;
		found = regex_find(p->regex, command, len, 0, &from, &to);
		note_limit(p, found);
	}
	return found == REGEX_YES;
}

void progress_bar(struct buf *out, int percent, int cells, bool ascii)
{
	const int full = cells * percent / 100;

	for (int i = 0; i < cells; i++)
		buf_adds(out, i < full ? (ascii ? "#" : "█") : (ascii ? "-" : "░"));
	buf_addf(out, "%s%3d%%", cells ? " " : "", percent);
}
