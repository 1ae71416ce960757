/* SPDX-License-Identifier: MIT
 * What the program does for the slash commands of a chat: it lists models, connects to servers, keeps keys
 * and settings, leaves for another session.
 */
#ifndef CLI_CHAT_CHAT_HOST_H
#define CLI_CHAT_CHAT_HOST_H

#include "cli/program/program.h"
#include "ui/output/plain.h"

struct host {
	struct chat_host chat;	 /* the callbacks that the face gets */
	struct program *program; /* (borrowed) NULL after host_stop */
	struct model_list *list; /* (owned) request for the models under way; NULL: none */
	void (*done)(void *ctx, const json_t *models);
	void *ctx;
	struct { /* a server that the user wants to connect to */
		char *url, *variable, *command, *file, *profile; /* (owned) see struct connection */
		struct backend *tried;				 /* (owned) */
		struct model_list *list;
		struct timer *patience; /* doctor.timeout_s; NULL: nothing is asked */
		void (*done)(void *ctx, const json_t *models, const char *why);
		void *ctx;
	} connection;
	struct { /* a key that a command of the user's is storing */
		struct key_fetch *run;
		void (*done)(void *ctx, const char *why);
		void *ctx;
	} keeping;
	struct faces *faces; /* (owned) NULL: the session was not detached */
	/* What the user wants to go on with after this chat. */
	enum go where;
	char *then;  /* (owned) slash command that runs first there; NULL: none */
	char *draft; /* (owned) text in the input there; NULL: none */
	char *what;  /* (owned) the session or file of `where`; NULL: nothing */
};
/* h must not be moved afterwards. host_stop ends its requests and must be called before the program is closed; what
 * the user wants to go on with stays until host_free. */
void host_init(struct host *h, struct program *p);
/* Fills *out for the slash commands of a chat in lines, whose pages and lists the feed prints. All is borrowed as
 * long as *out is used. lent: the host's callbacks that they may use. */
void host_commander(
    struct host *h, const struct chat_host *lent, struct plain *feed, struct commander *out);
void host_stop(struct host *h);
void host_free(struct host *h);

#endif
