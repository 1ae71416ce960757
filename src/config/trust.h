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

/* Appends the text to out with the folder added to trust.workspaces; the result is parsed to prove
 * that nothing else changed. False: e says why (the text has no place where a line could go, or has
 * problems itself), and what is in out must not be used. */
bool trust_insert(
    const char *text, size_t len, const char *folder, struct buf *out, struct error *e);

/* Whether this text is the one that was trusted last for a path: a workspace's folder (the text of
 * its agent.yaml) or the file that has the text (hooks, skills, MCP servers). False if the path
 * does not exist. */
bool trust_holds(const char *folder, const char *text, size_t len);
/* Keeps a copy of the text, so that trust_holds is true of it from now on. folder: such a path,
 * resolved by realpath. False: e says why. */
bool trust_keep(const char *folder, const char *text, size_t len, struct error *e);
/* Returns the real path of `path`, links followed; NULL if that is not below the folder or does not
 * exist. Caller frees. */
char *trust_inside(const char *folder, const char *path);

#endif
