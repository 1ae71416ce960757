/* SPDX-License-Identifier: MIT
 * Files as the user's editor has them, where the client of --serve offers that (acp.files, cli/acp): a call reads what
 * is not saved yet, and what it wrote is given to the editor, whose buffer would hide it.
 */
#ifndef AGENT_CALL_EDITOR_FILES_H
#define AGENT_CALL_EDITOR_FILES_H

#include "agent/call/call_slot.h"

/* Asks the editor for the files of the call; until editor_files_give the workspace reads its texts instead of the
 * disk's. False: cancelled. */
bool editor_files_take(struct call_slot *s);
/* Ends what editor_files_take began, and sends the editor what the calls of the first `count` slots, which are over,
 * have written. There must be one slot at least. */
void editor_files_give(struct call_slot *slots, size_t count);

#endif
