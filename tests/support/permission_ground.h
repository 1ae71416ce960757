/* SPDX-License-Identifier: MIT
 * Permissions as a test wants them, and tables of what they decide: A allowed, ? asks, - denied.
 */
#ifndef TESTS_SUPPORT_PERMISSION_GROUND_H
#define TESTS_SUPPORT_PERMISSION_GROUND_H

#include <stddef.h>
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

/* Return settings and permissions with these rules, written as in permissions.rules=RULES; NULL: the default ones. The
 * caller frees both. */
struct settings *settings_with(const char *rules);
struct permissions *permissions_with(const char *rules);
char verdict_letter(enum verdict verdict); /* A, ? or - */

struct verdict_row {
	enum approve_mode mode;
	const char *command;
	char verdict;
};
/* Fails the test if a command, run in an empty folder, gets another verdict than its row has. */
void check_verdicts(const char *rules, const struct verdict_row *rows, size_t count);
#define CHECK_VERDICTS(rules, rows) check_verdicts(rules, rows, sizeof(rows) / sizeof *(rows))

#endif
