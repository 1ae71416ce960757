/* SPDX-License-Identifier: MIT
 * The private /tmp as a folder of the system's. A killed program leaves it behind, so each is noted in the
 * folder of the program's state, and locked for as long as its program lives: a later one removes what is noted
 * and no longer locked.
 */
#ifndef SANDBOX_TMP_FOLDER_H
#define SANDBOX_TMP_FOLDER_H

#include <stdbool.h>
#include "base/error.h"

struct tmp_folder {
	char *path; /* (owned) absolute, without links; NULL: there is none */
	char *note; /* (owned) the file that names it */
	int lock;   /* of this process, not of those it starts */
};

/* Makes one, and removes what others left. *t is zero before. False: e, and *t stays. */
bool tmp_folder_make(struct tmp_folder *t, struct error *e);
/* Frees what it holds. The folder goes with it only when it is empty: else the spawner removes it. */
void tmp_folder_free(struct tmp_folder *t);
/* Removes a folder and all in it, without following links or leaving its file system. */
void tmp_folder_remove(const char *path);

#endif
