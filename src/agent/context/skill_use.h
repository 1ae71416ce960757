/* SPDX-License-Identifier: MIT
 * The skills of a session: which there are, and which the model has the words of.
 */
#ifndef AGENT_CONTEXT_SKILL_USE_H
#define AGENT_CONTEXT_SKILL_USE_H

struct agent;

/* Before a request: tells those again whose words a summary took away, and lets the folders of those in use be
 * read. */
void skill_use_tell(struct agent *a);
/* Puts the words of one into the conversation. name: of the skill. */
void skill_use_note(struct agent *a, const char *name, const char *text);

#endif
