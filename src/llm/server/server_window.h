/* SPDX-License-Identifier: MIT
 * Finds how large the window of a model is as its server runs it, which may be far less than what
 * the model was made for: each kind of server says so in a place of its own (`windows` of
 * config/providers.yaml). Only servers on this machine are asked, kind after kind.
 */
#ifndef LLM_SERVER_SERVER_WINDOW_H
#define LLM_SERVER_SERVER_WINDOW_H

#include "llm/backend.h"

/* Asks a server. done is called once, in a later turn of the loop, with the tokens and the row of the
 * kind that told (borrowed for the call); with 0 where no kind told, and the row of a server that will
 * tell once it runs the model, or NULL. The probe is gone when it returns. model is copied, the settings
 * are borrowed until then. NULL: the server is not on this machine, or no model is named, and done is not
 * called. */
struct window_probe *window_probe(struct loop *l, const struct settings *s,
    const struct model *model, void (*done)(void *ctx, int64_t tokens, const json_t *kind),
    void *ctx);
/* learn gets what else a kind's answer says of the model, as quirks (an object, borrowed for the call),
 * before done is called. */
void window_probe_learns(
    struct window_probe *p, void (*learn)(void *ctx, const json_t *quirks), void *ctx);
/* Returns the quirks that follow from a kind's answer for a protocol. New reference; NULL: none. */
json_t *window_quirks(const json_t *kind, const char *protocol, const json_t *answer);
/* Returns the window in tokens that a kind's answer gives for a model; 0: none. */
int64_t window_told(const json_t *kind, const char *id, const json_t *answer);

#endif
