/* SPDX-License-Identifier: MIT
 * What the program does for the commands of a chat: the models of its server, and leaving for
 * another session.
 */
#ifndef CLI_CHAT_CHAT_HOST_H
#define CLI_CHAT_CHAT_HOST_H

#include "cli/program/program.h"
#include "ui/output/plain.h"

struct host {
	struct chat_host chat;	 /* what the face is given */
	struct program *program; /* (borrowed) NULL once it was stopped */
	struct model_list *list; /* (owned) under way; NULL: none */
	void (*done)(void *ctx, const json_t *models);
	void *ctx;
	struct { /* a server that the user wants to connect to */
		char *url, *variable, *command, *file, *profile; /* (owned) of struct connection */
		struct backend *tried;				 /* (owned) */
		struct model_list *list;
		struct timer *patience; /* doctor.timeout_s; NULL: nothing is asked */
		void (*done)(void *ctx, const json_t *models, const char *why);
		void *ctx;
	} connection;
	struct { /* a key that a command of the user's is to keep */
		struct key_fetch *run;
		void (*done)(void *ctx, const char *why);
		void *ctx;
	} keeping;
	struct faces *faces; /* (owned) NULL: it was not detached */
	enum go where;
	char *then;  /* (owned) the command it begins with; NULL: none */
	char *draft; /* (owned) what the input then holds; NULL: nothing */
	char *what;  /* (owned) where the user wants to go; NULL: nowhere */
};
/* h must not move afterwards. host_stop ends its requests before the program is closed; what the user
 * wants to go on with stays until host_free. */
void host_init(struct host *h, struct program *p);
/* Fills what the commands of a chat in lines can do: pages and lists are printed by the feed. All is borrowed as long
 * as *out is used. lent: what they may do of the host. */
void host_commander(
    struct host *h, const struct chat_host *lent, struct plain *feed, struct commander *out);
void host_stop(struct host *h);
void host_free(struct host *h);

#endif
