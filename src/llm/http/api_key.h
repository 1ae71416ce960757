/* SPDX-License-Identifier: MIT
 * Reads API keys from where they are kept: an environment variable, a file, or what a command
 * prints. A key is registered as a secret as soon as it is read. A key that a command printed is
 * kept in memory for all requests of this process, and nowhere else.
 */
#ifndef LLM_HTTP_API_KEY_H
#define LLM_HTTP_API_KEY_H

#include "config/settings.h"
#include "loop/loop.h"

#define KEY_FILE "backend.api_key_file"
#define KEY_COMMAND "backend.api_key_command"

/* Return the key in a variable (name NULL: none) or a file ("~/" is expanded); caller frees. NULL
 * with e set: it cannot be read or is no key. NULL without: the variable is not set or blank. e
 * must not be NULL. */
char *key_of_variable(const char *name, struct error *e);
char *key_of_file(const char *path, struct error *e);
bool key_is_one(const char *text); /* whether a header can carry it; NULL: true */

struct key_fetch;
/* Runs the command, or takes what it printed before; never NULL. done is called once, in a later turn of
 * the loop, with the key (borrowed for the call) or NULL and e; the handle is gone when it returns. */
struct key_fetch *key_fetch(struct loop *l, const struct settings *s, const char *command,
    void (*done)(void *ctx, const char *key, const struct error *e), void *ctx);
/* Likewise, but hands a key to a command that keeps it, on its stdin: "pass insert -m openai". */
struct key_fetch *key_keep(struct loop *l, const struct settings *s, const char *command,
    const char *key, void (*done)(void *ctx, const char *key, const struct error *e), void *ctx);
void key_fetch_stop(struct key_fetch *f); /* no callback afterwards; NULL is accepted */
/* Forgets the key that the command printed, after the server refused it: the command is run again
 * for the next request. */
void key_forget(void);

#endif
