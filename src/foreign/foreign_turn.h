/* SPDX-License-Identifier: MIT
 * Functions that the files of src/foreign that write events share, and no other file uses:
 * foreign_record.c reads records, foreign_write.c, foreign_change.c and foreign_event.c write
 * events.
 */
#ifndef FOREIGN_FOREIGN_TURN_H
#define FOREIGN_FOREIGN_TURN_H

#include "foreign/foreign_write.h"

/* Returns a fact that the file states ("cwd", "model"), borrowed; NULL: it does not. */
const char *foreign_fact(const struct foreign_writer *w, const char *name);
/* Stores bytes beside the events, unless w is dry, and returns their reference. NULL: data is NULL,
 * has a secret in it, or cannot be stored. Caller frees. */
char *foreign_kept(struct foreign_writer *w, const char *data, size_t len);
/* Returns the exit status that the text of a result states; -1: it states none. */
long foreign_exit_of(const struct foreign_writer *w, const char *text);

/* Begins a turn with what the user said. */
void foreign_turn_open(struct foreign_writer *w, const char *prompt);
/* Ends the turn, if one is open, after giving its open calls a result "interrupted". */
void foreign_turn_close(struct foreign_writer *w, const char *outcome);
/* Writes the reply that was collected, if any, with its usage, calls and results. */
void foreign_reply_write(struct foreign_writer *w);
/* Writes the result {call, ok, text, change?} of an open call, which is then closed. */
void foreign_result_write(struct foreign_writer *w, const json_t *result);
/* Writes a usage event. usage: its data, which is stolen. model NULL: not known. */
void foreign_usage_write(struct foreign_writer *w, json_t *usage, const char *model);

/* Returns the path relative to the session's folder if it lies below, else path. Borrowed from
 * path, or constant. */
const char *foreign_path(const struct foreign_writer *w, const char *path);
/* foreign_change.c: returns what a record or part says of how its call changed a file, by the paths
 * in `how` (`change` of the table). New reference; NULL if how is NULL. */
json_t *foreign_change_of(const json_t *value, const json_t *how);
/* Writes the file_change events of an open call (its entry in w->open): by its result ({ok,
 * change}) if that says how files changed, else by making its edit again. */
void foreign_change_take(
    struct foreign_writer *w, const char *call, const json_t *open, const json_t *result);

#endif
