/* SPDX-License-Identifier: MIT
 * Stored sessions to choose from: searched over titles and text while one types, each with its age,
 * outcome, what it cost, how far its plan came and its folder; renamed and deleted there and then.
 */
#ifndef UI_COMMAND_SESSION_PICK_H
#define UI_COMMAND_SESSION_PICK_H

#include "session/store/store.h"
#include "ui/command/slash.h"

struct session_pick {	     /* copied, strings too */
	struct store *store; /* (borrowed until the list is closed) */
	const char *title;
	const char *cwd;  /* sessions of this folder first; NULL: of all */
	const char *here; /* the open one: it cannot be deleted; NULL: none */
	enum go enter;	  /* what Enter means */
	bool only;	  /* nothing but that */
	/* The list is closed by then. */
	void (*chosen)(void *ctx, enum go where, const char *id);
	void *ctx;
};
/* Opens the list; says so where its keys cannot be read. The commander must outlive the list. */
void session_pick(struct commander *c, const struct session_pick *wanted);

#endif
