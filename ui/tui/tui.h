/*
 * The chat screen: one struct that its panels, actions and commands share. State never draws,
 * drawing never decides: events and keys change the model and this struct and mark panels dirty;
 * the loop draws them before it sleeps.
 */
#ifndef UI_TUI_TUI_H
#define UI_TUI_TUI_H

#include "ui/command/slash.h"
#include "ui/input/composer.h"
#include "ui/input/path_index.h"
#include "ui/input/suggest.h"
#include "ui/keys/keys.h"
#include "ui/model/feed_pieces.h"
#include "ui/model/forecast.h"
#include "ui/tui/chat_screen.h"
#include "ui/tui/input_mode.h"
#include "ui/tui/screen.h"
#include "ui/view/card.h"
#include "ui/view/feed.h"
#include "ui/view/page.h"
#include "ui/view/plan_view.h"
#include "ui/view/welcome.h"

struct tui;
struct replay;

struct panel {
	const char *name;
	const struct rect *(*rect)(const struct tui *t); /* rows 0: not shown */
	void (*draw)(struct tui *t, const struct rect *r);
};
extern const struct panel panel_title, panel_feed, panel_plan, panel_plan_line, panel_composer,
    panel_status, panel_transport, panel_queue, panel_list;
enum {
	PANEL_TITLE = 1,
	PANEL_FEED = 2,
	PANEL_PLAN = 4,
	PANEL_PLAN_LINE = 8,
	PANEL_COMPOSER = 16,
	PANEL_STATUS = 32,
	PANEL_TRANSPORT = 64,
	PANEL_QUEUE = 128,
	PANEL_LIST = 256,
	PANEL_ALL = 511,
	PANEL_INPUT = PANEL_COMPOSER | PANEL_STATUS | PANEL_QUEUE | PANEL_LIST,
};

struct wrapped {		    /* a block's rows as they were last made */
	struct lines *lines;	    /* (owned) NULL: not made, or let go */
	struct feed_growth *growth; /* (owned) of an answer that streams; else NULL */
	unsigned version;	    /* of the block */
	int cells;
	size_t rolled; /* what it stood for */
};
struct feed_place {
	bool follow;		       /* the end stays in view */
	size_t cleared;		       /* blocks before this are only seen by scrolling back */
	size_t block, row;	       /* else this row is the first */
	size_t first_block, first_row; /* what was drawn first, where scrolling starts */
	size_t shown_block, shown_row; /* the first on the screen now */
	size_t last_block;	       /* and the last */
	int owed;		       /* rows that are still to be scrolled, as they are read */
	struct work *reading;
	struct wrapped *wrapped; /* (owned) one per block, made when seen */
	size_t count, cap, made;
	unsigned removed; /* of the model, when wrapped was made */
	size_t picked;	  /* the selected block, from 1; 0: none */
	enum phase only;  /* the tag shown; PHASE_NONE: all */
	char *find;	  /* (owned) what is looked for; NULL: nothing */
	size_t found, found_row;
	size_t copied; /* code fences copied in a row */
};

struct plan_focus { /* the user's hand on the plan */
	bool on;
	bool hide_done, collapsed;
	bool sure;	    /* the next abandon is meant */
	char *id;	    /* (owned) of the selected item; NULL: the current one */
	size_t index;	    /* where it was, for when it is gone */
	json_t *wishes;	    /* (owned) array of edits whose `plan` event has not come; NULL: none */
	struct plan wished; /* (owned) the model's plan with them */
};

struct burst { /* arrow keys that came faster than a hand */
	unsigned key;
	int count;
	int64_t last_ms, offered_ms;
	bool empty, offered;
};

struct tui {
	struct tui_options options;
	struct loop *loop;
	struct session *session; /* NULL in replay */
	struct screen screen;
	struct ui_model model;
	struct feed_pieces window; /* of it on the session */
	struct keymap keys, plan_keys;
	struct layout layout;
	struct feed_place feed;
	enum plan_place plan_place, plan_place_was; /* as it was remembered */
	struct plan_focus focus;
	struct forecast *forecast; /* NULL in replay */

	struct decoder decoder;
	struct history *history;
	struct composer composer;
	struct composer_rows rows;
	const struct input_mode *mode;
	const char *why; /* the choice whose reason is typed; NULL: none yet */
	struct suggest suggest;
	struct path_index *paths; /* (owned) NULL without a workspace */
	struct editor *editor;	  /* (owned) NULL: none has the terminal */
	char approve_drawn[16];
	struct composer shelf; /* (owned) the prompt, while the input serves another purpose */

	int64_t last_key_ms, last_cancel_ms, last_stop_ms, card_drawn_ms; /* monotonic */
	bool card_focused;
	char *theme;	   /* (owned) the setting that is shown */
	char *hint;	   /* (owned) instead of the key hints until the next key */
	struct page *page; /* (owned) over the feed: at most one of both */
	struct pick *pick; /* (owned) */
	bool wide;	   /* the page takes the place of the plan, too */
	struct commander commander;
	struct changes *changes; /* (owned) of files, as they come */

	unsigned dirty;
	bool urgent; /* a key: drawn at once */
	struct welcome welcome;
	bool welcomed;	/* it was loaded */
	bool unfocused; /* the terminal said so */
	struct burst burst;
	bool gone; /* the terminal hung up: nothing is drawn any more */
	int signo; /* what ended a replay; 0: the user */
	bool away; /* in the background: the terminal is somebody else's */
	bool quitting;
	int64_t drawn_ms, drawing_us;
	int cursor_row, cursor_column;
	struct watch *watch;
	struct timer *frame, *tick, *escape;
	struct replay *replay;
};

