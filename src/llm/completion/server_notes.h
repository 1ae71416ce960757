/* SPDX-License-Identifier: MIT
 * What was seen of servers and no table tells: how long a reply takes, whether the model thinks
 * before it answers, in which form an answer may be asked for, what it refuses of a request. Kept in
 * servers.json of the state folder, under a fingerprint of base URL and model, so that the next start
 * knows it too. Nothing here fails: a file that cannot be read holds nothing.
 */
#ifndef LLM_COMPLETION_SERVER_NOTES_H
#define LLM_COMPLETION_SERVER_NOTES_H

#include "llm/context.h"

struct backend;
struct server_notes { /* zero-initialise; read from the file when first needed */
	/* (owned) {fingerprint: {reply_ms?, thinks?, form?, head_rate?, protocol?, no_window?, no_files?, refuses?,
	 * refused_at?}} */
	json_t *all;
	bool changed; /* the file says something else */
	/* (owned) The fingerprint that was asked for its window in vain, which is noted when it replies;
	 * NULL: none. */
	char *windowless;
};
void server_notes_free(struct server_notes *n);
/* Writes the file where that is worth it. A file that cannot be written is only logged. */
void server_notes_save(struct server_notes *n);

/* Returns how many milliseconds a whole reply took lately, the slower ones; 0: none was seen. */
int64_t server_reply_ms(struct server_notes *n, const struct backend *b);
/* Whether its model was seen to think before it answers. */
bool server_thinks(struct server_notes *n, const struct backend *b);
/* Returns the best form in which it was not seen to refuse an answer. */
enum answer_form server_form(struct server_notes *n, const struct backend *b);

/* Before a request: a server whose protocol is guessed is spoken to as it was seen to answer before, and
 * what it refused of its model's requests less than so many days ago is left out. */
void server_begin(struct server_notes *n, struct backend *b, int days);
/* Notes after a whole reply what the server has answered to, and what it has refused before it did.
 */
void server_answered(struct server_notes *n, const struct backend *b);

/* Whether it was asked how large its model's window is and did not tell, less than a day before; and
 * the note of that. */
bool server_tells_no_window(struct server_notes *n, const struct backend *b);
void server_told_no_window(struct server_notes *n, const struct backend *b);

/* Whether it refuses images and documents; and the note of that. */
bool server_refuses_files(struct server_notes *n, const struct backend *b);
void server_refused_files(struct server_notes *n, const struct backend *b);

/* Notes that a reply came whole, or was given up, after this many milliseconds, and whether it thought. */
void server_replied(struct server_notes *n, const struct backend *b, int64_t ms, bool thinks);
/* How many bytes of the head of a request a token of its model has at least, by what it has counted before; 0: not known.
 * And the note of a request with such a head that it counted whole: the most that was seen counts. */
double server_bytes_per_token(struct server_notes *n, const struct backend *b);
void server_counted(
    struct server_notes *n, const struct backend *b, size_t head_bytes, int64_t tokens);

/* Notes the best form in which it takes the wish for an answer. */
void server_takes(struct server_notes *n, const struct backend *b, enum answer_form form);

#endif
