/* SPDX-License-Identifier: MIT
 * Finds and reads calls in the text of a model, by the forms in config/written_calls.yaml. A call
 * is read if its name is a tool's. Nothing is read behind the end of the text.
 */
#ifndef LLM_WRITTEN_WRITTEN_FORMS_H
#define LLM_WRITTEN_WRITTEN_FORMS_H

#include "llm/written/written_scan.h"

enum written_mark { WRITTEN_NONE, WRITTEN_PART, WRITTEN_WHOLE };
/* Whether a mark that opens a call stands at `at`; WRITTEN_PART: the text ends in what may be one.
 * line: nothing but blanks stands before it in its line. tools: as of struct written. */
enum written_mark written_begins(const char *at, const char *end, bool line, const json_t *tools);
/* Whether a byte opens a mark at all: most do not. */
bool written_may_begin(char c);
/* Whether the text may be one call as a whole, which needs no mark; WRITTEN_PART: it is too short to tell. */
enum written_mark written_may_be_bare(const char *text, size_t len, const json_t *tools);
/* Reads calls into w->calls until something else follows. False: none is here, or one cannot be
 * read; w->calls may have got some all the same. */
bool written_read(struct written *w);
/* Reads calls that no mark opens, since they are the whole text. False: the text is something
 * else. */
bool written_read_bare(struct written *w);
/* Whether the model goes on as if its call had run, in the line in which the call ended. */
bool written_goes_on(const struct written *w);

#endif
