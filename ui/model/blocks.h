/*
 * The blocks of the model: the feed as an array, made and found here. For the fold only.
 */
#ifndef UI_MODEL_BLOCKS_H
#define UI_MODEL_BLOCKS_H

#include "ui/model/model.h"

#define BLOCK_TEXT_MAX ((size_t)4 << 20)
#define BLOCK_DETAIL_MAX ((size_t)1 << 20)
#define BLOCK_LOOK_BACK 1000 /* what is open or has just been called stands near the end */
#define BLOCK_LIVE_MAX ((size_t)64 << 10) /* of a running command only the end is kept */

/* Appends one; valid until the next is added. */
struct block *block_add(struct ui_model *m, enum block_kind kind, const struct event *ev);
void block_remove(struct ui_model *m, size_t i);
struct block *block_last_open(struct ui_model *m, enum block_kind kind);
/* The newest with this key and phase; NULL key: none. */
struct block *block_find(
    struct ui_model *m, enum block_kind kind, enum phase phase, const char *key);
void block_text(struct block *b, const char *s);  /* replaces the text; through the door */
void block_append(struct buf *to, const char *s); /* through the door */
void block_live(struct block *b, const char *s);  /* to the detail, keeping only its end */
void block_free(struct block *b);

#endif
