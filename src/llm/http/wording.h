/* SPDX-License-Identifier: MIT
 * The words of prompts/history/ that are put into a history where a protocol cannot say something
 * itself, read once for a backend.
 */
#ifndef LLM_HTTP_WORDING_H
#define LLM_HTTP_WORDING_H

struct wording { /* all (borrowed) from struct wording_texts, or from a test */
	const char *user_before, *user_after; /* around the user's words said during the work */
	const char *note_before, *note_after; /* marks put around a note of the program's */
	/* Around the name and the arguments of a call that is told in words. */
	const char *call_before, *call_between, *call_after;
	const char *result_before, *result_after; /* around its result, likewise */
	const char *number_before, *number_after; /* around a number of a result; NULL: none */
	const char *missing;			  /* the result of a call that has none */
	const char *file_before, *file_after;	  /* around the name of a file that is not sent */
	const char *opening;  /* the user turn in front of a history without one */
	const char *stopped;  /* the end of a turn that ended with its results */
	const char *pictures; /* of one whose results have pictures, which follow */
};

#define WORDING_TEXTS 10
struct wording_texts {		    /* zero-initialise */
	char *texts[WORDING_TEXTS]; /* (owned) NULL: nothing was read yet */
	struct wording words;	    /* points into them */
};
/* Reads them where that was not done yet; borrowed until they are freed. */
const struct wording *wording_load(struct wording_texts *w);
void wording_free(struct wording_texts *w);

#endif
