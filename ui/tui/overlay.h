/* A page or a list over the feed, and the commander through which a command asks for one. */
#ifndef UI_TUI_OVERLAY_H
#define UI_TUI_OVERLAY_H

#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

struct overlay {
	struct page *page;	       /* (owned) at most one of both */
	struct pick *pick;	       /* (owned) */
	void (*closed)(struct tui *t); /* the user closed the page; NULL: nothing comes of it */
	bool wide;		       /* the page takes the place of the plan, too */
	struct changes *changes;       /* (owned) of files, as they come: for commands */
};
void overlay_init(struct tui *t);
void overlay_end(struct tui *t); /* no command runs any more */
void overlay_free(struct tui *t);
bool overlay_live(const struct tui *t); /* what is open follows what happens */
bool overlay_open(const struct tui *t);
void overlay_close(struct tui *t);
enum handled overlay_key(struct tui *t, unsigned key);
void overlay_click(struct tui *t, int row); /* of it: a row of a list is chosen */
bool overlay_pasted(struct tui *t, const char *text, size_t len); /* false: a prompt is meant */
void overlay_draw(struct tui *t, const struct rect *r);
void overlay_status(const struct tui *t, struct lines *out);

#endif
