/* SPDX-License-Identifier: MIT
 * What chat templates demand of the messages of a Chat Completions request beyond its protocol: ids of
 * nine characters, one call in a message, users and assistants in turn, no tools. The model server
 * refuses what breaks the rules of the template it was given, in llama-server's words.
 */
#ifndef TESTS_SUPPORT_SERVER_TEMPLATE_CHECK_H
#define TESTS_SUPPORT_SERVER_TEMPLATE_CHECK_H

#include <jansson.h>
#include <stdbool.h>

bool template_is_known(const char *name); /* there is a template of this name */
/* Returns the template's error for the request; NULL: it takes it. */
const char *template_fault(const char *name, const json_t *body);

#endif
