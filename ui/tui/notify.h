/* What the terminal shows outside the screen, and a wheel that comes as arrow keys. */
#ifndef UI_TUI_NOTIFY_H
#define UI_TUI_NOTIFY_H

#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

struct burst { /* arrow keys that came faster than a hand */
	unsigned key;
	int count;
	int64_t last_ms, offered_ms;
	bool empty, offered;
};
struct attention {
	bool unfocused; /* the terminal said so */
	struct burst burst;
	bool mouse_safe; /* the terminal tells of its mouse in a way that is known */
	bool refusal_told;
};
void notify_title(struct tui *t);
void notify_event(struct tui *t, const struct event *ev); /* before the model takes it */
enum handled notify_key(struct tui *t, unsigned key);	  /* word of the focus: no key */
void notify_burst(struct tui *t, unsigned key);		  /* after the key did what it does */
void notify_mouse(struct tui *t);
bool notify_mouse_on(const struct tui *t); /* the wheel and clicks are the program's */
void notify_open(struct tui *t);	   /* once the terminal is known */

#endif
