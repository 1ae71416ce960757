/* SPDX-License-Identifier: MIT
 * The state of a replay, for replay_playback.c (moving), replay_screen.c (the scan) and
 * replay_keys.c.
 */
#ifndef UI_TUI_REPLAY_REPLAY_STATE_H
#define UI_TUI_REPLAY_REPLAY_STATE_H

#include "ui/model/file_versions.h"
#include "ui/model/model_snapshot.h"
#include "ui/tui/input/tui.h"

struct marks {	      /* events of one kind, found by the scan */
	int64_t *seq; /* (owned) rising */
	size_t count, cap;
};
struct replay {
	struct event_source *past; /* (borrowed) the session */

	/* Playback. */
	struct event_reader *source; /* (owned) of the next events; NULL: not open */
	struct event next;	     /* (owned) read ahead, if have_next */
	bool have_next, at_end, playing;
	double speed;	/* 1: as recorded; 0: as fast as possible */
	int64_t target; /* the event being sought; 0: none */
	/* A far event is sought by snapshots: the seek fills `sought`, which then replaces the
	 * model shown. */
	bool seeking;
	struct ui_seek seek;
	struct ui_model sought; /* (owned) */
	struct timer *timer;	/* until the next event */
	struct work *seek_work;

	/* The scan, which reads the whole session once. */
	struct work *scan;
	struct event_reader *scanned;	/* (owned) */
	bool makes_snapshots;		/* the session lacks some */
	struct ui_model snapshot_model; /* (owned) that they are made of */
	struct ui_pace pace;
	int64_t first_ms, last_ms, last_seq; /* of the session, as far as is known */
	bool length_known;
	int64_t scanned_to; /* the last event that was read */
	struct marks turns, plans, errors;
	struct file_log files;

	char *file; /* (owned) path of the file shown last; NULL: none */
};

#endif
