/* SPDX-License-Identifier: MIT
 * The file of a certificate: lines of JSON, each behind 64 hexadecimal digits and a space. The digits are the BLAKE2b
 * of the whole line before (0s in the first line), so that any change shows in the next line. The first line is
 * {certificate}, then come the events, then {statement}; the last is {signature}: the ssh signature of the digits of
 * that line, which depend on all lines before it.
 */
#ifndef SESSION_CERTIFICATE_H
#define SESSION_CERTIFICATE_H

#include "base/core/buf.h"
#include "base/json/json.h"

#define CERTIFICATE_DIGITS 64
#define CERTIFICATE_NAMESPACE "agent-session" /* of the ssh signature */

struct certificate_chain {
	char digits[CERTIFICATE_DIGITS + 1]; /* the hash of the last line, for the next one */
};
/* Initialises a chain without lines. */
void certificate_begin(struct certificate_chain *c);
/* Appends a line to out and updates the chain. */
void certificate_add(struct certificate_chain *c, struct buf *out, const json_t *line);
/* Appends the last line, from a signature as ssh-keygen writes it. False: it is malformed; e is set. */
bool certificate_sign(
    struct certificate_chain *c, struct buf *out, const char *armoured, struct error *e);

struct certificate {			/* zero-initialise */
	int64_t events;			/* number of lines with events */
	struct certificate_chain chain; /* its digits are the signed text */
	json_t *head, *statement; /* (owned) the objects of the first and the last but one line */
	char *signature;	  /* (owned) armoured, as ssh-keygen reads it */
};
/* Reads a certificate and checks its chain; the signature itself is to be verified by ssh-keygen. False: e names the
 * first line that was changed. The caller frees *out by certificate_free in both cases. */
bool certificate_read(const char *bytes, size_t len, struct certificate *out, struct error *e);
void certificate_free(struct certificate *c);

#endif
