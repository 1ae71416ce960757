/* SPDX-License-Identifier: MIT
 * The program's secrets (API keys). Their values, if 8 bytes or longer, are replaced by the name of their
 * variable wherever text is stored, logged or shown: "$OPENAI_API_KEY". The list belongs to the whole
 * process and is kept until it ends.
 */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <jansson.h>
#include "base/core/buf.h"

/* Registers a copy of a value, without blanks around it, under the name of its variable. A value that is
 * NULL, shorter than 8 bytes or already registered is ignored. */
void secret_add(const char *name, const char *value);
/* Returns whether a secret is registered; if not, the functions below cost nothing. */
bool secret_any(void);

/* Returns whether these bytes contain a secret. */
bool secret_found(const void *data, size_t len);
/* Replaces the secrets in a buffer, which may truncate it at b->max. Returns whether there was one. */
bool secret_redact(struct buf *b);
/* Replaces the secrets in all strings and keys of a value, at any depth. Steals value; returns it, or a
 * changed copy, as a new reference. NULL gives NULL. */
json_t *secret_redact_json(json_t *value);
/* Returns how many bytes at the end of s could be the beginning of a secret: a stream must hold them
 * back until more bytes arrive. */
size_t secret_pending(const char *s, size_t len);
/* Overwrites each secret in the len bytes at s with asterisks, now and whenever one is added. s is
 * borrowed until the process ends. */
void secret_overwrite_in(char *s, size_t len);

/* Forgets all secrets and the memory given to secret_overwrite_in. For tests. */
void secret_clear(void);

#endif
