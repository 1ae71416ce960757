/* SPDX-License-Identifier: MIT
 * Calls that a model wrote into its words, since its server did not read them: in one of the forms of
 * written_forms.h, or as harmony, which think_split.c puts into Mistral's form.
 */
#ifndef LLM_WRITTEN_WRITTEN_CALLS_H
#define LLM_WRITTEN_WRITTEN_CALLS_H

#include "llm/wire/reply.h"

#define WRITTEN_CALL "[TOOL_CALLS]" /* before a name; behind it WRITTEN_ARGUMENTS and an object */
#define WRITTEN_ARGUMENTS "[ARGS]"

/* A text that grows, looked through for the first mark outside of code. Zero-initialise, also where the
 * text begins anew. */
struct written_watch {
	size_t at;	 /* bytes looked at */
	size_t begin;	 /* where the first byte of the line stands that is no blank */
	size_t fence;	 /* so long is the fence of the block of code that is open; 0: none is */
	char fence_mark; /* and of these */
	size_t ticks;	 /* this many backticks opened the code in the line; 0: none is open */
	bool in_line;	 /* the line's first byte was looked at */
	bool aside;	 /* the line is code or a quotation */
	bool found;	 /* the mark stands at `at` */
	bool signs;	 /* given: signs of calls in no known form are marks too */
};
/* Returns how many bytes of the text surely are no call: up to a mark, or to what may become one.
 * tools: array of {name, parameters?}, borrowed for the call, as below. */
size_t written_calls_before(
    struct written_watch *w, const char *text, size_t len, const json_t *tools);

/* Whether calls in the words of this model (NULL: it is not known) are read at all: one that made a call through
 * the protocol before knows how, and what it writes is text. items: the conversation, as in struct context. */
bool written_calls_are_read(const json_t *items, const char *model);
/* Of a reply that ended without a call: those in its text, outside of code and quotations, become its calls and
 * are cut off with what follows them, if each is of one of the tools and nothing but what a model goes on with
 * as if it had run follows. Else all of it is text: a model may speak of such marks. One that also stands in
 * something the model was given (items) is marked as quoted. Returns how many. */
size_t written_calls_take(struct reply *r, const json_t *tools, const json_t *items);
/* Whether a call seems to be left in an answer: a mark with a tool's name outside of code, or at its end an
 * object that is one. *in_code: that stands in a block of code, and may be meant to be read. */
bool written_calls_left(const char *text, const json_t *tools, bool *in_code);

#endif
