/* SPDX-License-Identifier: MIT
 * Going on with another server in a session: after an offer, /connect, or as a session had it.
 */
#ifndef CLI_BACKEND_BACKEND_SWITCH_H
#define CLI_BACKEND_BACKEND_SWITCH_H

#include "cli/program/program.h"

struct server_choice { /* (borrowed) */
	const char *base_url;
	const char *key_env; /* NULL: the server's known variable, or no key */
	const char *model;   /* NULL: as the server lists */
	/* What goes before the variable: a command that prints the key, a file with it; NULL: neither. */
	const char *key_command, *key_file;
	const char *protocol; /* NULL: as it answers */
	const char *profile;  /* the name it is kept under; NULL: it is none */
};
/* Returns a backend for it, which the caller frees; nothing else changes. The key of the server before
 * is not sent. NULL: e says why. */
struct backend *server_choice_backend(
    struct program *p, const struct server_choice *choice, struct error *e);
/* Goes on with that server from the next request on; called between turns. told: it is a choice of the
 * user's, and stands in the session's record. False: e says why, and nothing has changed. */
bool backend_switch(
    struct program *p, const struct server_choice *choice, bool told, struct error *e);
/* Writes it to the user's agent.yaml, so that the next start does the same; the model is not written.
 * What has a profile is written there, with its model, and agent.yaml names the profile. False: e says why; a part
 * may have been written. */
bool backend_switch_keep(struct program *p, const struct server_choice *choice, struct error *e);
/* Goes on with the server and key of a profile, and keeps that it is the one. False: e says why. */
bool backend_switch_profile(struct program *p, const char *name, struct error *e);

/*
 * A session that goes on takes up the server and the model it had; where it cannot, the user is told.
 */

/* Before the session goes on. start: the data of its first event; settings: {key: value} changed in it,
 * or NULL. What is asked for at this start (command line, environment) wins. Nothing is stored. */
void backend_resume(struct program *p, const json_t *start, const json_t *settings);
/* Tells a face by a live event which model answers, where its events named another one (NULL: none). */
void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face);

#endif
