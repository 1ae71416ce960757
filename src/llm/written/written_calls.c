/* SPDX-License-Identifier: MIT
 * Takes calls that a model wrote as text out of a finished reply, and looks for calls left in an answer.
 */
#include "llm/written/written_calls.h"

#include "base/base.h"
#include "llm/written/written_forms.h"
#include "llm/written/written_shapes.h"
#include "session/event/event_data.h"

#define PLACES 2000000 /* indexes of calls without one begin here */
#define CODE_INDENT 4  /* blanks before a line of code */
#define MARKS_TRIED 64 /* marks of a text: in most texts the first one opens a call */
#define WORD_COMPARED 8
#define NAMES_LOOKED_AT 10 /* behind a mark */
#define COMPARED 500	   /* bytes of a call that are looked for in what the model was given */

/* Returns the end of the run of equal bytes that begins at s. */
static const char *run_end(const char *s, const char *end)
{
	const char c = *s;

	while (s < end && *s == c)
		s++;
	return s;
}

static const char *skip_blanks(const char *s, const char *end)
{
	while (s < end && strchr(" \t\r", *s))
		s++;
	return s;
}

/* Takes a run of '`' or '~' that begins a line: three or more open a block of code, or close the open one if they are
 * as long, of the same byte, and end their line. False: the text ends too soon to know. */
static bool fence_passes(struct written_watch *w, const char *s, const char *end)
{
	const char *behind = run_end(s, end);

	if (behind == end)
		return false;
	if (behind - s < 3)
		return true;
	if (!w->fence) {
		w->fence = (size_t)(behind - s);
		w->fence_mark = *s;
	} else if (*s == w->fence_mark && (size_t)(behind - s) >= w->fence) {
		behind = skip_blanks(behind, end);
		if (behind == end)
			return false;
		if (*behind == '\n')
			w->fence = 0;
	}
	return true;
}

/* Looks at the first byte of a line that is no blank: a line that begins with four blanks is code,
 * one that begins with '>' or '|' a quotation. Some marks look like either and are looked for
 * first. False: the text ends before that is known. */
static bool line_begins(struct written_watch *w, const char *text, size_t len, const json_t *tools)
{
	const char *from = text + w->at, *end = text + len, *s = skip_blanks(from, end);
	enum written_mark mark = WRITTEN_NONE;

	if (s == end)
		return false;
	bool code = s - from >= CODE_INDENT || memchr(from, '\t', (size_t)(s - from));
	if (!code && !w->fence && strchr("`>", *s))
		mark = written_begins(s, end, true, tools);
	if (mark == WRITTEN_PART ||
	    (strchr("`~", *s) && mark == WRITTEN_NONE && !fence_passes(w, s, end)))
		return false;
	w->aside = code || (strchr(">|", *s) && mark == WRITTEN_NONE);
	w->in_line = true;
	w->ticks = 0;
	w->at = w->begin = (size_t)(s - text);
	return true;
}

/* Passes backticks: they open code in a line, or close it if as many opened it. False: more of them may come. */
static bool ticks_pass(struct written_watch *w, const char *text, size_t len)
{
	const char *s = text + w->at, *behind = run_end(s, text + len);
	const size_t count = (size_t)(behind - s);

	if (behind == text + len)
		return false;
	if (!w->ticks)
		w->ticks = count;
	else if (w->ticks == count)
		w->ticks = 0;
	w->at += count;
	return true;
}

static enum written_mark mark_at(
    const struct written_watch *w, const char *text, size_t len, const json_t *tools)
{
	const char *s = text + w->at;
	const struct written rest = {.end = text + len};

	if (!written_may_begin(*s) || w->fence || w->ticks || w->aside)
		return WRITTEN_NONE;
	if (w->signs && written_any_end(&rest, s, json_list(written_table(), "signs"), NULL))
		return WRITTEN_WHOLE;
	return written_begins(s, text + len, w->at == w->begin, tools);
}

/* Returns the watch moved on to the next mark, or to where a mark or a fence may be incomplete. It
 * is passed by value: access through a pointer at each byte took three times as long. */
