/* SPDX-License-Identifier: MIT
 * Notes what was seen of servers and is in no table: how long a reply takes, whether the model
 * thinks before it answers, in which form an answer may be asked for, what it refuses of a request.
 * They are kept in servers.json of the state folder, under a fingerprint of base URL and model, so
 * that the next start knows it too. Nothing here fails: a file that cannot be read holds nothing.
 */
#ifndef LLM_COMPLETION_SERVER_NOTES_H
#define LLM_COMPLETION_SERVER_NOTES_H

#include "llm/context.h"

struct backend;
struct server_notes { /* zero-initialise; read from the file when first needed */
	/* (owned) {fingerprint: {reply_ms?, thinks?, form?, head_rate?, protocol?, no_window?, no_files?, refuses?,
	 * refused_at?}} */
	json_t *all;
	bool changed; /* differs from the file */
	/* (owned) Fingerprint of a server that told no window, to be noted once it replies; NULL:
	 * none. */
	char *windowless;
};
void server_notes_free(struct server_notes *n);
/* Writes the file if there is a change worth it. A file that cannot be written is only logged. */
void server_notes_save(struct server_notes *n);

/* Returns how many milliseconds a whole reply took lately (slow ones weigh more); 0: none was
 * seen. */
int64_t server_reply_ms(struct server_notes *n, const struct backend *b);
/* Whether the backend's model was seen to think before it answers. */
bool server_thinks(struct server_notes *n, const struct backend *b);
/* Returns the strictest form of an answer that the server was not seen to refuse. */
enum answer_form server_form(struct server_notes *n, const struct backend *b);

/* Call before a request: sets a guessed protocol to the one that the server was seen to answer, and
 * has requests leave out what it refused less than `days` days ago. */
void server_begin(struct server_notes *n, struct backend *b, int days);
/* Call after a whole reply: notes which protocol the server answered, and what it had refused. */
void server_answered(struct server_notes *n, const struct backend *b);

/* Whether the server was asked for its model's window less than a day ago and did not tell;
 * server_told_no_window notes that. */
bool server_tells_no_window(struct server_notes *n, const struct backend *b);
void server_told_no_window(struct server_notes *n, const struct backend *b);

/* Whether the server refuses images and documents; server_refused_files notes that. */
bool server_refuses_files(struct server_notes *n, const struct backend *b);
void server_refused_files(struct server_notes *n, const struct backend *b);

/* Notes that a reply came whole, or was given up, after ms milliseconds, and whether the model
 * thought. */
void server_replied(struct server_notes *n, const struct backend *b, int64_t ms, bool thinks);
/* Returns how many bytes of a request's head make a token, the most seen in the server's counts; 0:
 * not known. server_counted notes a request with head_bytes that the server counted as tokens. */
double server_bytes_per_token(struct server_notes *n, const struct backend *b);
void server_counted(
    struct server_notes *n, const struct backend *b, size_t head_bytes, int64_t tokens);

/* Notes the strictest form of an answer that the server takes. */
void server_takes(struct server_notes *n, const struct backend *b, enum answer_form form);

#endif
