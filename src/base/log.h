/* SPDX-License-Identifier: MIT
 * The log file, agent.log: one line per message, with secrets replaced (base/secret.h) and text
 * sanitised. For diagnosis only; sessions are recorded elsewhere. With -v the lines also go to stderr,
 * unless the screen is drawn on it. A line that cannot be written is lost silently.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN };

/* Sets the file (path is copied) and the least level that is logged. The file is opened for appending at
 * the first line (0600; its folder is made); a file over 4 MiB is renamed to PATH.1 first. */
void log_open(const char *path, enum log_level least);
void log_stderr(bool on); /* whether lines also go to stderr */
/* Adds a line. Does nothing if neither a file nor stderr is set, or the level is too low. */
void log_add(enum log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Closes the file, and resets path, level and stderr. */
void log_close(void);

#endif