static struct written_watch look_on(
    struct written_watch w, const char *text, size_t len, const json_t *tools)
{
	while (w.at < len) {
		const char *s = text + w.at;

		if (!w.in_line) {
			if (!line_begins(&w, text, len, tools))
				break;
			continue;
		}
		enum written_mark mark = mark_at(&w, text, len, tools);
		w.found = mark == WRITTEN_WHOLE;
		if (mark != WRITTEN_NONE)
			break;
		if (*s == '`') {
			if (!ticks_pass(&w, text, len))
				break;
		} else {
			w.in_line = *s != '\n';
			w.at++;
		}
	}
	return w;
}

size_t written_calls_before(
    struct written_watch *w, const char *text, size_t len, const json_t *tools)
{
	if (written_may_be_bare(text, len, tools) != WRITTEN_NONE)
		return 0;
	if (!w->found)
		*w = look_on(*w, text, len, tools);
	return w->at;
}

/* Passes a mark that opens no call; one that is a fence opens code. */
static void pass_mark(struct written_watch *w, const char *text)
{
	if (text[w->at] == '`') {
		w->fence = 3;
		w->fence_mark = '`';
		w->at += 2;
	}
	w->at++;
	w->found = false;
}

/* ---- What the model may have copied ---- */

static bool is_skipped_char(char c)
{
	return strchr(" \t\r\n\\", c) != NULL;
}

/* Returns where the call's next word stands in a line of the text, behind a line's number or the
 * like; "" if nowhere. */
static const char *find_in_line(const char *line, const char *call, const char *end)
{
	const size_t len = strcspn(line, "\n");
	size_t word = 0;

	while (word < WORD_COMPARED && call + word < end && !is_skipped_char(call[word]))
		word++;
	line = memmem(line, len, call, word);
	return line ? line : "";
}

/* Whether text begins with the call, apart from blanks, backslashes and what precedes the call's words in a line. */
static bool is_copied_from(const char *text, const char *call, const char *end)
{
	for (bool line = false;; text++, call++, line = false) {
		while (call < end && is_skipped_char(*call))
			call++;
		if (call == end)
			return true;
		for (; *text && is_skipped_char(*text); text++)
			line |= *text == '\n';
		if (line)
			text = find_in_line(text, call, end);
		if (*text != *call)
			return false;
	}
}

static bool is_found_in(const char *text, const char *call, const char *end)
{
	for (text = strchr(text, *call); text; text = strchr(text + 1, *call))
		if (is_copied_from(text, call, end))
			return true;
	return false;
}

/* Whether the call's first bytes stand in something the model was given: a result, or words that are not its own. */
static bool was_given(const json_t *items, const char *call, const char *end)
{
	if (end - call > COMPARED)
		end = call + COMPARED;
	json_each (item, items) {
		if (strcmp(json_str(item, "role", ""), "assistant") == 0)
			continue;
		if (is_found_in(json_str(item, "text", ""), call, end))
			return true;
		json_each (part, json_list(item, "parts"))
			if (is_found_in(event_read_text_part(part).text, call, end))
				return true;
	}
	return false;
}

bool written_calls_are_read(const json_t *items, const char *model)
{
	for (size_t i = json_array_size(items); model && i-- > 0;)
		if (strcmp(json_str(json_array_get(items, i), "native", ""), model) == 0)
			return false;
	return true;
}

/* ---- The reply ---- */

static bool take_one(struct reply *r, const json_t *call, bool quoted)
{
	const json_t *arguments = json_object_get(call, "arguments");
	int64_t index = PLACES + (int64_t)r->call_count;
	struct reply_call *c = reply_call_new(r, index, NULL);
	auto_free char *line = json_is_string(arguments) ? xstrdup(json_string_value(arguments))
							 : json_line(arguments);
	bool ok = c && reply_call_add(c, line, strlen(line), NULL);

	if (!ok)
		return false;
	c->name = xstrdup(json_str(call, "name", ""));
	c->written = true;
	c->quoted = quoted;
	if (r->part_count)
		reply_part_new(r, REPLY_CALL, index);
	return true;
}

/* Returns where the text of a call begins. */
static const char *call_begin(const struct written *w, size_t i)
{
	return w->end - json_int(json_array_get(w->calls, i), "left", 0);
}

