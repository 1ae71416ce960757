/* SPDX-License-Identifier: MIT
 * The screen: what its files share, and its parts, each declared in the header of the files it serves.
 * State never draws, drawing never decides: events and keys change the model and the parts and mark
 * panels (redraw.h); the loop draws what is marked before it sleeps (draw.h).
 *
 * The files stand in layers and call downwards only:
 *
 *	chat_screen, replay_screen	start and stop; what an event changes
 *	input; draw			bytes to keys to functions that take them; frames
 *	panel_*				a rectangle each, drawn from state
 *	actions; screen_commander	all tables of keys; how commands ask for something
 *	*_keys, *_actions, *_input, ...	what the keys of one part do
 *	panel_card			where the panels are: it depends on the open question
 *	feed_*, overlay, plan_focus, ...	the parts
 *	tui, input_mode, redraw	what all of them need: state, marks, hints
 *	screen, paint, frame	the terminal
 *
 * A lower file reaches an upper one by state that the upper one reads (redraw.h), by a callback set at
 * the start (tui_input.on_readable, key_groups) or by a result.
 */
#ifndef UI_TUI_INPUT_TUI_H
#define UI_TUI_INPUT_TUI_H

#include "ui/command/slash.h"
#include "ui/keys/keys.h"
#include "ui/model/model.h"
#include "ui/tui/input/tui_options.h"
#include "ui/tui/terminal/screen.h"
#include "ui/view/layout.h"

struct tui {
	struct tui_options options;
	struct loop *loop;
	struct session *session; /* NULL in a replay */
	struct screen screen;
	struct ui_model model;
	struct commander commander;
	struct keymap keys;
	const struct key_group *key_groups; /* key_action.h: every table of actions */
	struct layout layout;		    /* panel_card.h */
	struct forecast *forecast;	    /* NULL in a replay */
	struct changes *changes;	    /* (owned) of files, folded from events, for commands */
	struct path_index *paths;	    /* (owned) autocomplete.h; NULL without a workspace */
	char *theme;			    /* (owned) ui.theme as it is shown */
	char *branch;			    /* (owned) of git, as of the last turn; NULL: none */
	char *hint;	    /* (owned) in the status line until the next key; NULL: none */
	bool unfocused;	    /* the terminal said that another window has the focus */
	bool hung_up;	    /* the terminal hung up: nothing is drawn any more */
	bool in_background; /* the terminal is another program's */
	bool quitting;
	struct timer *chord; /* waits for the key after Ctrl-Z; NULL: none is awaited */
	int signo;	     /* the signal that ended a replay; 0: the user did */

	/* (owned) The parts. */
	struct drawing *drawing;  /* redraw.h */
	struct tui_input *input;  /* input_mode.h */
	struct feed_place *feed;  /* feed_state.h */
	struct overlay *overlay;  /* overlay.h */
	struct open_card *card;	  /* panel_card.h */
	struct plan_focus *focus; /* plan_focus.h */
	struct mouse *mouse;	  /* mouse.h */
	struct welcome *welcome;  /* panel_feed.h; NULL: not loaded yet */
	struct editor *editor;	  /* external_editor.h; NULL: none has the terminal */
	struct replay *replay;	  /* replay_state.h; NULL in the chat */
};

/* Shows a hint in the status line until the next key; fmt NULL: removes it. */
void tui_hint(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Appends the hint, cut to the screen, to the unfinished line of out. False: there is none. */
bool tui_hint_row(const struct tui *t, struct lines *out);
/* Ends the status line with the hint, or else with the keys of actions {name, word}, as many as
 * fit; without a word, the next one's is for both. */
void tui_keys_row(const struct tui *t, const struct keymap *keys, const char *const shown[][2],
    size_t count, struct lines *out);
/* Adds a notice to the feed of this screen alone, no event of the session. level: "info",
 * "warning". passing: it is of use only while it is the last row. */
void tui_say(struct tui *t, const char *level, bool passing, const char *text);
/* Applies the theme that ui.theme names. If it is broken, a notice says so, and the built-in one is
 * used. */
void tui_theme(struct tui *t);
/* Returns the name of an action's first key, caller frees; "": it has none. */
char *tui_key(const struct tui *t, const char *action);
int64_t tui_now(const struct tui *t); /* Unix time in ms; in a replay that of the event shown */
bool tui_ascii(const struct tui *t);  /* the terminal has no UTF-8 */
/* Quits: drops prompts that the agent has not taken, and tells it by INTENT_QUIT. */
void tui_quit(struct tui *t);

#endif
