#include "tools/sandbox_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/regex.h"
#include "config/prompt.h"

#define LAST_BYTES 4096

static bool matches(const json_t *row, const char *text, size_t len)
{
	const char *pattern = json_str(row, "pattern", "");
	struct regex *regex = regex_new(pattern, strlen(pattern), REGEX_CASELESS, NULL);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
}

char *sandbox_note(const struct buf *text)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table("sandbox.yaml", &problems), *row;
	size_t len = text->len < LAST_BYTES ? text->len : LAST_BYTES, i;
	char *note = NULL;

	json_array_foreach (json_list(table, "stopped"), i, row) {
		if (!matches(row, buf_str(text) + text->len - len, len))
			continue;
		char *name = xasprintf("sandbox/%s", json_str(row, "note", ""));

		note = prompt_text(name, NULL, 0);
		free(name);
		break;
	}
	json_decref(table);
	problems_free(&problems);
	return note;
}
