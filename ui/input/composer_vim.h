/* SPDX-License-Identifier: MIT
 * vi's keys for the composer, as a value: two modes, operators with motions, counts. The keys are
 * in the `vim` part of config/keys.yaml.
 */
#ifndef UI_INPUT_COMPOSER_VIM_H
#define UI_INPUT_COMPOSER_VIM_H

#include "ui/input/composer.h"
#include "ui/keys/keys.h"

struct composer_vim {
	struct keymap keys; /* (owned) */
	bool normal;	    /* keys are commands; else (insert mode) they are typed */
	int count;	    /* typed before a command, 0: none */
	int held;	    /* the count before an operator */
	char op;	    /* the operator that waits for its motion: 'd', 'c', 'y'; 0: none */
	char waits; /* for one more key: f, F, t, T, r, g, or i, a of a text object; 0: none */
};

/* Takes a key in normal mode, or Esc in insert mode. False: the key means nothing here. */
bool composer_vim_key(struct composer_vim *v, struct composer *c, unsigned key);
void composer_vim_insert(struct composer_vim *v); /* insert mode; drops what waits */
void composer_vim_free(struct composer_vim *v);	  /* frees what v holds, not v */

#endif
