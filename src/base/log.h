/*
 * agent.log: one line per happening, with secrets replaced (base/secret.h) and text made safe. For
 * finding out afterwards; never the record of a session. Off until opened. With -v the lines also
 * go to stderr (unless the screen is drawn on it).
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN };

void log_open(
    const char *path, enum log_level least); /* opened at the first line (append, 0600); over 4 MiB
						it is renamed to PATH.1 first */
void log_stderr(bool on);
void log_add(enum log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void log_close(void);

#endif
