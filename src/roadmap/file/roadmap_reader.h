/* SPDX-License-Identifier: MIT
 * Readers for members of a roadmap document, for roadmap_read.c: durations, moments, zones, hours. What
 * is wrong is added as a problem with its place, and reading goes on.
 */
#ifndef ROADMAP_FILE_ROADMAP_READER_H
#define ROADMAP_FILE_ROADMAP_READER_H

#include "roadmap/file/roadmap.h"

struct roadmap_reader { /* all borrowed */
	struct roadmap *to;
	const char *name;		/* of the file */
	const struct yaml_marks *marks; /* NULL: places are not known */
	struct problems *problems;
	struct mark place;   /* of the node that is read */
	const char *subject; /* the id of the node or resource that is read; NULL: the plan */
	size_t node_most;    /* how many nodes are read */
	bool wrong;	     /* a problem was found */
};
/* Adds a problem about a member of owner; always returns false. */
bool reader_problem(struct roadmap_reader *r, const json_t *owner, const char *key, const char *fmt,
    ...) __attribute__((format(printf, 4, 5)));

/* Each reads a member of owner (NULL has none) into *out, or into h. If the member is missing, or is
 * wrong, which adds a problem, *out stays unchanged. */

/* These three return whether the member is there, right or wrong. */
bool reader_duration(
    struct roadmap_reader *r, const json_t *owner, const char *key, struct duration *out);
bool reader_minutes(struct roadmap_reader *r, const json_t *owner, const char *key, int64_t *out);
/* Reads the member "hours", which replaces the week that was in h. */
bool reader_hours(struct roadmap_reader *r, const json_t *owner, struct hours *h);
/* These two return whether the member is there and right. end, day: as in moment_parse. */
bool reader_moment(struct roadmap_reader *r, const json_t *owner, const char *key, bool end,
    const struct zone *z, int64_t *out, bool *day);
bool reader_zone(struct roadmap_reader *r, const json_t *owner, const struct zone **out);
/* Reads "exceptions" and "holidays", which are added to those of h. */
void reader_exceptions(struct roadmap_reader *r, const json_t *owner, struct hours *h);

/* Returns the index of a word among `count` others, or the fallback if it is none of them. */
int reader_word(const char *const *words, int count, const char *word, int fallback);

#endif
