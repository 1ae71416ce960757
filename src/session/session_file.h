/* SPDX-License-Identifier: MIT
 * Sessions as files: events.md lines. Content that events refer to follows the first event that
 * names it, in lines of seq 0 and type "blob" {ref, offset, bytes, base64}, which other readers
 * ignore.
 */
#ifndef SESSION_SESSION_FILE_H
#define SESSION_SESSION_FILE_H

#include <stdio.h>
#include "session/store/store.h"

/* Writes the lines of a session to out, which stays open; secrets are replaced. thinking: with the
 * models' opaque thinking parts. False: e says why, and some lines may have been written. */
bool session_export(
    struct store *s, const char *session, bool thinking, FILE *out, struct error *e);

/* Reads a file ("-": stdin) into a new session, whose id is put in id. Its session_start keeps its
 * parent and gets imported {session, from}; a turn that was cut is closed; what would grant
 * anything (answers "always", trusted settings, checks) is defused. A file that a failing store
 * left (unsaved-ID.jsonl) is appended to its session instead, or to a fork of it if another process
 * went on with it meanwhile. False: e names FILE:LINE, and nothing was kept. */
bool session_import(struct store *s, const char *path, char id[27], struct error *e);

#endif
