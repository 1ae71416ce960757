/* SPDX-License-Identifier: MIT
 * /memory: a notice that shows what the model is told.
 */
#ifndef AGENT_CALL_MEMORY_REPORT_H
#define AGENT_CALL_MEMORY_REPORT_H

#include <stdbool.h>

struct agent;
/* Shows what is remembered. reload: it is read anew, and the model is told it from now on. */
void memory_show(struct agent *a, bool reload);

#endif
