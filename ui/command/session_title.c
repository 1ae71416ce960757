/*
 * A list of one row that edits the title of a stored session.
 */
#include "ui/command/session_title.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"

#define TITLE_MAX 200 /* code points */

struct renaming {
	struct commander *commander; /* (borrowed) */
	struct store *store;	     /* (borrowed) */
	char *id, *title;	     /* (owned) of the session: its title so far */
	void (*closed)(void *ctx);
	void *ctx;
};

static void fill_title(void *ctx, const char *filter, struct pick_rows *out)
{
	char *row = *filter ? xasprintf("call it \"%s\"", filter) : NULL;

	if (row)
		pick_rows_add(out, row, NULL, filter);
	free(row);
}

static void title_chosen(void *ctx, const struct pick_row *row)
{
	struct renaming *r = ctx;
	struct error e = ERROR_INIT;
	char *safe = text_clean(row->value, strlen(row->value)),
	     *title = text_line(safe, TITLE_MAX);

	if (*title && !store_title(r->store, r->id, title, &e))
		slash_say(r->commander, "%s", e.message);
	free(title);
	free(safe);
	error_free(&e);
}

static void title_closed(void *ctx)
{
	struct renaming *r = ctx;
	void (*closed)(void *) = r->closed;
	void *whose = r->ctx;

	free(r->id);
	free(r->title);
	free(r);
	closed(whose);
}

void session_title_ask(struct commander *c, struct store *store, const struct pick_row *session,
    void (*closed)(void *ctx), void *ctx)
{
	struct renaming *r = xcalloc(1, sizeof *r);

	*r = (struct renaming){
	    c, store, xstrdup(session->value), xstrdup(session->text), closed, ctx};
	slash_pick(c, &(struct pick_source){.title = "Another title: type it, Enter",
			  .empty = r->title,
			  .fill = fill_title,
			  .searches = true,
			  .chosen = title_chosen,
			  .closed = title_closed,
			  .ctx = r});
}
