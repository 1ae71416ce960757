/*
 * What a search tells of one session: its row in the list, and the line of text its words are in.
 */
#include <string.h>
#include "base/json/json.h"
#include "base/text/text.h"
#include "session/store/store_state.h"

#define MARK_FROM '\001' /* as ST_SNIPPET has them: what is stored holds no controls */
#define MARK_TO '\002'

/* The snippet as one line of safe text, and where its words are. */
void search_put_text(json_t *hit, const char *marked)
{
	const char stops[] = {MARK_FROM, MARK_TO, '\n', '\t', '\0'};
	struct buf text = BUF_INIT;
	json_t *marks = json_array();
	size_t from = 0;

	while (*marked) {
		const size_t len = strcspn(marked, stops);

		text_sanitise(&text, marked, len);
		marked += len;
		if (*marked == MARK_FROM)
			from = text.len;
		else if (*marked == MARK_TO)
			json_array_append_new(marks,
			    json_pack("[I, I]", (json_int_t)from, (json_int_t)(text.len - from)));
		else if (*marked)
			buf_addc(&text, ' ');
		marked += *marked != '\0';
	}
	json_put_str(hit, "text", buf_str(&text));
	json_put(hit, "marks", marks);
	buf_free(&text);
}

/* Returns the row of a session that was found. NULL where it belongs to another folder than cwd. */
json_t *search_row(struct store *s, int64_t key, const char *cwd)
{
	sqlite3_stmt *st = store_statement(s, ST_SESSION_ROW, NULL);
	json_t *row = NULL;

	if (!st)
		return NULL;
	sqlite3_bind_int64(st, 1, key);
	bind_text(st, 2, cwd);
	if (sqlite3_step(st) == SQLITE_ROW)
		row = session_row(st);
	sqlite3_reset(st);
	return row;
}
