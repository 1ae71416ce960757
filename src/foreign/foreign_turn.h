/* SPDX-License-Identifier: MIT
 * What the taking of records (foreign_record.c) asks of the writer of events (foreign_write.c), and nobody else does.
 */
#ifndef FOREIGN_FOREIGN_TURN_H
#define FOREIGN_FOREIGN_TURN_H

#include "foreign/foreign_write.h"

/* What the file says of itself ("cwd", "model"), borrowed; NULL: nothing. */
const char *foreign_fact(const struct foreign_writer *w, const char *name);
/* Keeps bytes beside the events. Returns their reference, owned; NULL: there are none, or a secret is in them. */
char *foreign_kept(struct foreign_writer *w, const char *data, size_t len);
/* Returns the exit status that the text of a result tells; -1: none. */
long foreign_exit_of(const struct foreign_writer *w, const char *text);

/* Begins a turn with what the user said. */
void foreign_turn_open(struct foreign_writer *w, const char *prompt);
/* Ends the turn, where one runs, with its calls that have no result. */
void foreign_turn_close(struct foreign_writer *w, const char *outcome);
/* Writes the reply that more could have come of, with its usage, calls and results; none is fine. */
void foreign_reply_write(struct foreign_writer *w);
/* result: {call, ok, text} of a call that is open. */
void foreign_result_write(struct foreign_writer *w, const json_t *result);
/* usage: of event usage; stolen. model NULL: not told. */
void foreign_usage_write(struct foreign_writer *w, json_t *usage, const char *model);

/* foreign_change.c: the path as seen from the session's folder; borrowed from path. */
const char *foreign_path(const struct foreign_writer *w, const char *path);
/* What a record or a part says of how its call changed a file, by the paths of `change` in the table: new reference;
 * NULL: the table has none. */
json_t *foreign_change_of(const json_t *value, const json_t *how);
/* Writes how a call that is open changed files: as its result has it ({ok, change}), else as the call does. */
void foreign_change_take(
    struct foreign_writer *w, const char *call, const json_t *open, const json_t *result);

#endif
