/* SPDX-License-Identifier: MIT
 * agent.log: one line per happening, with secrets replaced (base/secret.h) and text made safe. For
 * finding out afterwards; never the record of a session. With -v the lines also go to stderr, unless
 * the screen is drawn on it. Where a line cannot be written it is lost, and nobody is told.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN };

/* Logs what is at least that important to a file. It is opened with the first line, to be appended to
 * (0600, its folder made); a file over 4 MiB is renamed to PATH.1 first. path is copied. */
void log_open(const char *path, enum log_level least);
void log_stderr(bool on);
/* Adds a line; nothing where neither a file nor stderr was asked for. */
void log_add(enum log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Closes the file and forgets both. */
void log_close(void);

#endif
