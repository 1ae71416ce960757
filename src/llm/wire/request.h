/* SPDX-License-Identifier: MIT
 * Writes a request's body, the same way for every wire: head, what stands before the history,
 * history, end.
 */
#ifndef LLM_WIRE_REQUEST_H
#define LLM_WIRE_REQUEST_H

#include "llm/wire/turn_history.h"
#include "llm/wire/wire.h"

/* The parts of a request that the next one reuses: NULL at first, made and updated by
 * request_write, freed by its holder; NULL is accepted. */
struct request_cache;
void request_cache_free(struct request_cache *c);

struct request_form { /* of a wire */
	const struct history_writer *writer;
	bool tools_uncalled; /* tools that must not be called may be sent; else the quirk says */
	/* Appends the settings, from the first brace on. The whole request is written anew when
	 * they change. */
	void (*head)(struct buf *out, const struct context *context, const struct model *model);
	/* Appends what stands between the settings and the first element of the history. */
	void (*before)(struct buf *out, const struct context *context, const struct model *model);
	/* Closes what the history left open, with the tail (NULL or "": none) where it belongs. The
	 * history begins at `shift` in out. */
	void (*end)(struct buf *out, const struct history *h, size_t shift, const char *tail);
};
/* Appends the request body. The same input always gives the same bytes, and a longer conversation
 * has the shorter one's bytes as prefix up to its tail. cache (NULL: none) saves writing what is
 * the same as in the last request; it may be given with any input, as long as tools, quirks and
 * items that were given before have not been changed. */
void request_write(const struct wire *wire, struct buf *out, const struct context *context,
    const struct model *model, struct request_cache **cache);

/* Parts that the heads of several protocols share. */
/* Appends the beginning of a body: {"model":...,"stream":... */
void request_begin(struct buf *out, const struct model *model);
/* Merges an object (NULL: nothing) into what a head has so far; its members override. */
void request_merge(struct buf *head, const json_t *extra);
/* Appends the temperature, at most `most`, if one is set and the model takes it. */
void request_temperature(struct buf *out, const struct model *model, double most);
/* Appends the tools, if any, each by `write`. request_choice appends that none may be called, if
 * so; none: the protocol's JSON for that. */
void request_tools(
    struct buf *out, const json_t *tools, void (*write)(struct buf *out, const json_t *tool));
void request_choice(struct buf *out, const struct context *context, const char *none);
/* Returns the form of an answer that the model takes, {type: ...} with the schema under `inside` or
 * (NULL) beside it; NULL: the answer is asked for in words. New reference. */
json_t *request_answer(
    const struct answer_wanted *answer, const struct model *model, const char *inside);
/* Returns the form in which an answer is asked for (NULL: in words): no stricter than the quirks
 * say the server takes. */
enum answer_form request_answer_form(const struct answer_wanted *answer, const struct model *model);

#endif
