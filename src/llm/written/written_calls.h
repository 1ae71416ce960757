/* SPDX-License-Identifier: MIT
 * Calls that a model wrote as text, since its server did not read them: in one of the forms of
 * written_forms.h, or as harmony, which think_split.c puts into Mistral's form.
 *
 * Here: finding the places where a reply holds calls as text, reading them in the forms that models
 * write, and turning them into calls.
 * Not here: names and arguments of other agents (tools/dialect), the wires that hand over text
 * (llm/wire).
 */
#ifndef LLM_WRITTEN_WRITTEN_CALLS_H
#define LLM_WRITTEN_WRITTEN_CALLS_H

#include "llm/wire/reply.h"

#define WRITTEN_CALL "[TOOL_CALLS]" /* before a name; behind it WRITTEN_ARGUMENTS and an object */
#define WRITTEN_ARGUMENTS "[ARGS]"

/* State of the search for the first mark outside of code in a growing text. Zero-initialise, also
 * when the text begins anew. */
struct written_watch {
	size_t at;	 /* bytes looked at */
	size_t begin;	 /* offset of the line's first byte that is no blank */
	size_t fence;	 /* length of the fence of the open block of code; 0: none is open */
	char fence_mark; /* the byte it is made of */
	size_t ticks;	 /* number of backticks that opened code in the line; 0: none is open */
	bool in_line;	 /* the line's first byte was looked at */
	bool aside;	 /* the line is code or a quotation */
	bool found;	 /* a mark stands at `at` */
	bool signs;	 /* set by the caller: signs of calls in no known form are marks too */
};
/* Returns how many bytes of the text surely are no call: up to a mark, or to what may become one.
 * tools: array of {name, parameters?}, borrowed for the call, as below. */
size_t written_calls_before(
    struct written_watch *w, const char *text, size_t len, const json_t *tools);

/* Whether calls in the text of this model (NULL: not known) are read at all: one that has made a
 * call through the protocol knows how, so what it writes is text. items: the conversation, as in
 * struct context. */
bool written_calls_are_read(const json_t *items, const char *model);
/* Call at the end of a reply. If it made no call, the calls in its text, outside of code and
 * quotations, become its calls and are cut off with what follows, if each names a tool and nothing
 * follows but what a model writes as if they had run. Else all stays text: a model may speak of
 * such marks. A call that also stands in something the model was given (items) is marked as quoted.
 * Returns the number of calls taken. */
size_t written_calls_take(struct reply *r, const json_t *tools, const json_t *items);
/* Whether a call seems to be left in an answer: a mark with a tool's name outside of code, or at
 * its end an object that is one. *in_code: it stands in a block of code, and may be meant for the
 * reader. */
bool written_calls_left(const char *text, const json_t *tools, bool *in_code);

#endif
