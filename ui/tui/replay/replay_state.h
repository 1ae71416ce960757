/* SPDX-License-Identifier: MIT
 * What a replay holds, for replay_playback.c (moving), replay_screen.c (where things are) and
 * replay_files.c.
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
	struct event_reader *source; /* (owned) what comes next; NULL: not open */
	struct event next;	     /* (owned) read ahead, when have_next */
	bool have_next, at_end, playing;
	double speed;	/* 1: as it was recorded; 0: as fast as it goes */
	int64_t target; /* the event being sought; 0: none */
	/* A far one is sought by snapshots: the seek fills a model, which takes the place of the one shown. */
	bool seeking;
	struct ui_seek seek;
	struct ui_model sought; /* (owned) */
	struct timer *timer;	/* the next event is due */
	struct work *seek_work;

	/* The scan: it reads the whole session once. */
	struct work *scan;
	struct event_reader *scanned;	/* (owned) */
	bool makes_snapshots;		/* the session has none */
	struct ui_model snapshot_model; /* (owned) of which they are made */
	struct ui_pace pace;
	int64_t first_ms, last_ms, last_seq; /* of the session, as far as they are known */
	bool length_known;
	int64_t scanned_to; /* the last event that was looked at */
	struct marks turns, plans, errors;
	struct file_log files;

	char *file; /* (owned) the path looked at last; NULL: none */
};

#endif
