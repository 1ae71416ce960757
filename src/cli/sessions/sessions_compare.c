/*
 * agent sessions compare A B: two stored sessions or exported files, side by side on a wide
 * terminal, else as a diff. Exit 0: both tell the same, 1: they differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "cli/program/program.h"
#include "cli/sessions/sessions.h"
#include "ui/output/plain.h"
#include "ui/view/diff/compare.h"

static bool fold_session(
    struct sessions_request *r, const char *what, struct compared_session *out, struct error *e)
{
	json_t *row = access(what, F_OK) == 0 ? NULL : store_find(r->store, what, r->cwd, e);
	struct event_source *past = NULL;
	struct event_reader *source;
	struct event ev;

	if (e->code == ERR_NONE)
		past = row ? event_source_stored(r->store, json_str(row, "id", ""))
			   : event_source_file(what, e);
	source = past ? event_source_reader(past, 1) : NULL;
	while (source && source->next(source, &ev, e)) {
		compared_session_take(out, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
	event_source_free(past);
	json_decref(row);
	return e->code == ERR_NONE;
}

static void print(struct sessions_request *r, const struct lines *lines)
{
	struct plain *face = plain_new(&(struct plain_options){.out = stdout,
	    .color =
		r->options->color == COLOR_ALWAYS ||
		(r->options->color == COLOR_AUTO && sessions_width() > 0 && !getenv("NO_COLOR"))});

	plain_lines(face, lines);
	plain_free(face);
}

int sessions_compare(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	struct compared_session a, b;
	struct lines lines = {0};
	int code = 0;

	compared_session_init(&a);
	compared_session_init(&b);
	if (fold_session(r, r->words[0], &a, &e) && fold_session(r, r->words[1], &b, &e)) {
		code = compare_lines(
			   &a, &b, &(struct compare_view){.cells = sessions_width()}, &lines) > 0;
		print(r, &lines);
	} else {
		code = sessions_fail(&e);
	}
	lines_free(&lines);
	compared_session_free(&a);
	compared_session_free(&b);
	return code;
}
