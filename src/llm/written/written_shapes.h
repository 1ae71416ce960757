/* SPDX-License-Identifier: MIT
 * The shapes that written calls have, as config/written_calls.yaml names them. Each function reads the calls
 * behind a mark by the row of the table (form, borrowed), and what ends them; some models stop before that.
 * False: what stands there is something else.
 */
#ifndef LLM_WRITTEN_WRITTEN_SHAPES_H
#define LLM_WRITTEN_WRITTEN_SHAPES_H

#include "llm/written/written_scan.h"

/* {name, arguments}, one after the other or in lists. False: see above. */
bool written_objects(struct written *w, const json_t *form);
/* A name, then an object, or arguments between tags. False: see above. */
bool written_tags(struct written *w, const json_t *form);
/* name(key=value), name{key: value}. False: see above. */
bool written_python(struct written *w);
/* An object that is the whole text and has nothing but what a call has. False: it is something else. */
bool written_bare_objects(struct written *w);

/* Returns the table; borrowed for as long as the program runs. */
const json_t *written_table(void);

#endif
