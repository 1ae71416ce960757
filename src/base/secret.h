/* SPDX-License-Identifier: MIT
 * Secrets the program holds (API keys). Their values, when 8 bytes or longer, are replaced by the
 * name of their variable wherever text is stored, logged or shown: "$OPENAI_API_KEY". What is known
 * here is known to the whole process, until it ends.
 */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <jansson.h>
#include "base/core/buf.h"

/* Keeps a copy of a value, without blanks around it, under the name of its variable. One that is NULL
 * or shorter than 8 bytes is ignored; of a value with two names the first name counts. */
void secret_add(const char *name, const char *value);
/* Whether any is known; if not, the functions below cost nothing. */
bool secret_any(void);

/* Whether a secret is in these bytes. */
bool secret_found(const void *data, size_t len);
/* Replaces secrets in place; b may be truncated by it. Returns whether there was one. */
bool secret_redact(struct buf *b);
/* Replaces them in strings and keys, at any depth. Steals value and returns it, or a changed copy of
 * it: a new reference either way. NULL gives NULL. */
json_t *secret_redact_json(json_t *value);
/* Returns how many bytes at the end of s could be the beginning of a secret: a stream holds them
 * back until more came. */
size_t secret_pending(const char *s, size_t len);
/* Overwrites each secret in the len bytes at s with asterisks, those known now and those added later.
 * s is borrowed until the process ends. */
void secret_overwrite_in(char *s, size_t len);

/* Forgets all, for tests. */
void secret_clear(void);

#endif
