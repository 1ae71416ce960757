/* SPDX-License-Identifier: MIT
 * A home for targets whose parser reads a file of the user's: a folder of its own, made once, which
 * $HOME and the XDG folders point into; removed at the end.
 */
#ifndef TESTS_FUZZ_FOLDER_H
#define TESTS_FUZZ_FOLDER_H

#include <stddef.h>

const char *fuzz_folder(void); /* absolute path; makes it */
/* Puts a file there, name relative: "agent/config/keys.yaml" is the user's own. */
void fuzz_file(const char *name, const void *data, size_t len);

#endif
