/* SPDX-License-Identifier: MIT
 * A request's body, made the same way for every wire: its head, what stands before the history, the
 * history, its end.
 */
#ifndef LLM_WIRE_REQUEST_H
#define LLM_WIRE_REQUEST_H

#include "llm/wire/turn_history.h"
#include "llm/wire/wire.h"

/* What a request has in common with the one before: NULL at first, made and kept up to date by
 * request_write, freed by its holder; NULL is accepted. */
struct request_cache;
void request_cache_free(struct request_cache *c);

struct request_form { /* of a wire */
	const struct history_writer *writer;
	bool tools_uncalled; /* tools that may not be called are taken; else the quirk says */
	/* Appends the settings, from the first brace on; the request is made anew when they change. */
	void (*head)(struct buf *out, const struct context *context, const struct model *model);
	/* Appends what stands between them and the first element of the history. */
	void (*before)(struct buf *out, const struct context *context, const struct model *model);
	/* Closes what the history left open, with the tail (NULL or "": none) where it belongs. The
	 * history begins at `shift` in out. */
	void (*end)(struct buf *out, const struct history *h, size_t shift, const char *tail);
};
/* Appends the request body. The same input always gives the same bytes, and a longer conversation has the shorter one's
 * bytes as prefix up to its tail. cache (NULL: none) spares what is the same as in the request before; it may be given
 * with any input, as long as tools, quirks and items that were given before have not been changed. */
void request_write(const struct wire *wire, struct buf *out, const struct context *context,
    const struct model *model, struct request_cache **cache);

/* What heads of requests say alike, for forms. */
void request_begin(struct buf *out, const struct model *model); /* {"model":...,"stream":... */
/* Merges an object (NULL: nothing) into what a head has so far; its members go first. */
void request_merge(struct buf *head, const json_t *extra);
/* The temperature, where one is set and the model takes it: at most `most`. */
void request_temperature(struct buf *out, const struct model *model, double most);
/* The tools, each by `write`, where there are any; and that none of them may be called, where that is so: how (JSON)
 * the protocol says it. */
void request_tools(
    struct buf *out, const json_t *tools, void (*write)(struct buf *out, const json_t *tool));
void request_choice(struct buf *out, const struct context *context, const char *none);
/* Returns the form of an answer that the model takes, {type: ...} with the schema under `inside` or (NULL) beside it;
 * NULL: it is asked for in words. New reference. */
json_t *request_answer(
    const struct answer_wanted *answer, const struct model *model, const char *inside);
/* Returns the form in which an answer is asked for (NULL: in words): no stricter than the quirks
 * say the server takes. */
enum answer_form request_answer_form(const struct answer_wanted *answer, const struct model *model);

#endif
