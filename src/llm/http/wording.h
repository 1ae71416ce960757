/* SPDX-License-Identifier: MIT
 * The texts of prompts/history/, put into a history where a protocol cannot express something
 * itself; loaded once for a backend.
 */
#ifndef LLM_HTTP_WORDING_H
#define LLM_HTTP_WORDING_H

struct wording { /* all (borrowed) from struct wording_texts, or from a test */
	const char *user_before, *user_after; /* around what the user said during a turn */
	const char *note_before, *note_after; /* around a note by the program */
	/* Around the name and the arguments of a call that is written as text. */
	const char *call_before, *call_between, *call_after;
	const char *result_before, *result_after; /* around the result of such a call */
	const char *number_before, *number_after; /* around the number of a result; NULL: none */
	const char *missing;			  /* the result of a call that has none */
	const char *file_before, *file_after;	  /* around the name of a file that is not sent */
	const char *opening;  /* the user turn in front of a history without one */
	const char *stopped;  /* the end of a turn that ended with its results */
	const char *pictures; /* the end of a turn whose results have pictures, which follow */
};

enum wording_text {
	WORDING_USER,
	WORDING_NOTE,
	WORDING_FILE,
	WORDING_CALL,
	WORDING_RESULT,
	WORDING_MISSING,
	WORDING_OPENING,
	WORDING_STOPPED,
	WORDING_NUMBER,
	WORDING_PICTURES,
	WORDING_TEXTS
};
struct wording_texts {		    /* zero-initialise */
	char *texts[WORDING_TEXTS]; /* (owned) by enum wording_text; NULL: not loaded yet */
	struct wording words;	    /* points into them */
};
/* Returns the words, loaded at the first call; borrowed until wording_free. */
const struct wording *wording_load(struct wording_texts *w);
void wording_free(struct wording_texts *w);

#endif
