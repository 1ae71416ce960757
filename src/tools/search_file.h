/*
 * One file searched in steps, and what of it is shown: the lines that match, cut around the match,
 * with the lines around them. Private to search_text.
 */
#ifndef TOOLS_SEARCH_FILE_H
#define TOOLS_SEARCH_FILE_H

#include <jansson.h>
#include "base/buf.h"
#include "tools/search_pattern.h"

struct search_want {
	struct search_pattern *pattern; /* (borrowed) */
	int context;			/* lines before and after */
	size_t line_bytes;		/* longer lines are cut */
	int max_matches;		/* in all files together */
};

struct search_file; /* one reader with its buffer, used for one file after the other */
struct search_file *search_file_new(const struct search_want *want);
void search_file_free(struct search_file *f);

/* Begins a file; shown: its name for matches, kept until the next open. */
void search_file_open(struct search_file *f, int fd /* takes */, const char *shown);
bool search_file_busy(const struct search_file *f);
/* Goes on until the deadline or the file's end; matches {path, line, text} are appended. False:
 * the file is done, or max_matches are there. */
bool search_file_step(struct search_file *f, int64_t deadline_us, json_t *matches);
bool search_file_binary(const struct search_file *f); /* of the file done last */
bool search_file_failed(const struct search_file *f);
/* What is shown of the file done last: "12: text" and, around it, "11- text"; matches: how many. */
const struct buf *search_file_shown(const struct search_file *f, int *matches);

#endif
