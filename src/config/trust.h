/* SPDX-License-Identifier: MIT
 * Adding a folder to trust.workspaces in the text of the user's agent.yaml. The text stays a
 * person's: a line is put in, nothing is written anew, comments and layout stay. What is trusted is
 * a text: a copy of each trusted agent.yaml is kept in trusted/ beside the user's file, and only
 * the same text counts.
 */
#ifndef CONFIG_TRUST_H
#define CONFIG_TRUST_H

#include "base/core/buf.h"
#include "base/error.h"

/* Appends the new text to out, proved to say what the old one says and the folder beside it. False: e
 * says why (the text has no place where a line could go, or has problems itself), and out is of no
 * use. */
bool trust_insert(
    const char *text, size_t len, const char *folder, struct buf *out, struct error *e);

/* Whether this text of the folder's agent.yaml is the one that was trusted last; false also for a
 * folder that is not there. */
bool trust_holds(const char *folder, const char *text, size_t len);
/* Keeps a copy of the text, so that trust_holds says so from now on. folder is its real path. False:
 * e says why. */
bool trust_keep(const char *folder, const char *text, size_t len, struct error *e);
/* Returns the real path of what really lies below a folder, links followed; owned. NULL: it leads out of it, or is not
 * there. */
char *trust_inside(const char *folder, const char *path);

#endif
