/* SPDX-License-Identifier: MIT
 * vi's keys over the composer, as a value: two modes, operators with motions, counts. Which key does
 * what is the `vim` part of config/keys.yaml.
 */
#ifndef UI_INPUT_COMPOSER_VIM_H
#define UI_INPUT_COMPOSER_VIM_H

#include "ui/input/composer.h"
#include "ui/keys/keys.h"

struct composer_vim {
	struct keymap keys; /* (owned) */
	bool normal;	    /* keys are commands; else they are typed */
	int count;	    /* typed before a command, 0: none */
	int held;	    /* the count before an operator */
	char op;	    /* 'd', 'c', 'y': it waits for its motion; 0: none */
	char waits; /* for one key more: behind f, F, t, T, r, g, of a text object i, a; 0: none */
};

/* Takes a key in normal mode, or Esc in a text that is being typed. False: it means nothing here. */
bool composer_vim_key(struct composer_vim *v, struct composer *c, unsigned key);
void composer_vim_insert(struct composer_vim *v); /* keys are typed from now on */
void composer_vim_free(struct composer_vim *v);	  /* what it holds, not v */

#endif
