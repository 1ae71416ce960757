/*
 * The words of prompts/history/ that a history needs, read once for a backend.
 */
#ifndef LLM_WORDING_H
#define LLM_WORDING_H

#include "llm/context.h"

#define WORDING_TEXTS 7
struct wording_texts {		    /* zero-initialise */
	char *texts[WORDING_TEXTS]; /* (owned) NULL: nothing was read yet */
	struct wording words;	    /* points into them */
};
/* Reads them where that was not done yet; borrowed until they are freed. */
const struct wording *wording_load(struct wording_texts *w);
void wording_free(struct wording_texts *w);

#endif
