/* SPDX-License-Identifier: MIT
 * The files a delegate changed: what is so in this workspace is the parent's to take back.
 */
#ifndef AGENT_DELEGATE_DELEGATE_FILES_H
#define AGENT_DELEGATE_DELEGATE_FILES_H

#include <jansson.h>
#include <stdbool.h>

struct delegate;

#define DELEGATE_CHANGES_MAX 1000 /* files whose change is kept until it ends */
/* Keeps a content that a line brings. Returns false if the line brings none. */
bool delegate_content(struct delegate *d, const json_t *line);
/* Data of its file_change event. */
void delegate_file(struct delegate *d, const json_t *data);

#endif
