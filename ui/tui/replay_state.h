/*
 * What a replay holds, for replay_playback.c (moving), replay_scan.c (where things are), replay_files.c
 * and replay_compare.c.
 */
#ifndef UI_TUI_REPLAY_STATE_H
#define UI_TUI_REPLAY_STATE_H

#include "ui/model/file_versions.h"
#include "ui/model/model_snapshot.h"
#include "ui/tui/tui.h"

struct marks {	      /* where things are, found by the scan */
	int64_t *seq; /* (owned) rising */
	size_t count, cap;
};
struct replay {
	struct event_source *past;   /* (borrowed) */
	struct event_reader *source; /* (owned) what comes next; NULL: not open */
	struct event next;	     /* (owned) read ahead, when have_next */
	bool have_next, at_end, playing;
	double speed;
	int64_t target; /* being sought; 0: none */
	struct ui_seek way;
	struct ui_model coming; /* (owned) what the way fills; the model shown stays till then */
	bool on_way;
	struct timer *timer;
	struct work *seek, *scan;

	struct event_reader *scanned; /* (owned) looks once through the whole */
	struct ui_model laying;	      /* (owned) lays snapshots on the way, where there are none */
	struct ui_pace pace;
	bool lays;
	int64_t first_ms, last_ms, last_seq;
	bool length_known;
	int64_t scanned_to; /* the last event that was looked at */
	struct marks turns, plans, errors;
	struct file_log files;
	char *file;		     /* (owned) the path looked at last; NULL: none */
	struct comparing *comparing; /* (owned) with another session, being read; NULL: no */
};

#endif
