/*
 * The program's own folders and files that anyone on this machine may write to: whoever does can
 * change what the agent does, or what it has said.
 */
#ifndef CLI_EXPOSED_H
#define CLI_EXPOSED_H

/* "'~/.config/agent', '~/.local/share/agent/agent.db'"; NULL: none. Owned. */
char *exposed_names(const char *workspace);

#endif
