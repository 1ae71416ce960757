/* SPDX-License-Identifier: MIT
 * What the keys of vi do to the text, for composer_vim.c alone.
 */
#ifndef UI_INPUT_COMPOSER_VIM_EDIT_H
#define UI_INPUT_COMPOSER_VIM_EDIT_H

#include "ui/input/composer_motion.h"
#include "ui/input/composer_vim.h"

/* composer_vim_command.c. Each applies the pending operator (v->op: d, c, y) to the text that a motion
 * covers, and ends it; "c" goes on in insert mode. vim_move_or_operate moves the cursor where no operator
 * is pending; vim_motion does a key's motion `count` times. */
void vim_operate(struct composer_vim *v, struct composer *c, struct motion m);
void vim_move_or_operate(struct composer_vim *v, struct composer *c, struct motion m);
void vim_motion(
    struct composer_vim *v, struct composer *c, const struct motion_key *key, int count);
/* Over a text object: iw, aw; i" and its kin, in this line; v->waits is 'i' or 'a'. */
void vim_text_object(struct composer_vim *v, struct composer *c, unsigned key);
struct motion vim_lines_on(const struct composer *c, int count); /* this many from this line on */

/* composer_vim_command.c: puts a character in the place of the one at the cursor. */
void vim_replace(struct composer *c, unsigned key);
/* Runs the command of this name. False: there is none. */
bool vim_command(struct composer_vim *v, struct composer *c, const char *name, int count);

#endif
