/*
 * What was seen of servers and no table tells: how long a reply takes, whether the model thinks
 * before it answers, in which form an answer may be asked for, what it refuses of a request. Kept in servers.json of the state
 * folder, under a fingerprint of base URL and model, so that the next start knows it too.
 */
#ifndef LLM_SERVER_NOTES_H
#define LLM_SERVER_NOTES_H

#include "llm/context.h"

struct backend;
struct server_notes { /* zero-initialise; read from the file when first needed */
	json_t *all;  /* (owned) {fingerprint: {reply_ms?, thinks?, form?, protocol?, no_window?,
			refuses?, refused_at?}} */
	bool changed; /* the file says something else */
	const struct backend *windowless; /* asked for its window in vain; noted when it replies */
};
void server_notes_free(struct server_notes *n);
/* Writes the file where that is worth it. A file that cannot be written is only logged. */
void server_notes_save(struct server_notes *n);

/* How long a whole reply took lately, the slower ones; 0: none was seen. */
int64_t server_reply_ms(struct server_notes *n, const struct backend *b);
bool server_thinks(struct server_notes *n, const struct backend *b);
/* The best form it was not seen to refuse. */
enum answer_form server_form(struct server_notes *n, const struct backend *b);

/* Before a request: a server whose protocol is guessed is spoken to as it was seen to answer before, and what it refused
 * of its model's requests less than so many days ago is left out. */
void server_begin(struct server_notes *n, struct backend *b, int days);
/* After a whole reply: what it has answered to, and what it has refused before it did. */
void server_answered(struct server_notes *n, const struct backend *b);

/* It was asked how large its model's window is and did not tell, less than a day before. */
bool server_tells_no_window(struct server_notes *n, const struct backend *b);
void server_told_no_window(struct server_notes *n, const struct backend *b);

/* It refuses images and documents. */
bool server_refuses_files(struct server_notes *n, const struct backend *b);
void server_refused_files(struct server_notes *n, const struct backend *b);

/* A reply came whole, or was given up after so long. */
void server_replied(struct server_notes *n, const struct backend *b, int64_t ms, bool thinks);
void server_takes(struct server_notes *n, const struct backend *b, enum answer_form form);

#endif
