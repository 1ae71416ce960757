/*
 * Secrets the program holds (API keys). Their values, when 8 bytes or longer, are replaced by the
 * name of their variable wherever text is stored, logged or shown: "$OPENAI_API_KEY".
 */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <jansson.h>
#include "base/buf.h"

void secret_add(const char *name,
    const char *
	value); /* copies, without blanks around it; value NULL or shorter than 8 bytes is ignored */
bool secret_any(void);		   /* false: nothing to replace, the calls below cost nothing */
bool secret_redact(struct buf *b); /* replaces in place; true if anything was found */
json_t *secret_redact_json(
    json_t *value); /* strings and keys, deep; steals value and returns it, or a changed copy */
/* How many bytes at the end of b could be the beginning of a secret: a stream holds them back until
 * more came. */
size_t secret_pending(const char *s, size_t len);
/* Overwrites each secret in the len bytes at s with asterisks, those known now and those added
 * later: s (borrowed) has to stay valid until the process ends. */
void secret_overwrite_in(char *s, size_t len);
bool secret_found(const void *data, size_t len); /* whether a secret is in these bytes */
void secret_clear(void);			 /* for tests */

#endif
