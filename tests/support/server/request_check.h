/* SPDX-License-Identifier: MIT
 * The published rules of each protocol, as far as a request can break them: order and pairing of calls
 * and results, roles, unique ids, arguments that are JSON objects, thinking where it has to be, the schema of
 * an answer. The model server refuses what breaks them.
 */
#ifndef TESTS_SUPPORT_SERVER_REQUEST_CHECK_H
#define TESTS_SUPPORT_SERVER_REQUEST_CHECK_H

#include <jansson.h>
#include <stdbool.h>

/* Returns what is wrong with the body of a request to a path; NULL: nothing. */
const char *request_fault(const char *path, const json_t *body);

/* Whether this is a path where requests are counted; and what is wrong with such a request: static, NULL: nothing. */
bool is_count(const char *path);
const char *count_fault(const json_t *body);

/* Returns the signature that the model server gives this thinking; the caller frees it. */
char *signature_of(const char *text);

#endif
