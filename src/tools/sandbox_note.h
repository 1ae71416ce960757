/* What the sandbox may have stopped, told to the model with the way out. */
#ifndef TOOLS_SANDBOX_NOTE_H
#define TOOLS_SANDBOX_NOTE_H

#include "base/buf.h"

/* By what a confined command that failed said last (config/sandbox.yaml). Owned; NULL: nothing points
 * to the sandbox. */
char *sandbox_note(const struct buf *text);

#endif
