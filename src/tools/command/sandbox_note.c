/*
 * The first row of config/sandbox.yaml that fits decides. Patterns of the output are looked for in its last bytes:
 * a command says why it failed at its end.
 */
#include "tools/command/sandbox_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/regex.h"
#include "config/prompt.h"

#define LAST_BYTES 4096

static bool pattern_matches(const char *pattern, const char *text, size_t len)
{
	struct regex *regex = regex_new(pattern, strlen(pattern), REGEX_CASELESS, NULL);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
}

/* Whether what the row says of the end, besides its patterns, is so. */
static bool row_is_about(const json_t *row, const struct confined_end *end)
{
	const char *when = json_str(row, "when", "");
	const int64_t status = json_int(row, "exit", -1);

	if (strcmp(when, "any_end") == 0)
		return true;
	if (end->ok || (strcmp(when, "time_out") == 0 && !end->timed_out) ||
	    (strcmp(when, "not_owner") == 0 && !end->not_owner))
		return false;
	return status < 0 || status == end->status;
}

static bool row_matches(const json_t *row, const struct confined_end *end)
{
	const char *pattern = json_str(row, "pattern", NULL),
		   *command = json_str(row, "command", NULL);
	const size_t all = end->text->len, len = all < LAST_BYTES ? all : LAST_BYTES;

	if (end->network && strcmp(json_str(row, "note", ""), "network") == 0)
		return false;
	return row_is_about(row, end) &&
	       (!command || pattern_matches(command, end->command, strlen(end->command))) &&
	       (!pattern || pattern_matches(pattern, buf_str(end->text) + all - len, len));
}

static void take_row_texts(struct sandbox_note *out, const json_t *row)
{
	char *prompt;

	out->name = xstrdup(json_str(row, "note", ""));
	out->row = xstrdup(json_str(row, "row", ""));
	prompt = xasprintf("sandbox/%s", out->name);
	out->text = prompt_text(prompt, NULL, 0);
	free(prompt);
}

bool sandbox_note(const struct confined_end *end, struct sandbox_note *out)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table("sandbox.yaml", &problems), *row;
	bool found = false;
	size_t i;

	json_array_foreach (json_list(table, "stopped"), i, row) {
		found = row_matches(row, end);
		if (found) {
			take_row_texts(out, row);
			break;
		}
	}
	json_decref(table);
	problems_free(&problems);
	return found;
}

void sandbox_note_free(struct sandbox_note *note)
{
	free(note->name);
	free(note->row);
	free(note->text);
	*note = (struct sandbox_note){0};
}
