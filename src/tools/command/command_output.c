/* SPDX-License-Identifier: MIT
 * Keeps the first and the last bytes of a command's output, half of the limit each; notes on the sandbox.
 */
#include "tools/command/command_output.h"

#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"

/* The first row of config/sandbox.yaml that fits decides. Patterns of the output are looked for in its last bytes:
 * a command says why it failed at its end. */

#define LAST_BYTES 4096

static bool pattern_matches(const char *pattern, const char *text, size_t len)
{
	struct regex *regex = regex_new(pattern, strlen(pattern), REGEX_CASELESS, NULL);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
}

/* Whether a row's conditions (when, exit) hold for the end, and its patterns match. */
static bool row_matches(const json_t *row, const struct confined_end *end)
{
	const char *pattern = json_str(row, "pattern", NULL), *when = json_str(row, "when", ""),
		   *command = json_str(row, "command", NULL);
	const size_t all = end->text->len, len = all < LAST_BYTES ? all : LAST_BYTES;
	const int64_t status = json_int(row, "exit", -1);

	if (end->network && strcmp(json_str(row, "note", ""), "network") == 0)
		return false;
	if (strcmp(when, "any_end") != 0 &&
	    (end->ok || (strcmp(when, "time_out") == 0 && !end->timed_out) ||
		(strcmp(when, "not_owner") == 0 && !end->not_owner) ||
		(status >= 0 && status != end->status)))
		return false;
	return (!command || pattern_matches(command, end->command, strlen(end->command))) &&
	       (!pattern || pattern_matches(pattern, buf_str(end->text) + all - len, len));
}

bool sandbox_note(const struct confined_end *end, struct sandbox_note *out)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *table = config_table("sandbox.yaml", &problems);

	json_each (row, json_list(table, "stopped")) {
		if (!row_matches(row, end))
			continue;
		out->name = xstrdup(json_str(row, "note", ""));
		out->row = xstrdup(json_str(row, "row", ""));
		auto_free char *prompt = xasprintf("sandbox/%s", out->name);
		out->text = prompt_text(prompt, NULL, 0);
		return true;
	}
	return false;
}

bool sandbox_trial_fits(const char *pattern, const char *text, size_t len)
{
	json_auto_t *table = config_table_usable("sandbox.yaml");
	const char *found = json_str(json_map(table, "trial"), pattern, NULL);
	const size_t last = len < LAST_BYTES ? len : LAST_BYTES;
	return found && pattern_matches(found, text + len - last, last);
}

void sandbox_note_free(struct sandbox_note *note)
{
	free_all(note->name, note->row, note->text);
	*note = (struct sandbox_note){0};
}

/* This many first bytes decide whether the output is text, as text_is_binary does. */
#define LOOK_BYTES 8000
#define NOTE_LAST_BYTES \
	((size_t)1024) /* this many bytes of the end are searched for the last line */

void command_output_init(struct command_output *o, size_t max)
{
	*o =
	    (struct command_output){.max = max, .head = BUF_LIMIT(max / 2), .tail = BUF_LIMIT(max)};
}

/* The tail may grow to twice its share before its front is dropped, so that bytes move rarely. */
void command_output_add(struct command_output *o, const char *data, size_t len)
{
	size_t room = o->head.max - o->head.len, first = len < room ? len : room;
	size_t share = o->max / 2;

	buf_add(&o->head, data, first);
	if (o->total < LOOK_BYTES)
		o->binary = text_is_binary(buf_str(&o->head), o->head.len);
	o->total += len;
	data += first;
	len -= first;
	if (len >= share) {
		o->dropped += o->tail.len + len - share;
		buf_clear(&o->tail);
		data += len - share;
		len = share;
	} else if (o->tail.len + len > o->tail.max) {
		size_t drop = o->tail.len + len - share;

		buf_drop(&o->tail, drop);
		o->dropped += drop;
	}
	buf_add(&o->tail, data, len);
}

/* Whole lines are kept around the part that was dropped, so that nothing is shown cut in two:
 * half of a key would not be recognised as one. */
void command_output_write(const struct command_output *o, struct buf *out)
{
	const char *head = buf_str(&o->head), *tail = buf_str(&o->tail), *nl;
	size_t head_len = o->head.len, skip = 0;

	if (o->dropped) {
		nl = memrchr(head, '\n', head_len);
		head_len = nl ? (size_t)(nl + 1 - head) : head_len;
		nl = memchr(tail, '\n', o->tail.len);
		skip = nl ? (size_t)(nl + 1 - tail) : 0;
	}
	buf_add(out, head, head_len);
	if (o->dropped)
		buf_addf(
		    out, "[%zu bytes were not kept]\n", o->dropped + o->head.len - head_len + skip);
	buf_add(out, tail + skip, o->tail.len - skip);
}

char *command_output_last_line(const struct command_output *o, size_t max)
{
	const struct buf *b = o->tail.len ? &o->tail : &o->head;
	size_t from = b->len > NOTE_LAST_BYTES ? b->len - NOTE_LAST_BYTES : 0;
	auto_free char *text = text_clean(buf_str(b) + from, b->len - from);
	size_t at = strlen(text);

	while (at && strchr(" \t\n", text[at - 1]))
		at--;
	text[at] = '\0';
	while (at && text[at - 1] != '\n')
		at--;
	return text[at] ? text_line(text + at, max) : NULL;
}

void command_output_clear(struct command_output *o)
{
	size_t max = o->max;

	command_output_free(o);
	command_output_init(o, max);
}

void command_output_free(struct command_output *o)
{
	buf_free(&o->head);
	buf_free(&o->tail);
}
