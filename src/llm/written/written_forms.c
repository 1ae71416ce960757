/* SPDX-License-Identifier: MIT
 * Finds and reads written calls by the rows of the table of forms. Their marks stand in one array,
 * made when the first text is looked at; rows with the same mark are tried in their order.
 */
#include "llm/written/written_forms.h"

#include "base/base.h"
#include "llm/written/written_shapes.h"

#define CODE_INDENT 4 /* blanks before a line of code */

struct written_opening {
	const char *text; /* (borrowed) of the row */
	bool opens;	  /* it is part of the call: reading begins at the mark */
	bool line, named, underscore;
	const json_t *form; /* (borrowed) its row */
	size_t next;	    /* index + 1 of the next mark with the same first byte; 0: none */
};
static struct {
	struct written_opening
	    *marks; /* in the order of the rows; kept as long as the program runs */
	size_t count, cap;
	size_t first[256]; /* index + 1 of the first mark that begins with the byte; 0: none */
} table;

static void mark_add(const json_t *form, const json_t *mark)
{
	size_t *last = &table.first[(unsigned char)*json_string_value(mark)];

	array_reserve(&table.marks, &table.cap, table.count + 1, sizeof *table.marks);
	while (*last)
		last = &table.marks[*last - 1].next;
	table.marks[table.count++] = (struct written_opening){
	    .text = json_string_value(mark),
	    .opens = json_holds_str(json_list(form, "call"), json_string_value(mark)),
	    .line = json_flag(form, "line", false),
	    .named = json_flag(form, "named", false),
	    .underscore = json_flag(form, "underscore", false),
	    .form = form,
	};
	*last = table.count;
}

static void table_load(void)
{
	if (table.count)
		return;
	json_each (form, json_list(written_table(), "forms"))
		json_each (mark, json_list(form, "mark"))
			mark_add(form, mark);
}

bool written_may_begin(char c)
{
	table_load();
	return table.first[(unsigned char)c] != 0;
}

/* Whether a tool's name stands at `at`. WRITTEN_PART: the text ends in what may be one. */
static enum written_mark name_follows(
    const struct written_opening *m, const char *at, const char *end, const json_t *tools)
{
	struct written w = {.at = at, .end = end};
	char name[WRITTEN_NAME_MOST + 1];

	while (w.at < end && *w.at == ' ')
		w.at++;
	if (!written_name(&w, name))
		return w.at == end ? WRITTEN_PART : WRITTEN_NONE;
	if (w.at == end)
		return strlen(name) < WRITTEN_NAME_MOST ? WRITTEN_PART : WRITTEN_NONE;
	if (m->underscore && (*w.at != '>' || !strchr(name, '_')))
		return WRITTEN_NONE;
	return written_is_tool(tools, name) ? WRITTEN_WHOLE : WRITTEN_NONE;
}

/* Whether mark m stands at `at`. *to: its end; NULL: it is not whole. */
static enum written_mark mark_begins(const struct written_opening *m, const char *at,
    const char *end, bool line, const json_t *tools, const char **to)
{
	bool cut = false;

	*to = m->line && !line ? NULL : written_mark_end(m->text, NULL, at, end, &cut);
	if (!*to)
		return cut ? WRITTEN_PART : WRITTEN_NONE;
	return m->named ? name_follows(m, *to, end, tools) : WRITTEN_WHOLE;
}

enum written_mark written_begins(const char *at, const char *end, bool line, const json_t *tools)
{
	enum written_mark found = WRITTEN_NONE;
	const char *to;

	table_load();
	for (size_t i = table.first[(unsigned char)*at]; i && found != WRITTEN_WHOLE;
	     i = table.marks[i - 1].next) {
		const enum written_mark one =
		    mark_begins(&table.marks[i - 1], at, end, line, tools, &to);

		found = one > found ? one : found;
	}
	return found;
}

static bool read_form(struct written *w, const json_t *form)
{
	const char *shape = json_str(form, "shape", "");
	const bool ok = strcmp(shape, "objects") == 0 ? written_objects(w, form)
			: strcmp(shape, "tags") == 0  ? written_tags(w, form)
						      : written_python(w);

	while (ok && (written_skip_any(w, json_list(form, "end"), NULL) ||
			 written_skip_any(w, json_list(written_table(), "ends"), NULL)))
		;
	return ok;
}

static void forget_calls(struct written *w, size_t count)
{
	while (json_array_size(w->calls) > count)
		json_array_remove(w->calls, json_array_size(w->calls) - 1);
}

