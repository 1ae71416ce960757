/* SPDX-License-Identifier: MIT
 * Searches one file in steps, and writes what is shown of it: the lines that match, cut around the match,
 * with the lines around them. For search_text alone.
 */
#ifndef TOOLS_READ_SEARCH_FILE_H
#define TOOLS_READ_SEARCH_FILE_H

#include <jansson.h>
#include "base/core/buf.h"
#include "tools/read/search_pattern.h"

struct search_want {
	struct search_pattern *pattern; /* (borrowed) until the reader is freed */
	int context;			/* lines shown before and after a match; at most 16 */
	size_t line_bytes;		/* longer lines are cut */
	int max_matches;		/* in all files together */
};

/* One reader with its buffer, used for one file after the other. */
struct search_file;
struct search_file *search_file_new(const struct search_want *want);
/* Closes a file that is open. NULL is accepted. */
void search_file_free(struct search_file *f);

/* Begins a file and closes the one before. fd: owned by f from here on. shown: its name for matches, copied. */
void search_file_open(struct search_file *f, int fd, const char *shown);
/* Whether a file is open that is not done. */
bool search_file_busy(const struct search_file *f);
/* Goes on until the deadline (monotonic microseconds) or the file's end, and appends each match {path,
 * line, text} to matches, an array. False: the file is closed, since it is done or max_matches are
 * there. */
bool search_file_step(struct search_file *f, int64_t deadline_us, json_t *matches);

struct search_outcome {
	bool binary, failed; /* it was skipped as binary; reading it failed */
	int matches;	     /* lines that matched */
	struct buf shown;    /* "12: text" and around it "11- text" */
};
/* Returns the outcome for the file done last, borrowed until the next search_file_open. */
const struct search_outcome *search_file_outcome(const struct search_file *f);

#endif
