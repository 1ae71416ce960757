/*
 * Lines with their numbers in front, out of a text that comes in pieces. A line that is too long is cut with a
 * mark; when the room is used up no line more is taken, but all are counted.
 */
#ifndef TOOLS_READ_NUMBERED_LINES_H
#define TOOLS_READ_NUMBERED_LINES_H

#include <stdint.h>
#include "base/core/buf.h"

struct numbered_lines {
	int64_t from, to;   /* lines wanted, from 1; to: INT64_MAX for all */
	size_t line_bytes;  /* longer lines are cut */
	size_t room;	    /* bytes of out; one line is taken however long it is */
	struct buf out;	    /* (owned) safe text: "88\ttext\n" */
	int64_t lines;	    /* seen so far; with the one that is not ended yet */
	int64_t last;	    /* the last one in out; 0: none */
	int64_t crlf;	    /* of those in out, how many ended with \r\n */
	bool altered;	    /* a line in out was cut, or made safe to be shown */
	bool full;	    /* the room was used up before `to` */
	bool open;	    /* the last line has no line break (yet) */
	struct buf line;    /* (owned) the beginning of the one being read */
	size_t line_length; /* its bytes so far */
};

/* Begins; n is overwritten, and freed by numbered_lines_free. */
void numbered_lines_init(
    struct numbered_lines *n, int64_t from, int64_t to, size_t line_bytes, size_t room);
void numbered_lines_add(struct numbered_lines *n, const char *bytes, size_t len);
/* The text is over: takes a last line without a line break. */
void numbered_lines_end(struct numbered_lines *n);
/* Whether out can grow no more: `to` was passed, or the room is used up. */
bool numbered_lines_done(const struct numbered_lines *n);
void numbered_lines_free(struct numbered_lines *n);

#endif
