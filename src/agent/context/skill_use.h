/* SPDX-License-Identifier: MIT
 * The skills of a session: sends their text to the model, and again after a summary.
 */
#ifndef AGENT_CONTEXT_SKILL_USE_H
#define AGENT_CONTEXT_SKILL_USE_H

struct agent;
struct skills;

/* Returns the skills and commands of the user and of the workspace; the first call searches for them. Borrowed. */
struct skills *agent_skills(struct agent *a);
/* Called before a request: sends the text of skills in use again that a summary took away, and allows the workspace to
 * read the folders of those in use. */
void skill_use_tell(struct agent *a);
/* Adds a skill's text to the conversation. name: of the skill. */
void skill_use_note(struct agent *a, const char *name, const char *text);

#endif
