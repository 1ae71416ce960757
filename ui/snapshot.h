/*
 * The model's small state (all but the feed) as JSON, kept in the store's cache every 1,000 events:
 * so a session of any length opens, and is sought in, at the cost of the events near by.
 */
#ifndef UI_SNAPSHOT_H
#define UI_SNAPSHOT_H

#include "session/store.h"
#include "ui/model.h"

/* All but id, title and cwd. New reference. */
json_t *ui_snapshot(const struct ui_model *m);
/* m: as ui_model_init left it, or any; its feed is emptied. False: it is no snapshot. */
bool ui_restore(struct ui_model *m, const json_t *snapshot);

/* The state at an event of a stored session, without a feed: from the nearest snapshot and the
 * events behind it; snapshots that are missing on the way are kept. False: the events cannot be
 * read (e), m holds what came before. */
bool ui_state_at(
    struct ui_model *m, struct store *s, const char *session, int64_t seq, struct error *e);
/* The feed of the last events up to seq, with the state: what a screen needs first. *from: the
 * first event of the feed. */
bool ui_last_screen(struct ui_model *m, struct store *s, const char *session, int64_t seq,
    int64_t *from, struct error *e);
/* Puts the feed of older ahead of m's. */
void ui_prepend(struct ui_model *m, struct ui_model *older);
/* Puts the feed of the events before *from ahead of m's, and *from further back. Returns how many
 * blocks. */
size_t ui_earlier(struct ui_model *m, struct store *s, const char *session, int64_t *from);

/* A sink that keeps the snapshots of a session that runs. session: borrowed. */
struct session;
struct snapshots;
struct snapshots *snapshots_new(struct session *session);
/* What came before this start of the program was folded elsewhere. */
void snapshots_from(struct snapshots *s, const struct ui_model *state);
struct event_sink snapshots_sink(struct snapshots *s);
void snapshots_free(struct snapshots *s); /* NULL is accepted */

#endif
