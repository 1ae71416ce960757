/* SPDX-License-Identifier: MIT
 * Stored sessions to choose from: searched over titles and text while one types, each with its age,
 * outcome, what it cost, how far its plan came and its folder; renamed and deleted there and then.
 */
#ifndef UI_COMMAND_SESSION_PICK_H
#define UI_COMMAND_SESSION_PICK_H

#include "ui/command/slash.h"

/* Opens the list over the session database that there is; title (borrowed until the list is closed) says "of this
 * folder". Says so where its keys cannot be read. What is chosen `go` (slash_go) goes on with, by Enter as `enter`
 * says; the list is closed by then. The commander must outlive the list. */
void session_pick(struct commander *c, const char *title, enum go enter,
    void (*go)(const struct commander *c, enum go where, const char *id, int64_t seq));

#endif
