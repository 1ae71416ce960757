/*
 * The first row of config/sandbox.yaml whose pattern is in the last bytes of the output decides; a command says
 * why it failed at its end.
 */
#include "tools/command/sandbox_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/regex.h"
#include "config/prompt.h"

#define LAST_BYTES 4096

static bool row_matches(const json_t *row, const char *text, size_t len)
{
	const char *pattern = json_str(row, "pattern", "");
	struct regex *regex = regex_new(pattern, strlen(pattern), REGEX_CASELESS, NULL);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
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

bool sandbox_note(const struct buf *text, bool not_owner, struct sandbox_note *out)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table("sandbox.yaml", &problems), *row;
	size_t len = text->len < LAST_BYTES ? text->len : LAST_BYTES, i;
	bool found = false;

	json_array_foreach (json_list(table, "stopped"), i, row) {
		if (*json_str(row, "when", "") && !not_owner)
			continue;
		found = row_matches(row, buf_str(text) + text->len - len, len);
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
