/*
 * /context: what fills the window, by part.
 */
#ifndef AGENT_CONTEXT_REPORT_H
#define AGENT_CONTEXT_REPORT_H

struct agent;
void context_show(struct agent *a); /* emits event context */

#endif
