/*
 * /memory: a notice that shows what the model is told.
 */
#ifndef AGENT_CALL_MEMORY_REPORT_H
#define AGENT_CALL_MEMORY_REPORT_H

#include <stdbool.h>

struct agent;
/* reload: from now on, as it is by now. */
void memory_show(struct agent *a, bool reload);

#endif