static size_t take_all(struct reply *r, const struct written *w, const json_t *items)
{
	const size_t count = json_array_size(w->calls);

	for (size_t i = 0; i < count; i++) {
		const char *from = call_begin(w, i), *to = from;

		for (size_t k = i; k < count && to == from; k++)
			to = k + 1 < count ? call_begin(w, k + 1) : w->at;
		if (!take_one(r, json_array_get(w->calls, i), was_given(items, from, to)))
			break;
	}
	reply_settle_calls(r);
	return r->call_count;
}

/* Whether the text behind the calls may be cut off: it is empty, or the model goes on there as if
 * they had run. Then it begins a line, as the calls do, and holds no other call. */
static bool rest_is_cut(const struct written *w, const struct written_watch *mark, const char *text)
{
	const char *behind = w->at;

	if (w->at == w->end || written_goes_on(w))
		return true;
	while (behind > text && strchr(" \t\r", behind[-1]))
		behind--;
	return mark->at == mark->begin && behind > text && behind[-1] == '\n' &&
	       !look_on((struct written_watch){0}, w->at, (size_t)(w->end - w->at), w->tools).found;
}

/* Reads the calls at the first mark of a text that opens some. *from: offset where they begin. False: none. */
static bool read_calls(struct written *w, size_t *from)
{
	const char *text = w->at;
	const size_t len = (size_t)(w->end - text);
	struct written_watch mark = {0};

	*from = 0;
	if (written_read_bare(w))
		return true;
	for (int tries = 0; tries < MARKS_TRIED && !w->unknown; tries++) {
		mark = look_on(mark, text, len, w->tools);
		if (!mark.found)
			return false;
		json_array_clear(w->calls);
		w->at = text + mark.at;
		*from = mark.at;
		if (written_read(w) && rest_is_cut(w, &mark, text))
			return true;
		pass_mark(&mark, text);
	}
	return false;
}

size_t written_calls_take(struct reply *r, const json_t *tools, const json_t *items)
{
	const char *text = buf_str(&r->text);
	json_auto_t *calls = json_array();
	struct written written = {
	    .at = text, .end = text + r->text.len, .tools = tools, .calls = calls};
	size_t from;

	if (r->call_count || r->split.to_user || !json_array_size(tools) ||
	    r->finish == FINISH_LENGTH || r->finish == FINISH_FILTER ||
	    !read_calls(&written, &from))
		return 0;
	size_t taken = take_all(r, &written, items);
	while (from && strchr(" \t\r\n", text[from - 1]))
		from--;
	buf_cut(&r->text, from);
	r->restarted = true; /* whoever has shown the text takes it back */
	return taken;
}

/* ---- An answer ---- */

/* Whether one of the first names behind a mark is a tool's. */
static bool names_tool(const char *at, const char *end, const json_t *tools)
{
	struct written w = {.at = at, .end = end};
	char name[WRITTEN_NAME_MOST + 1];

	for (int names = 0; w.at < end && names < NAMES_LOOKED_AT;) {
		if (!written_name(&w, name)) {
			w.at++;
			continue;
		}
		if (strchr(name, '_') && written_is_tool(tools, name))
			return true;
		names++;
	}
	return false;
}

/* Whether the text ends in a call without a mark, behind words. *in_code: the call stands in a block of code. */
static bool ends_in_call(const char *text, const char *end, const json_t *tools, bool *in_code)
{
	json_auto_t *calls = json_array();
	struct written w = {.end = end, .tools = tools, .calls = calls};
	const char *before = text;
	bool found = false;
	int tries = 0;

	for (const char *s = text; s < end && !found && tries < MARKS_TRIED; s++) {
		if (strchr("{[`", *s) && (s == text || strchr("\n:", *before))) {
			w.at = s;
			found = written_read_bare(&w);
			*in_code = *s == '`';
			tries++;
		}
		if (!strchr(" \t\r", *s))
			before = s;
	}
	return found;
}

bool written_calls_left(const char *text, const json_t *tools, bool *in_code)
{
	const size_t len = strlen(text);
	struct written_watch mark = {.signs = true};

	*in_code = false;
	for (int tries = 0; tries < MARKS_TRIED; tries++) {
		mark = look_on(mark, text, len, tools);
		if (!mark.found)
			break;
		if (names_tool(text + mark.at, text + len, tools))
			return true;
		pass_mark(&mark, text);
	}
	return ends_in_call(text, text + len, tools, in_code);
}
