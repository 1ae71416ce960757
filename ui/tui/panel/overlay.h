/* SPDX-License-Identifier: MIT */
/* A page or a list that covers the feed. What has a face serves struct commander: it is the struct tui. */
#ifndef UI_TUI_PANEL_OVERLAY_H
#define UI_TUI_PANEL_OVERLAY_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"
#include "ui/view/lines.h"

struct page;
struct pick_source;
struct overlay {
	struct page *page;	       /* (owned) at most one of both is there */
	struct pick *pick;	       /* (owned) */
	void (*closed)(struct tui *t); /* called when the user closed the page; NULL: nothing is */
	bool wide;		       /* it takes the place of the plan, too */
};
bool overlay_open(const struct tui *t); /* one of both is shown */
bool overlay_live(const struct tui *t); /* what is open follows what happens */
/* Opening one closes what was open. The page is taken; the source is copied, its ctx borrowed. */
void overlay_show_page(struct tui *t, struct page *page, bool wide);
void overlay_show_pick(void *face, const struct pick_source *source);
void overlay_refill(void *face, const void *ctx); /* the list with this ctx, if it is open */
void overlay_close(struct tui *t); /* what is closed may bring back the list it was opened from */
void overlay_close_all(void *face);
enum handled overlay_key(struct tui *t, unsigned key);
void overlay_click(struct tui *t, int row); /* of it: a row of a list is chosen */
bool overlay_pasted(struct tui *t, const char *text, size_t len); /* false: a prompt is meant */
void overlay_draw(struct tui *t, const struct rect *r);
void overlay_status(const struct tui *t, struct lines *out); /* what its keys are */

#endif
