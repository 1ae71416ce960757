/* SPDX-License-Identifier: MIT
 * A session as a file for others. Each form is a file with its const struct row; exporter.c lists
 * them. All are folds of the stored events, in which secrets were replaced; what a model thought is
 * left out unless asked for.
 */
#ifndef UI_EXPORT_EXPORTER_H
#define UI_EXPORT_EXPORTER_H

#include <stdio.h>
#include "session/store/store.h"
#include "ui/model/model.h"

/* What draws a session as a screen that nobody sits at: the exporters stand below it. */
struct export_job;
struct export_screen {
	/* Opens a screen of this size for the session. NULL: e says why. Closed by close. */
	void *(*open)(const struct export_job *job, int rows, int columns, struct error *e);
	/* Shows an event; what a terminal is told for it is appended to out. */
	void (*take)(void *screen, const struct event *ev, struct buf *out);
	void (*close)(void *screen);
};
struct export_job {
	struct store *store;		    /* (borrowed) */
	const json_t *row;		    /* (borrowed) the session, of store_find */
	FILE *out;			    /* (borrowed) flushed at the end */
	bool thinking;			    /* what the models thought, too */
	const struct export_screen *screen; /* (borrowed) of a cast; NULL: none */
};
struct exporter {
	const char *name;   /* of --format */
	const char *suffix; /* of files that have this form: ".md" */
	/* False: e says why, and a part may have been written. */
	bool (*write)(const struct export_job *job, struct error *e);
};
extern const struct exporter export_markdown, export_jsonl, export_cast, export_html, export_atif;

/* Returns the form by --format, else by the name of the file, else JSON lines (either may be NULL).
 * NULL: there is no such format, e names those there are. */
const struct exporter *export_find(const char *format, const char *path, struct error *e);

/* For the exporters. */

/* Hands each event, secrets replaced, to take (borrowed for the call); then flushes. False: reading or
 * writing failed, e says why. */
bool export_events(const struct export_job *job, void (*take)(void *ctx, const struct event *ev),
    void *ctx, struct error *e);
/* Flushes what was written. False: writing failed, e says why. */
bool export_flushed(const struct export_job *job, struct error *e);
/* Appends what the model thought before this message, as text, to out, which is empty, where that is wanted. False: it
 * is not, or the event is no message with a thought. */
bool export_thinking(const struct export_job *job, const struct event *ev, struct buf *out);

#endif
