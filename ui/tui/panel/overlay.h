/* SPDX-License-Identifier: MIT
 * A page or a list that covers the feed. face is the struct tui, for struct commander.
 *
 * Here: the panels, a rectangle of the screen each, what lies over the feed, and the keys of the
 * plan, of cards and of lists of completions.
 * Not here: the rows that a panel shows (ui/view), which part of the feed is in view (ui/tui/feed),
 * how rows get to the terminal (ui/tui/terminal).
 */
#ifndef UI_TUI_PANEL_OVERLAY_H
#define UI_TUI_PANEL_OVERLAY_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"
#include "ui/view/lines.h"

struct page;
struct pick_source;
struct overlay {
	struct page *page;	       /* (owned) NULL if pick is not */
	struct pick *pick;	       /* (owned) */
	void (*closed)(struct tui *t); /* called when the user closed the page; may be NULL */
	bool wide;		       /* it covers the plan, too */
};
bool overlay_open(const struct tui *t); /* whether either is shown */
bool overlay_live(const struct tui *t); /* whether its rows change by themselves */
/* Both close what was open. The page is owned from here on; the source is copied, its ctx borrowed. */
void overlay_show_page(struct tui *t, struct page *page, bool wide);
void overlay_show_pick(void *face, const struct pick_source *source);
void overlay_refill(void *face, const void *ctx); /* the list of this ctx, if it is open */
void overlay_close(struct tui *t); /* the closed list may open the one before it again */
void overlay_close_all(void *face);
enum handled overlay_key(struct tui *t, unsigned key);
void overlay_click(struct tui *t, int row); /* chooses the list's row that is shown there */
/* Adds pasted text to the filter of the open list. False: no list is open. */
bool overlay_pasted(struct tui *t, const char *text, size_t len);
void overlay_draw(struct tui *t, const struct rect *r);
void overlay_status(const struct tui *t, struct lines *out); /* hints for its keys */

#endif
