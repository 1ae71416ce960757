/* SPDX-License-Identifier: MIT
 * /context: what fills the window, by part.
 */
#ifndef AGENT_CONTEXT_CONTEXT_REPORT_H
#define AGENT_CONTEXT_CONTEXT_REPORT_H

struct agent;
/* Emits the event `context`. */
void context_show(struct agent *a);

#endif
