/*
 * See written_calls.h.
 */
#include "llm/written/written_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json/json.h"
#include "llm/written/written_forms.h"

#define PLACES 2000000 /* indexes of calls that have none begin here */
#define CODE_INDENT 4  /* blanks before a line of code */
#define COMPARED 500   /* bytes of a call that are looked for in what the model was given */

/* A whole answer that is a call needs no mark. */
static bool may_be_bare(const char *text, size_t len)
{
	static const char *const first[] = {"\"name\"", "\"type\""};
	const char *end = text + len;

	while (text < end && strchr(" \t\r\n", *text))
		text++;
	if (text == end || *text++ != '{')
		return false;
	while (text < end && strchr(" \t\r\n", *text))
		text++;
	for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
		const size_t left = (size_t)(end - text), most = strlen(first[i]);

		if (memcmp(text, first[i], left < most ? left : most) == 0)
			return true;
	}
	return false;
}

/* Where the run of this byte ends that begins at s. */
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

/* A fence opens a block of code, or closes the one that is open: it is as long, of the same marks, and ends
 * its line. False: the text ends before that is known. */
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

/* Looks at the first byte of a line that is no blank: a line that begins with four blanks is code, one behind
 * '>' or '|' quotes. False: the text ends before that is known. */
static bool line_begins(struct written_watch *w, const char *text, size_t len)
{
	const char *from = text + w->at, *end = text + len, *s = skip_blanks(from, end);
	const bool tab = memchr(from, '\t', (size_t)(s - from)) != NULL;

	if (s == end || ((*s == '`' || *s == '~') && !fence_passes(w, s, end)))
		return false;
	w->in_line = true;
	w->aside = tab || s - from >= CODE_INDENT || *s == '>' || *s == '|';
	w->ticks = 0;
	w->at = (size_t)(s - text);
	return true;
}

/* Passes backticks, as many of which close code in a line as have opened it. False: more of them may come. */
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

/* Looks at the text up to a mark, or to where some of a mark or of code may be missing yet. The watch is a copy,
 * since what is read and written through a pointer at each byte took three times as long. */
static struct written_watch look_on(struct written_watch w, const char *text, size_t len)
{
	while (w.at < len) {
		const char *s = text + w.at;

		if (!w.in_line) {
			if (!line_begins(&w, text, len))
				break;
		} else if (*s == '`') {
			if (!ticks_pass(&w, text, len))
				break;
		} else {
			const bool may_be =
			    (*s == '<' || *s == '[') && !w.fence && !w.ticks && !w.aside;
			const enum written_mark mark =
			    may_be ? written_begins(s, text + len) : WRITTEN_NONE;

			w.found = mark == WRITTEN_WHOLE;
			if (mark != WRITTEN_NONE)
				break;
			w.in_line = *s != '\n';
			w.at++;
		}
	}
	return w;
}

size_t written_calls_before(struct written_watch *w, const char *text, size_t len)
{
	if (may_be_bare(text, len))
		return 0;
	if (!w->found)
		*w = look_on(*w, text, len);
	return w->at;
}

/* The first mark outside of code; NULL: there is none. */
static const char *first_mark(const char *text, const char *end)
{
	const struct written_watch w =
	    look_on((struct written_watch){0}, text, (size_t)(end - text));

	return w.found ? text + w.at : NULL;
}

/* ---- What the model may have copied ---- */

static bool is_passed(char c)
{
	return strchr(" \t\r\n\\", c) != NULL;
}

/* Whether the call stands at the beginning of a text that ends in a null byte, but for blanks, backslashes and
 * what stands before a line of it, such as its number. */
static bool is_copied_from(const char *text, const char *call, const char *end)
{
	bool line = false;

	for (;; text++, call++) {
		while (call < end && is_passed(*call))
			call++;
		if (call == end)
			return true;
		for (; *text && is_passed(*text); text++)
			line |= *text == '\n';
		if (*text != *call && line)
			text += strcspn(text, (const char[]){*call, '\n', '\0'});
		if (*text != *call)
			return false;
		line = false;
	}
}

static bool is_found_in(const char *text, const char *call, const char *end)
{
	for (text = strchr(text, *call); text; text = strchr(text + 1, *call))
		if (is_copied_from(text, call, end))
			return true;
	return false;
}

/* Whether the call stands in something the model was given: a result, or words that are not its own. */
static bool was_given(const json_t *items, const char *call, const char *end)
{
	const json_t *item, *part;
	size_t i, k;

	if (end - call > COMPARED)
		end = call + COMPARED;
	json_array_foreach (items, i, item) {
		if (strcmp(json_str(item, "role", ""), "assistant") == 0)
			continue;
		if (is_found_in(json_str(item, "text", ""), call, end))
			return true;
		json_array_foreach (json_list(item, "parts"), k, part)
			if (is_found_in(json_str(part, "text", ""), call, end))
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
	char *line = json_is_string(arguments) ? xstrdup(json_string_value(arguments))
					       : json_line(arguments);
	bool ok = c && reply_call_add(c, line, strlen(line), NULL);

	free(line);
	if (!ok)
		return false;
	c->name = xstrdup(json_str(call, "name", ""));
	c->written = true;
	c->quoted = quoted;
	if (r->part_count)
		reply_part_new(r, REPLY_CALL, index);
	return true;
}

/* Where the text of a call begins. */
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
			to = k + 1 < count ? call_begin(w, k + 1) : w->end;
		if (!take_one(r, json_array_get(w->calls, i), was_given(items, from, to)))
			break;
	}
	reply_settle_calls(r);
	return r->call_count;
}

static void cut_text(struct reply *r, size_t len)
{
	while (len && strchr(" \t\r\n", r->text.data[len - 1]))
		len--;
	buf_cut(&r->text, len);
	r->restarted = true; /* who has shown it takes it back */
}

size_t written_calls_take(struct reply *r, const json_t *tools, const json_t *items)
{
	const char *text = buf_str(&r->text), *end = text + r->text.len, *mark;
	struct written written = {.at = text, .end = end, .tools = tools};
	size_t taken = 0;

	if (r->call_count || !json_array_size(tools) || r->finish == FINISH_LENGTH ||
	    r->finish == FINISH_FILTER)
		return 0;
	mark = first_mark(text, end);
	written.calls = json_array();
	if (mark)
		written.at = mark;
	if (mark ? written_read(&written) : written_read_bare(&written)) {
		taken = take_all(r, &written, items);
		cut_text(r, mark ? (size_t)(mark - text) : 0);
	}
	json_decref(written.calls);
	return taken;
}
