/* SPDX-License-Identifier: MIT
 * Splits off the thinking that a server leaves in the text of a reply, as models mark it:
 * <think>...</think> and its kin, [THINK]...[/THINK], the channels of harmony
 * (https://cookbook.openai.com/articles/openai-harmony) and Muse, and the sections of Kimi K3. The
 * stream may be cut at any byte: what may be the beginning of a mark waits for the rest, so the
 * split does not depend on the cuts. A call that harmony writes into a channel becomes text in the
 * form that written_calls.h reads.
 *
 * A mark opens at the beginning of a line outside of a block of code. A closing mark without an
 * opening one, as templates leave it that open the thinking themselves, makes thinking of all text
 * before it, at the beginning of a line, or where an empty line follows. A block that is never
 * closed and came after words is text.
 */
#ifndef LLM_WIRE_THINK_SPLIT_H
#define LLM_WIRE_THINK_SPLIT_H

#include "base/text/text.h"

#define THINK_HOLD 128 /* longest mark, or head of a channel */

struct think_split { /* zero-initialise */
	char hold[THINK_HOLD];
	size_t held;
	int open;	  /* 0: in text; else the pair of marks that is open, from 1 */
	bool begun;	  /* the first bytes were looked at */
	bool in_line;	  /* the line has words */
	int ticks;	  /* this many of `tick`, '`' or '~', at the beginning of the line */
	bool in_code;	  /* inside a fenced block */
	char tick, fence; /* fence: the byte that the open block's fence is made of */
	bool channels;	  /* harmony: whatever is outside of a channel is a mark */
	bool in_head;	  /* behind <|channel|>, before <|message|> */
	bool to_user;	  /* the channel is for the user: no call is written there */
	bool after_words; /* the open block came after text */
	size_t from;	  /* offset in the thinking where the open block began */
};
struct think_into { /* (borrowed) where text and thinking are appended, each through its door */
	struct buf *text, *thinking;
	struct text_door *text_door, *thinking_door;
	bool *restarted; /* set when the text so far became thinking: it begins anew */
};
/* Takes the next bytes of the stream; think_end, at its end, appends what still waits. */
void think_feed(
    struct think_split *s, const struct think_into *into, const char *bytes, size_t len);
void think_end(struct think_split *s, const struct think_into *into);

#endif
