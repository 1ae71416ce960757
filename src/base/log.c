/* SPDX-License-Identifier: MIT
 * The log file. Lines are sanitised and stripped of secrets here, so that callers may log any text.
 */
#include "base/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"

#define LOG_BYTES (4 << 20)
#define LOG_CODE_POINTS 4000

static const char *const level_names[] = {
    [LOG_DEBUG] = "debug", [LOG_INFO] = "info", [LOG_WARN] = "warn"};

static struct {
	char *path; /* (owned) NULL: no file, or it could not be opened */
	int fd;	    /* -1: not opened yet */
	enum log_level least;
	bool to_stderr;
} logger = {.fd = -1};

void log_open(const char *path, enum log_level least)
{
	bool to_stderr = logger.to_stderr;

	log_close();
	logger.path = xstrdup(path);
	logger.least = least;
	logger.to_stderr = to_stderr;
}

void log_stderr(bool on)
{
	logger.to_stderr = on;
}

static void log_start(void)
{
	char *slash = strrchr(logger.path, '/');
	struct stat st;

	if (slash && slash != logger.path) {
		*slash = '\0';
		file_make_dirs(logger.path, 0700, NULL);
		*slash = '/';
	}
	if (stat(logger.path, &st) == 0 && st.st_size > LOG_BYTES) {
		auto_free char *old = xasprintf("%s.1", logger.path);

		rename(logger.path, old);
	}
	logger.fd = open(logger.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
	if (logger.fd >= 0)
		return;
	free(logger.path); /* the program goes on without a log where the file cannot be opened */
	logger.path = NULL;
}

static void log_put(int fd, const char *line, size_t len)
{
	if (write(fd, line, len) < 0)
		return; /* there is no place to report that the log cannot be written */
}

void log_add(enum log_level level, const char *fmt, ...)
{
	auto_buf line = BUF_INIT, raw = BUF_INIT, clean = BUF_INIT;
	struct tm utc;
	char stamp[32];
	va_list ap;

	if ((!logger.path && !logger.to_stderr) || level < logger.least)
		return;
	if (logger.path && logger.fd < 0)
		log_start();
	const int64_t now = clock_now_ms();
	const time_t seconds = (time_t)(now / 1000);
	gmtime_r(&seconds, &utc);
	strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
	buf_addf(&line, "%s.%03dZ %s ", stamp, (int)(now % 1000), level_names[level]);
	const size_t stamped = line.len;
	va_start(ap, fmt);
	buf_vaddf(&raw, fmt, ap);
	va_end(ap);
	secret_redact(&raw);
	text_sanitise(&clean, buf_str(&raw), raw.len);
	auto_free char *words = text_line(buf_str(&clean), LOG_CODE_POINTS);
	buf_addf(&line, "%s\n", words);
	if (logger.fd >= 0)
		log_put(logger.fd, line.data, line.len);
	if (logger.to_stderr)
		log_put(STDERR_FILENO, line.data + stamped, line.len - stamped);
}

void log_close(void)
{
	if (logger.fd >= 0)
		close(logger.fd);
	free(logger.path);
	memset(&logger, 0, sizeof logger);
	logger.fd = -1;
}
