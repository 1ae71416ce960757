/* SPDX-License-Identifier: MIT
 * The array of blocks that is the feed: making, finding and changing them. For the fold only.
 */
#ifndef UI_MODEL_BLOCKS_H
#define UI_MODEL_BLOCKS_H

#include "ui/model/model.h"

#define BLOCK_TEXT_MAX ((size_t)4 << 20)
#define BLOCK_DETAIL_MAX ((size_t)1 << 20)
/* a search looks at this many last blocks: what is open or was just called is there */
#define BLOCK_LOOK_BACK 1000
/* bytes; of a running command's output only the end is kept */
#define BLOCK_LIVE_MAX ((size_t)64 << 10)

/* A block that is returned is borrowed until the next is added or removed. */

/* Appends an empty block of this event. Never NULL. */
struct block *block_add(struct ui_model *m, enum block_kind kind, const struct event *ev);
/* Marks a block as changed, so that it is drawn again. Must be called after each change of a block
 * that is there already. */
void block_changed(struct ui_model *m, struct block *b);
/* Sets the key by which block_find finds a block; copied. NULL, "": none. */
void block_set_key(struct block *b, const char *key);
/* Removes block i; those behind it move up. */
void block_remove(struct ui_model *m, size_t i);
/* Return, of the newest turn and the last BLOCK_LOOK_BACK blocks, the newest open block of a kind,
 * and the newest block of a kind and phase with this key (NULL: none has it). NULL: there is
 * none. */
struct block *block_last_open(struct ui_model *m, enum block_kind kind);
struct block *block_find(
    struct ui_model *m, enum block_kind kind, enum phase phase, const char *key);
/* All sanitise their text. block_text replaces the block's text, block_append and block_addf append
 * to a buffer of a block, block_live appends to the detail, of which it keeps only the end.
 * block_text and block_live also call block_changed. */
void block_text(struct ui_model *m, struct block *b, const char *s);
void block_append(struct buf *to, const char *s);
void block_addf(struct buf *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void block_live(struct ui_model *m, struct block *b, const char *s);
void block_free(struct block *b); /* frees what it holds, not b */

#endif
