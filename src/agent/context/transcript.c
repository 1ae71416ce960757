/* SPDX-License-Identifier: MIT
 * Results shrink first, to their beginning and end, then arguments and words; what is still too
 * much loses its oldest part, never an earlier summary. The markup is for the reader's eyes: tags
 * of a request's tail are neutralised, nothing else is escaped.
 */

#include "agent/context/transcript.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "tools/tool.h"

/* Bytes kept of one text, step by step. */
static const struct caps {
	size_t words, arguments, result;
} steps[] = {
    {32768, 4096, 8192},
    {8192, 1024, 2048},
    {2048, 256, 512},
    {600, 120, 0},
};
#define STEPS (sizeof steps / sizeof *steps)

static size_t char_start(const char *s, size_t at)
{
	while (at > 0 && ((unsigned char)s[at] & 0xc0) == 0x80)
		at--;
	return at;
}

static void add_element(
    struct buf *out, const char *tag, const char *name, const char *text, size_t max)
{
	const size_t len = strlen(text);

	if (max == 0 || !len)
		return;
	buf_addf(out, *name ? "<%s %s>\n" : "<%s>\n", tag, name);
	if (len <= max) {
		buf_add(out, text, len);
	} else { /* its beginning and its end */
		buf_add(out, text, char_start(text, max * 2 / 3));
		buf_adds(out, " … ");
		buf_adds(out, text + char_start(text, len - max / 3));
	}
	buf_addf(out, "\n</%s>\n", tag);
}

static void add_item(struct buf *out, const json_t *item, const struct caps *caps)
{
	const char *role = json_str(item, "role", ""), *kind = json_str(item, "kind", "");
	const char *whose = strcmp(role, "assistant") == 0     ? role
			    : !*kind || !strcmp(kind, "steer") ? "user"
							       : kind; /* a note, a summary */

	if (strcmp(kind, "context") == 0)
		return; /* told anew after it, or of how the session began */
	if (strcmp(json_str(item, "type", ""), "tool_result") == 0)
		add_element(out, "result", json_str(item, "tool", ""), json_str(item, "text", ""),
		    caps->result);
	json_each (part, json_list(item, "parts")) {
		const struct event_call_part call = event_read_call_part(part);

		if (part_type(part) == PART_TEXT)
			add_element(out, whose, "", event_read_text_part(part).text, caps->words);
		else if (part_type(part) == PART_CALL)
			add_element(out, "call", call.tool, call.arguments, caps->arguments);
	}
}

static bool is_left_out(const json_t *item, const json_t *without)
{
	json_each (seq, without)
		if (json_integer_value(seq) == json_int(item, "seq", -1))
			return true;
	return false;
}

static void write_items(struct buf *out, const json_t *items, size_t from, size_t to,
    const json_t *without, const struct caps *caps)
{
	buf_clear(out);
	for (size_t i = from; i < to; i++) {
		const json_t *item = json_array_get(items, i);

		if (is_left_out(item, without)) {
			/* The user's words stay, so that the rest is summed up for what was asked. */
			json_each (part, json_list(item, "parts"))
				add_element(out, "request", "", event_read_text_part(part).text,
				    caps->words);
		} else {
			add_item(out, item, caps);
		}
	}
}

char *transcript_text(const json_t *items, size_t count, const json_t *without, size_t max)
{
	struct buf first = BUF_INIT, out = {.max = BUF_UNBOUNDED};
	size_t from = 0;

	if (count && strcmp(json_str(json_array_get(items, 0), "kind", ""), "summary") == 0) {
		write_items(
		    &first, items, 0, 1, without, &(struct caps){.words = max > 4 ? max / 2 : 2});
		from = 1;
		max -= first.len < max ? first.len : max;
	}
	for (size_t step = 0; step < STEPS; step++) {
		write_items(&out, items, from, count, without, &steps[step]);
		if (out.len <= max)
			break;
	}
	if (out.len > max) { /* the newest part stays, from the beginning of an element */
		const char *element = strstr(out.data + out.len - max, "\n<");

		buf_drop(&out, element ? (size_t)(element - out.data) + 1 : out.len);
	}
	buf_add(&first, buf_str(&out), out.len);
	buf_free(&out);
	tags_neutralise(&first);
	return buf_take(&first);
}
