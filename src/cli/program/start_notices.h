/* SPDX-License-Identifier: MIT
 * The notices that are shown when the program starts.
 */
#ifndef CLI_PROGRAM_START_NOTICES_H
#define CLI_PROGRAM_START_NOTICES_H

#include "cli/program/program.h"

/* Keeps a notice to be shown once a face listens. Steals text, which may be NULL. */
void program_notice(struct program *p, char *text);
/* Adds notices of the workspace's settings that were ignored and of files that others may write to. */
void program_notice_settings(struct program *p);
/* Sends a notice (level: info, warning, error) to a sink without storing it: what concerns this start of
 * the program is no part of the session's record. */
void program_say(const struct event_sink *sink, const char *level, const char *text);

/* Returns the names of the program's own folders and files that anyone on this machine may write to, and so change
 * what the agent does or has said: "'~/.config/agent', '~/.local/share/agent/agent.db'". Caller frees; NULL: there
 * are none. workspace: its path. */
char *writable_by_others(const char *workspace);

#endif
