/* SPDX-License-Identifier: MIT
 * The blocks of the model: the feed as an array, made and found here. For the fold only.
 */
#ifndef UI_MODEL_BLOCKS_H
#define UI_MODEL_BLOCKS_H

#include "ui/model/model.h"

#define BLOCK_TEXT_MAX ((size_t)4 << 20)
#define BLOCK_DETAIL_MAX ((size_t)1 << 20)
#define BLOCK_LOOK_BACK 1000 /* what is open or has just been called stands near the end */
#define BLOCK_LIVE_MAX ((size_t)64 << 10) /* of a running command only the end is kept */

/* A block that is returned is borrowed until the next is added or removed. */

/* Appends an empty block of this event. Never NULL. */
struct block *block_add(struct ui_model *m, enum block_kind kind, const struct event *ev);
/* Has what draws it look again; after each change of a block that is there already. */
void block_changed(struct ui_model *m, struct block *b);
/* Sets what block_find knows it by, a copy; NULL, "": nothing. */
void block_set_key(struct block *b, const char *key);
/* Takes block i away; those behind it move up. */
void block_remove(struct ui_model *m, size_t i);
/* The newest open one, and the newest with this key (NULL: none has it) and phase, among the last
 * BLOCK_LOOK_BACK. NULL: there is none. */
struct block *block_last_open(struct ui_model *m, enum block_kind kind);
struct block *block_find(
    struct ui_model *m, enum block_kind kind, enum phase phase, const char *key);
/* Texts, which are sanitised: replaces the block's text, appends to a buffer of a block, appends to the
 * detail of which only the end is kept. What draws the block looks again, but of what is appended to a buffer. */
void block_text(struct ui_model *m, struct block *b, const char *s);
void block_append(struct buf *to, const char *s);
void block_addf(struct buf *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void block_live(struct ui_model *m, struct block *b, const char *s);
void block_free(struct block *b); /* what it holds, not b */

#endif
