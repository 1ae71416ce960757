/*
 * Going on with another server in a session: after an offer, /connect, or as a session had it.
 */
#ifndef CLI_BACKEND_SWITCH_H
#define CLI_BACKEND_SWITCH_H

#include "cli/program.h"

struct server_choice { /* (borrowed) */
	const char *base_url;
	const char *key_env; /* NULL: the server's known variable, or no key */
	const char *model;   /* NULL: as the server lists */
};
/* A backend for it, which the caller frees; nothing changes. A key that is kept elsewhere (a file, a
 * command) is of the server before, and not sent. NULL: e. */
struct backend *server_choice_backend(
    struct program *p, const struct server_choice *choice, struct error *e);
/* From the next request on, between turns; told: it is a choice of the user's, and in the session's
 * record. False: e, and nothing has changed. */
bool backend_switch(
    struct program *p, const struct server_choice *choice, bool told, struct error *e);
/* So that the next start does the same: written to the user's agent.yaml. The model is not. */
bool backend_switch_keep(struct program *p, const struct server_choice *choice, struct error *e);

#endif
