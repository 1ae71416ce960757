/* SPDX-License-Identifier: MIT
 * Stored sessions to choose from: searched over titles and text while one types, each with its age,
 * outcome, what it cost, how far its plan came and its folder; renamed and deleted there and then.
 */
#ifndef UI_COMMAND_SESSION_PICK_H
#define UI_COMMAND_SESSION_PICK_H

#include "ui/command/slash.h"

/* Opens the list of the sessions in the database; title says "of this folder" (borrowed until the
 * list is closed). If its keys cannot be read, only says so. Calls go (as slash_go) with the
 * session chosen: by Enter with `enter`, when the list is not shown any more; by other keys with
 * what they mean. The commander must outlive the list. */
void session_pick(struct commander *c, const char *title, enum go enter,
    void (*go)(const struct commander *c, enum go where, const char *id, int64_t seq));

#endif
