/* SPDX-License-Identifier: MIT
 * Sessions as files of the lines that docs/events.md describes. Content follows the first event that
 * refers to it, in lines with seq 0 and type "blob" {ref, offset, bytes, base64}, which other readers
 * ignore.
 */
#ifndef SESSION_SESSION_FILE_H
#define SESSION_SESSION_FILE_H

#include <stdio.h>
#include "session/store/store.h"

/* Writes a session to out, which stays open; secrets are replaced. thinking: include the models' thinking
 * parts. False: e is set, and some lines may have been written. */
bool session_export(
    struct store *s, const char *session, bool thinking, FILE *out, struct error *e);

/* Imports a file ("-": stdin) as a new session and writes its id to id. The session_start keeps its parent
 * and gets imported {session, from}; a turn that was cut is closed; whatever grants rights (answers
 * "always", trusted settings, checks) is disabled. A file that a failing store left (unsaved-ID.jsonl) is
 * appended to its session instead, or to a fork of it if that was continued meanwhile. False: e names
 * FILE:LINE, and a new session was deleted again; what was appended to one of before stays. */
bool session_import(struct store *s, const char *path, char id[27], struct error *e);

#endif
