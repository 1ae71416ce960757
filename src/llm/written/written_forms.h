/* SPDX-License-Identifier: MIT
 * How models write calls into their words: the rows of config/written_calls.yaml. A call is read where its
 * name is a tool's. What is read is bounded by the text it stands in.
 */
#ifndef LLM_WRITTEN_WRITTEN_FORMS_H
#define LLM_WRITTEN_WRITTEN_FORMS_H

#include "llm/written/written_scan.h"

enum written_mark { WRITTEN_NONE, WRITTEN_PART, WRITTEN_WHOLE };
/* Whether a mark that opens a call stands here; WRITTEN_PART: the text ends before it does. line: nothing but
 * blanks stands before it in its line. tools: as of struct written. */
enum written_mark written_begins(const char *at, const char *end, bool line, const json_t *tools);
/* Whether a byte opens a mark at all: most do not. */
bool written_may_begin(char c);
/* Whether the text may be one call as a whole, which needs no mark; WRITTEN_PART: it is too short to tell. */
enum written_mark written_may_be_bare(const char *text, size_t len, const json_t *tools);
/* Reads one call after the other up to something else. False: there is none, or one that cannot be read;
 * calls may have some all the same. */
bool written_read(struct written *w);
/* Reads a call that no mark opens, since it is the whole text. */
bool written_read_bare(struct written *w);
/* Whether the model goes on here as if its call had run, in the line in which the call ended. */
bool written_goes_on(const struct written *w);

#endif
