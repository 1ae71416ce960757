/* SPDX-License-Identifier: MIT
 * Switching the server of a session: to one that was offered, by /connect, or to the one a resumed session had.
 */
#ifndef CLI_BACKEND_BACKEND_SWITCH_H
#define CLI_BACKEND_BACKEND_SWITCH_H

#include "cli/program/program.h"

struct server_choice { /* (borrowed) */
	const char *base_url;
	const char *key_env; /* NULL: the server's known variable, or no key */
	const char *model;   /* NULL: the server's only one */
	/* Preferred to key_env: a command that prints the key, a file with it; NULL: none. */
	const char *key_command, *key_file;
	const char *protocol; /* NULL: found out from the server's answers */
	const char *profile;  /* name of the profile it is kept in; NULL: none */
};
/* Returns a backend for a choice, which the caller frees; nothing else changes. The key of the present server is
 * not sent to it. NULL: e says why. */
struct backend *server_choice_backend(
    struct program *p, const struct server_choice *choice, struct error *e);
/* Uses that server from the next request on; called between turns. told: the user chose it, and the change of
 * settings is stored in the session. False: e says why, and nothing has changed. */
bool backend_switch(
    struct program *p, const struct server_choice *choice, bool told, struct error *e);
/* Writes the choice without its model to the user's agent.yaml, for the next start. A choice with a profile is
 * written to that profile, with its model, and agent.yaml names the profile. False: e says why; a part may have
 * been written. */
bool backend_switch_keep(struct program *p, const struct server_choice *choice, struct error *e);
/* Uses the server and key of a profile from now on, and names it in agent.yaml. False: e says why. */
bool backend_switch_profile(struct program *p, const char *name, struct error *e);

/* Switches a session that is resumed to the server and the model it had; a notice says so if that is not possible.
 * start: the data of its first event; settings: {key: value} changed in it, or NULL. A server or model that this start
 * names (command line, environment) wins. Nothing is stored. */
void backend_resume(struct program *p, const json_t *start, const json_t *settings);
/* Sends a face a setting event, which is not stored, with the model that answers now. named: the model that the face's
 * events named last, NULL: none; nothing is sent if it is the same. */
void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face);

#endif
