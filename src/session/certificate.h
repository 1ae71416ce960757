/* SPDX-License-Identifier: MIT
 * The file of a certificate: lines of JSON, each behind 64 hexadecimal digits and a space. The digits are the BLAKE2b of
 * the whole line before (0s in the first), so no byte can change, go or come without the next line telling. The first
 * line is {certificate}, then come the events, then {statement}; the last is {signature}: the ssh signature of its own
 * digits, which stand for all before it.
 */
#ifndef SESSION_CERTIFICATE_H
#define SESSION_CERTIFICATE_H

#include "base/core/buf.h"
#include "base/json/json.h"

#define CERTIFICATE_DIGITS 64
#define CERTIFICATE_NAMESPACE "agent-session" /* of the signature */

struct certificate_chain {
	char digits[CERTIFICATE_DIGITS + 1]; /* of the last line */
};
/* Makes it a chain of no lines. */
void certificate_begin(struct certificate_chain *c);
/* Appends a line. */
void certificate_add(struct certificate_chain *c, struct buf *out, const json_t *line);
/* Appends the last line, of a signature as ssh-keygen writes it. False: e; it is none. */
bool certificate_sign(
    struct certificate_chain *c, struct buf *out, const char *armoured, struct error *e);

struct certificate { /* zero-initialise */
	int64_t events;
	struct certificate_chain chain; /* what is signed */
	json_t *head, *statement;	/* (owned) */
	char *signature;		/* (owned) as ssh-keygen reads it */
};
/* Reads a certificate in one pass. Whether the signature is good is for ssh-keygen to say. False: e names the first line
 * that is not as it was. Freed by certificate_free in both cases. */
bool certificate_read(const char *bytes, size_t len, struct certificate *out, struct error *e);
void certificate_free(struct certificate *c);

#endif
