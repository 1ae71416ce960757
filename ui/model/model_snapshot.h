/*
 * The model's small state (all but the feed) as JSON, kept in the store's cache every 250 events
 * or so: a session of any length opens, and is sought in, at the cost of the events near by.
 */
#ifndef UI_MODEL_MODEL_SNAPSHOT_H
#define UI_MODEL_MODEL_SNAPSHOT_H

#include "session/event_source.h"
#include "ui/model/model.h"

#define SNAPSHOT_KIND "ui 6" /* what it is kept as: another number when the fold changes */
/* All but id, title and cwd. New reference. */
json_t *ui_snapshot(const struct ui_model *m);
/* m: as ui_model_init left it, or any; its feed is emptied. False: it is no snapshot. */
bool ui_restore(struct ui_model *m, const json_t *snapshot);

/* Pieces: where snapshots lie and the feed may be cut, so that no call is parted from its result.
 * Asked before each event is taken; true: a piece may begin with it. */
struct ui_pace { /* since the last cut */
	int events;
	size_t bytes;
};
bool ui_pace(struct ui_pace *p, const struct ui_model *m, const struct event *ev);

/* The way to an event, in steps: from the nearest snapshot to its state and the feed of the events
 * [from, seq], from 0: of the piece it is in; snapshots that are missing on the way are kept. m is
 * anything, and filled; name and folder of the session are known at once. The user's choices of
 * folds may be put into it after the beginning. */
struct ui_seek {
	struct ui_model *model; /* (borrowed), as past */
	struct event_source *past;
	struct event_reader *source;
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
void ui_seek_begin(
    struct ui_seek *w, struct ui_model *m, struct event_source *past, int64_t seq, int64_t from);
/* until_us 0: to the end. Ends the way when it is not on. */
enum ui_seek_state ui_seek_step(struct ui_seek *w, int64_t until_us, struct error *e);
void ui_seek_end(struct ui_seek *w); /* may be called twice */

/* The whole way: the state without a feed; false: e. */
bool ui_state_at(struct ui_model *m, struct event_source *past, int64_t seq, struct error *e);
/* The feed of the last piece up to seq, with the state. *from: the first event of the feed. */
bool ui_last_screen(
    struct ui_model *m, struct event_source *past, int64_t seq, int64_t *from, struct error *e);
/* Whether snapshots lie all along it, and how they get there: each event in turn. */
bool ui_snapshots_whole(struct event_source *past);
void ui_snapshot_pass(
    struct ui_model *m, struct ui_pace *pace, struct event_source *past, const struct event *ev);

/* A sink that keeps the snapshots of a session that runs. session: borrowed. */
struct session;
struct snapshots;
struct snapshots *snapshots_new(struct session *session);
/* What came before this start of the program was folded elsewhere. */
void snapshots_from(struct snapshots *s, const struct ui_model *state);
struct event_sink snapshots_sink(struct snapshots *s);
void snapshots_free(struct snapshots *s); /* NULL is accepted */

#endif