/* Reads a call by the first row that can read it. */
static bool read_one(struct written *w)
{
	const size_t count = json_array_size(w->calls);

	w->from = w->at;
	for (size_t i = 0; i < table.count; i++) {
		const struct written_opening *m = &table.marks[i];
		const char *to;

		if (mark_begins(m, w->from, w->end, true, w->tools, &to) != WRITTEN_WHOLE)
			continue;
		w->at = m->opens ? w->from : to;
		if (read_form(w, m->form))
			return true;
		forget_calls(w, count);
	}
	w->at = w->from;
	return false;
}

bool written_read(struct written *w)
{
	table_load();
	do {
		if (!read_one(w))
			return false;
		written_skip_blanks(w);
	} while (w->at < w->end && written_begins(w->at, w->end, true, w->tools) == WRITTEN_WHOLE);
	return true;
}

bool written_goes_on(const struct written *w)
{
	struct written behind = *w;

	return written_skip_any(&behind, json_list(written_table(), "behind"), NULL);
}

/* ---- Without a mark ---- */

/* Whether the quoted name of a member that calls have follows. */
static enum written_mark member_follows(struct written w)
{
	static const char *const lists[] = {"name", "arguments", "calls", "beside"};

	written_skip_blanks(&w);
	if (w.at == w.end)
		return WRITTEN_PART;
	if (!written_skip(&w, "\""))
		return WRITTEN_NONE;
	const char *from = w.at;
	const char *close = memchr(from, '"', (size_t)(w.end - from));
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		json_each (key, json_list(json_map(written_table(), "objects"), lists[i])) {
			const size_t len = json_string_length(key),
				     have = (size_t)((close ? close : w.end) - from);

			if (have <= len && !memcmp(from, json_string_value(key), have) &&
			    (!close || have == len))
				return close ? WRITTEN_WHOLE : WRITTEN_PART;
		}
	}
	return WRITTEN_NONE;
}

/* Whether `name(` follows, or (if object) a name with an object in the next line. */
static enum written_mark call_follows(struct written w, bool object)
{
	char name[WRITTEN_NAME_MOST + 1];

	if (!written_name(&w, name))
		return WRITTEN_NONE;
	if (w.at == w.end)
		return written_may_be_tool(w.tools, name) ? WRITTEN_PART : WRITTEN_NONE;
	if (!strchr(name, '_') || !written_is_tool(w.tools, name))
		return WRITTEN_NONE;
	if (*w.at == '(')
		return WRITTEN_WHOLE;
	if (!object || !written_skip(&w, "\n"))
		return WRITTEN_NONE;
	return w.at == w.end ? WRITTEN_PART : *w.at == '{' ? WRITTEN_WHOLE : WRITTEN_NONE;
}

/* Skips a line that opens a fence, if one is here; false: it has not ended yet. */
static bool skip_fence_line(struct written *w)
{
	if (!written_skip(w, "```"))
		return true;
	const char *line = memchr(w->at, '\n', (size_t)(w->end - w->at));
	if (line)
		w->at = line + 1;
	return line != NULL;
}

/* Skips blanks. False: the line they end in is indented as code. */
static bool skip_margin(struct written *w)
{
	const char *from = w->at, *line;

	written_skip_blanks(w);
	line = memrchr(from, '\n', (size_t)(w->at - from));
	line = line ? line + 1 : from;
	return w->at - line < CODE_INDENT && !memchr(line, '\t', (size_t)(w->at - line));
}

enum written_mark written_may_be_bare(const char *text, size_t len, const json_t *tools)
{
	struct written w = {.at = text, .end = text + len, .tools = tools};

	if (!skip_margin(&w))
		return WRITTEN_NONE;
	if (w.end - w.at < 3 && written_at(&w, "`"))
		return WRITTEN_PART;
	if (!skip_fence_line(&w))
		return WRITTEN_PART;
	written_skip_blanks(&w);
	if (w.at == w.end)
		return WRITTEN_PART;
	if (written_skip(&w, "{"))
		return member_follows(w);
	if (!written_skip(&w, "["))
		return call_follows(w, true);
	written_skip_blanks(&w);
	if (w.at == w.end)
		return WRITTEN_PART;
	return written_skip(&w, "{") ? member_follows(w) : call_follows(w, false);
}

bool written_read_bare(struct written *w)
{
	const char *text = w->at, *from;

	if (written_may_be_bare(text, (size_t)(w->end - text), w->tools) != WRITTEN_WHOLE)
		return false;
	written_skip_blanks(w);
	w->from = w->at;
	bool fenced = written_at(w, "`") && skip_fence_line(w);
	written_skip_blanks(w);
	from = w->at;
	if (!written_bare_objects(w)) {
		forget_calls(w, 0);
		w->at = from;
		if (!written_python(w)) {
			forget_calls(w, 0);
			w->at = from;
			if (!written_tags(w, NULL))
				return false;
		}
	}
	written_skip_blanks(w);
	if (fenced)
		written_skip(w, "```");
	written_skip_blanks(w);
	return w->at == w->end;
}
