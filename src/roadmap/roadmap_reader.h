/*
 * What the files that read a document share: roadmap_read.c (the plan), roadmap_node.c (its nodes),
 * roadmap_hours.c (working hours). What is wrong is said with its place, and reading goes on.
 */
#ifndef ROADMAP_ROADMAP_READER_H
#define ROADMAP_ROADMAP_READER_H

#include "roadmap/roadmap.h"

struct roadmap_reader {
	struct roadmap *to;
	const char *name;		/* of the file */
	const struct yaml_marks *marks; /* may be NULL */
	struct problems *problems;
	struct mark place;   /* of the node that is read */
	const char *subject; /* its id; NULL: the plan */
	size_t node_most;
};
/* About a member of owner; always returns false. */
bool reader_problem(struct roadmap_reader *r, const json_t *owner, const char *key, const char *fmt,
    ...) __attribute__((format(printf, 4, 5)));
/* Each leaves *out as it is where owner has no such key, and says whether it has. */
bool reader_duration(
    struct roadmap_reader *r, const json_t *owner, const char *key, struct duration *out);
bool reader_minutes(struct roadmap_reader *r, const json_t *owner, const char *key, int64_t *out);
bool reader_moment(struct roadmap_reader *r, const json_t *owner, const char *key, bool end,
    const struct zone *z, int64_t *out, bool *day);
bool reader_zone(struct roadmap_reader *r, const json_t *owner, const struct zone **out);
bool reader_hours(struct roadmap_reader *r, const json_t *owner, struct hours *h);
void reader_exceptions(struct roadmap_reader *r, const json_t *owner, struct hours *h);
int reader_word(const char *const *words, int count, const char *word, int fallback);
void reader_nodes(struct roadmap_reader *r, const json_t *list, int parent, const char *path);

#endif
