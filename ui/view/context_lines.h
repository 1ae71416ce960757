/* SPDX-License-Identifier: MIT
 * What fills the model's context window, as rows: each part with its tokens, its share and a bar.
 */
#ifndef UI_VIEW_CONTEXT_LINES_H
#define UI_VIEW_CONTEXT_LINES_H

#include <jansson.h>
#include "ui/view/lines.h"

/* Appends the rows. context: data of event context; NULL: it has not come yet. */
void context_lines(const json_t *context, int cells, bool ascii, struct lines *out);

#endif
