/*
 * The program's own folders and files that anyone on this machine may write to: whoever does can
 * change what the agent does, or what it has said.
 */
#ifndef CLI_PROGRAM_WRITABLE_BY_OTHERS_H
#define CLI_PROGRAM_WRITABLE_BY_OTHERS_H

/* Their names in a row: "'~/.config/agent', '~/.local/share/agent/agent.db'", which the caller frees;
 * NULL: there are none. workspace: its path. */
char *writable_by_others(const char *workspace);

#endif
