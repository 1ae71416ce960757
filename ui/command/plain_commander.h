/* SPDX-License-Identifier: MIT
 * The commands of a chat in lines: pages and lists are printed.
 */
#ifndef UI_COMMAND_PLAIN_COMMANDER_H
#define UI_COMMAND_PLAIN_COMMANDER_H

#include "ui/command/slash.h"
#include "ui/output/plain.h"

/* Fills what lines can do; the rest (loop, session, settings, host, quit) is the caller's. p is borrowed
 * as long as *out is used. */
void plain_commander(struct plain *p, bool ascii, struct commander *out);

#endif
