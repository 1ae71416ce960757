/* SPDX-License-Identifier: MIT
 * The model's small state (all but the feed) as JSON, kept in the store's cache every 250 events
 * or so: a session of any length opens, and is sought in, at the cost of the events near by.
 */
#ifndef UI_MODEL_MODEL_SNAPSHOT_H
#define UI_MODEL_MODEL_SNAPSHOT_H

#include "session/event_source.h"
#include "ui/model/model.h"

#define SNAPSHOT_KIND "ui 7" /* its key in the cache; its number changes when the fold does */
/* Returns the state that later events do not bring anew, without id, title and cwd. New
 * reference. */
json_t *ui_snapshot(const struct ui_model *m);
/* Puts a snapshot into m, which was initialised; what it held is freed, its feed too. False: it is no
 * snapshot (NULL is none), and m is as it was. */
bool ui_restore(struct ui_model *m, const json_t *snapshot);

struct ui_pace { /* counted since the last cut */
	int events;
	size_t bytes;
};
/* Whether a piece may begin with an event: a snapshot is kept and the feed may be cut there, so
 * that no call is parted from its result. Called before the model takes the event, with each one,
 * which it counts. */
bool ui_pace(struct ui_pace *p, const struct ui_model *m, const struct event *ev);

/* Goes to an event in steps: from the nearest snapshot to the state at seq, with the feed of the
 * events [from, seq]. */
struct ui_seek {
	struct ui_model *model;	     /* (borrowed) */
	struct event_source *past;   /* (borrowed) */
	struct event_reader *source; /* (owned) NULL: it is over */
	int64_t seq, from;
	bool nearest; /* from is where the last piece begins */
	bool piece;   /* may be set: the way ends with the piece that begins at from */
	struct ui_pace pace;
};
enum ui_seek_state {
	UI_SEEK_GOES_ON,
	UI_SEEK_ARRIVED, /* at seq, or at the end */
	UI_SEEK_FAILED,	 /* the events cannot be read (e), the model holds what came before */
};
/* Begins. from 0: the feed of the piece that seq is in. m was initialised; what it holds is
 * replaced, and id, title and folder of the session are known at once. The user's folds may be
 * copied into it afterwards (ui_choices_copy). Snapshots that are missing on the way are stored. */
void ui_seek_begin(
    struct ui_seek *w, struct ui_model *m, struct event_source *past, int64_t seq, int64_t from);
/* Folds events until that time (monotonic microseconds; 0: to the end). Calls ui_seek_end unless it
 * returns UI_SEEK_GOES_ON. */
enum ui_seek_state ui_seek_step(struct ui_seek *w, int64_t until_us, struct error *e);
void ui_seek_end(struct ui_seek *w); /* may be called twice */

/* Goes to seq at once: to the state without a feed (from NULL), or with the feed of the last piece
 * up to seq, whose first event becomes *from. False: e says why the events cannot be read. */
bool ui_state_at(
    struct ui_model *m, struct event_source *past, int64_t seq, int64_t *from, struct error *e);
/* ui_snapshots_whole: whether snapshots lie all along a session. If not, ui_snapshot_pass stores
 * them: called with each of its events in turn, m and pace empty at first. */
bool ui_snapshots_whole(struct event_source *past);
void ui_snapshot_pass(
    struct ui_model *m, struct ui_pace *pace, struct event_source *past, const struct event *ev);

struct session;
struct snapshots;
/* A sink that keeps the snapshots of a session that runs, which is borrowed. Never NULL; ended by
 * snapshots_free, which accepts NULL. */
struct snapshots *snapshots_new(struct session *session);
struct event_sink snapshots_sink(struct snapshots *s);
void snapshots_free(struct snapshots *s);
/* Sets the state that its snapshots go on from: that of the events before this start of the
 * program, folded elsewhere. */
void snapshots_from(struct snapshots *s, const struct ui_model *state);

#endif
