/*
 * Another title for a stored session, typed into a list of its own.
 */
#ifndef UI_COMMAND_SESSION_TITLE_H
#define UI_COMMAND_SESSION_TITLE_H

#include "session/store/store.h"
#include "ui/command/slash.h"
#include "ui/input/pick.h"

/* Asks for the title of the session whose id is the row's value; the row may go meanwhile. closed is
 * called once at the end, whether there is another title or not. */
void session_title_ask(struct commander *c, struct store *store, const struct pick_row *session,
    void (*closed)(void *ctx), void *ctx);

#endif
