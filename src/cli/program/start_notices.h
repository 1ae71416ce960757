/* SPDX-License-Identifier: MIT
 * What is said when the program starts.
 */
#ifndef CLI_PROGRAM_START_NOTICES_H
#define CLI_PROGRAM_START_NOTICES_H

#include "cli/program/program.h"

/* Keeps a notice to be said once a face listens. Steals text; NULL: nothing. */
void program_notice(struct program *p, char *text);
/* Notes what of the workspace's settings was ignored, and what others may write to. */
void program_notice_settings(struct program *p);
/* A notice (info, warning, error) that is shown and not stored: what concerns this start of the
 * program is no part of the session's record. */
void program_say(const struct event_sink *sink, const char *level, const char *text);

/*
 * The program's own folders and files that anyone on this machine may write to: whoever does can
 * change what the agent does, or what it has said.
 */

/* Their names in a row: "'~/.config/agent', '~/.local/share/agent/agent.db'", which the caller frees;
 * NULL: there are none. workspace: its path. */
char *writable_by_others(const char *workspace);

#endif