void tui_dirty(struct tui *t, unsigned panels);
void tui_hint(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void tui_theme(struct tui *t);	      /* what ui.theme says now */
int64_t tui_now(const struct tui *t); /* Unix time; in a replay that of the event shown */
bool tui_ascii(const struct tui *t);
void tui_quit(struct tui *t);
const struct block *tui_card(const struct tui *t); /* the open question, or NULL */

void tui_layout(struct tui *t);
void tui_draw(struct tui *t);
void tui_before_sleep(void *ctx); /* of the loop */

void tui_key(void *ctx, unsigned key); /* of the decoder */
bool key_does(const struct tui *t, unsigned key);
void tui_pasted(void *ctx, const char *text, size_t len, bool cut);
void input_open(struct tui *t);
void input_watch(struct tui *t, bool on);
void input_close(struct tui *t);

void feed_forget(struct tui *t); /* wrapped rows: another width, another session */
void feed_scroll(struct tui *t, int rows);
size_t feed_reach_back(struct tui *t); /* puts a piece ahead; how many blocks, 0: that was all */
void feed_reach_on(struct tui *t, size_t block); /* so that nothing is missing before this one */
void feed_to_end(struct tui *t);		 /* what is missing is not between here and there */
void feed_let_go(struct tui *t, size_t first, size_t last); /* what is far from these */
void feed_window(struct tui *t, struct event_source *past, int64_t from, int64_t last);
void feed_toggle(struct tui *t); /* folds or unfolds the selected block, else what is in view */
void feed_show(struct tui *t, size_t block, size_t row); /* brings it into view */
bool feed_unroll(struct tui *t, size_t block);
const struct lines *feed_rows(struct tui *t, size_t block);
bool feed_release(struct tui *t); /* ends a search or a selection; false: there was none */
void find_begin(struct tui *t);
enum handled find_key(struct tui *t, unsigned key); /* n and N */
const char *phase_only_name(const struct tui *t);   /* "[Act] only", or NULL */

void compose_paste(struct tui *t, const char *text, size_t len);
void compose_put(struct tui *t, const char *text); /* into an empty input; a large one as a mark */
const char *compose_approve(const struct tui *t);  /* the mode that holds, or is about to */
void compose_stop(struct tui *t);		   /* the turn; what waits comes back */

void rewind_prompt(struct tui *t); /* Esc with nothing to close */
size_t queue_count(const struct tui *t);
char *queue_line(const struct tui *t, size_t n); /* owned */
bool queue_edit(struct tui *t);
void queue_recall(struct tui *t);

enum handled complete_key(struct tui *t, unsigned key); /* of the prompt */
/* After a key: version and cursor of the text before it. */
void complete_follow(struct tui *t, unsigned key, unsigned version, size_t at);
void complete_changed(void *ctx); /* there are more names of files */

void editor_open(struct tui *t);
void editor_close(struct tui *t); /* it is given up */
void plan_focus(struct tui *t, bool on);
void plan_focus_next_place(struct tui *t); /* line, panel (in focus), hidden */
enum handled plan_focus_key(struct tui *t, unsigned key);
void plan_focus_edit(void *face, json_t *edit); /* for the commander */
void plan_focus_show(void *face, bool show);
void plan_focus_event(struct tui *t, const struct event *ev); /* after the model took it */
/* Makes commander.plan anew, which is the plan that is shown: the model's, or that with the edits
 * whose event has not come. (borrowed) */
const struct plan *plan_focus_plan(struct tui *t);
void plan_focus_view(const struct tui *t, struct plan_view *v);
void plan_focus_status(struct tui *t, struct lines *out);
void plan_focus_remember(struct tui *t, bool write); /* where the plan is, in the state folder */

enum handled card_handle(struct tui *t, unsigned key);

struct action {
	const char *name;	    /* as config/keys.yaml names it */
	void (*run)(struct tui *t); /* NULL: another mode takes its key */
	const char *help;	    /* NULL: not in the list of keys */
};
const struct action *action_find(const char *name, bool replay);
const struct action *action_in(const struct action *list, const char *name);
void help_lines(const struct tui *t, struct lines *out);
void help_show(struct tui *t);
void palette_show(struct tui *t);

void overlay_init(struct tui *t); /* the commander */
void overlay_end(struct tui *t);
bool overlay_open(const struct tui *t);
void overlay_close(struct tui *t);
enum handled overlay_key(struct tui *t, unsigned key);
void overlay_pasted(struct tui *t, const char *text, size_t len);
void overlay_draw(struct tui *t, const struct rect *r);
void overlay_status(const struct tui *t, struct lines *out);

void suspend(struct tui *t);

/* An empty session: what to type, below what was said already. */
int panel_welcome_draw(struct tui *t, const struct rect *r, int row); /* the row behind it */
enum handled panel_welcome_key(struct tui *t, unsigned key);	      /* Tab: an example */

void notify_title(struct tui *t);
void notify_event(struct tui *t, const struct event *ev); /* before the model takes it */
enum handled notify_key(struct tui *t, unsigned key);	  /* word of the focus: no key */
void notify_burst(struct tui *t, unsigned key);		  /* after the key did what it does */
void notify_mouse(struct tui *t);
void tui_leave(struct tui *t); /* the terminal is somebody else's for a while */
void tui_return(struct tui *t);

extern const struct action compose_actions[], complete_actions[]; /* ends with a NULL name */
extern const struct action turn_actions[], scroll_actions[];	  /* each ends with a NULL name */
extern const struct action feed_actions[];			  /* ends with a NULL name */
extern const struct action plan_actions[];			  /* ends with a NULL name */
extern const struct action replay_actions[];			  /* ends with a NULL name */
void replay_draw(struct tui *t, const struct rect *r);
void replay_status(struct tui *t, struct lines *out);
void replay_free(struct replay *r);

#endif
