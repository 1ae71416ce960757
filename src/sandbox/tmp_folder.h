/* SPDX-License-Identifier: MIT
 * The private /tmp, as a folder of the system's /tmp or TMPDIR. A killed program leaves it behind,
 * so each is noted in the program's state folder, and locked as long as its program lives: a later
 * program removes what is noted and not locked.
 */
#ifndef SANDBOX_TMP_FOLDER_H
#define SANDBOX_TMP_FOLDER_H

#include <stdbool.h>
#include "base/error.h"

struct tmp_folder {
	char *path; /* (owned) absolute, without links; NULL: there is none */
	char *note; /* (owned) path of the link that notes it; NULL: none */
	int lock;   /* descriptor of its lock, closed on exec; -1: none */
};

/* Makes the folder, and removes those that killed programs left. *t must be zero. False: e says
 * why, and *t is unchanged. */
bool tmp_folder_make(struct tmp_folder *t, struct error *e);
/* Frees what *t holds and removes the folder if it is empty; else the spawner removes it. */
void tmp_folder_free(struct tmp_folder *t);
/* Removes a folder and all in it, without following links or entering other file systems. */
void tmp_folder_remove(const char *path);

#endif
