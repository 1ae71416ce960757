/*
 * The chat screen: what all its files share, and the parts, each declared in the header of the files
 * it serves. State never draws, drawing never decides: events and keys change the model and the parts
 * and mark panels dirty (draw.h); the loop draws them before it sleeps.
 */
#ifndef UI_TUI_TUI_H
#define UI_TUI_TUI_H

#include "ui/command/slash.h"
#include "ui/keys/keys.h"
#include "ui/model/model.h"
#include "ui/tui/chat_screen.h"
#include "ui/tui/screen.h"
#include "ui/view/layout.h"

struct tui {
	struct tui_options options;
	struct loop *loop;
	struct session *session; /* NULL in replay */
	struct screen screen;
	struct ui_model model;
	struct commander commander;
	struct keymap keys;
	struct layout layout;
	struct forecast *forecast;	       /* NULL in replay */
	char *theme;			       /* (owned) the setting that is shown */
	struct status_command *status_command; /* (owned) NULL: there is none */
	char *branch;			       /* (owned) of git, as of the last turn; NULL: none */
	char *hint; /* (owned) instead of the key hints until the next key */
	bool gone;  /* the terminal hung up: nothing is drawn any more */
	bool away;  /* in the background: the terminal is somebody else's */
	bool quitting;
	int signo; /* what ended a replay; 0: the user */

	/* (owned) The parts. */
	struct drawing *drawing;	   /* draw.h */
	struct tui_input *input;	   /* input.h */
	struct autocomplete *autocomplete; /* autocomplete.h */
	struct feed_place *feed;	   /* panel_feed.h */
	struct overlay *overlay;	   /* overlay.h */
	struct card_input *card;	   /* card_input.h */
	struct plan_focus *focus;	   /* plan_keys.h */
	struct attention *attention;	   /* notify.h */
	struct welcome *welcome;	   /* NULL: not loaded yet */
	struct editor *editor;		   /* NULL: no editor has the terminal */
	struct replay *replay;		   /* replay_state.h; NULL in the chat */
};

void tui_hint(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A notice of the screen alone, in its feed; no event of the session. */
void tui_say(struct tui *t, const char *level, const char *text);
void tui_theme(struct tui *t);	      /* what ui.theme says now */
int64_t tui_now(const struct tui *t); /* Unix time; in a replay that of the event shown */
bool tui_ascii(const struct tui *t);
void tui_quit(struct tui *t);
void tui_leave(struct tui *t); /* the terminal is somebody else's for a while */
void tui_return(struct tui *t);
void tui_suspend(struct tui *t);

#endif
