/* SPDX-License-Identifier: MIT
 * Exports a session to a file for others. Each form is a const struct exporter in a file of its
 * own; exporter.c lists them. All are folds of the stored events, with secrets replaced; what a
 * model thought is left out unless asked for.
 *
 * Here: one file for each form a session is exported in, and the list of these.
 * Not here: where the file is written (the commands in src/cli and ui/command), schedules
 * (roadmap/export), plans as rows (plan/history).
 */
#ifndef UI_EXPORT_EXPORTER_H
#define UI_EXPORT_EXPORTER_H

#include <stdio.h>
#include "session/store/store.h"
#include "ui/model/model.h"

/* Callbacks that draw a session on a screen without a terminal; ui/tui, which exporters must not
 * call, has them. */
struct export_job;
struct export_screen {
	/* Opens a screen of this size for the session. NULL: e says why. Closed by close. */
	void *(*open)(const struct export_job *job, int rows, int columns, struct error *e);
	/* Shows an event; appends to out the bytes that a terminal would get. */
	void (*take)(void *screen, const struct event *ev, struct buf *out);
	void (*close)(void *screen);
};
struct export_job {
	struct store *store;		    /* (borrowed) */
	const json_t *row;		    /* (borrowed) the session's row, from store_find */
	FILE *out;			    /* (borrowed) flushed at the end */
	bool thinking;			    /* export what the models thought, too */
	const struct export_screen *screen; /* (borrowed) of a cast; NULL: none */
};
struct exporter {
	const char *name;   /* as in --format */
	const char *suffix; /* of files that have this form: ".md" */
	/* Writes the session to job->out. False: e says why; a part may have been written. */
	bool (*write)(const struct export_job *job, struct error *e);
};
extern const struct exporter export_markdown, export_jsonl, export_cast, export_html, export_atif;

/* Returns the exporter by the name of a format, else by a path's suffix, else JSON lines (format
 * and path may be NULL). NULL: there is no such format; e names those there are. */
const struct exporter *export_find(const char *format, const char *path, struct error *e);

/* For the exporters. */

/* Calls take with each event, secrets replaced (borrowed for the call), then flushes. False:
 * reading or writing failed; e says why. */
bool export_events(const struct export_job *job, void (*take)(void *ctx, const struct event *ev),
    void *ctx, struct error *e);
/* Flushes job->out. False: this or an earlier write failed; e says why. */
bool export_flushed(const struct export_job *job, struct error *e);
/* Appends to out, which is empty, what the model thought before this message. False: job->thinking
 * is off, or the event is no message with a thought. */
bool export_thinking(const struct export_job *job, const struct event *ev, struct buf *out);

#endif
