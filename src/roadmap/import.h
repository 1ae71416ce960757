/*
 * What the imports share: ids of plans for the names other programs use, texts through the door, the
 * document around the nodes.
 */
#ifndef ROADMAP_IMPORT_H
#define ROADMAP_IMPORT_H

#include "roadmap/roadmap.h"

#define FIRST_MOMENT (9862ll * DAY) /* 1997: what lies outside is no date of a plan */
#define LAST_MOMENT (38350ll * DAY) /* 2075 */

struct import_ids {
	json_t *by_name; /* (owned) foreign name → id */
	json_t *taken;	 /* (owned) */
	json_t *left;	 /* (owned) what a plan has no place for → ids of the tasks that had it */
};
/* Makes an id of a title, or of the name. NULL names are numbered. */
void import_id_add(struct import_ids *ids, const char *name, const char *title);
const char *import_id_find(const struct import_ids *ids, const char *name); /* NULL: unknown */
/* Notes something of a task that a plan has no place for. import_report then adds one problem for each
 * such thing, whatever the number of tasks that had it. */
void import_leave_out(struct import_ids *ids, const char *what, const char *id);
void import_report(const struct import_ids *ids, const char *name, struct problems *problems);
void import_ids_free(struct import_ids *ids);

void import_put_text(json_t *o, const char *key, const char *text, size_t most);
void import_put_effort(json_t *o, int64_t minutes); /* what says nothing gets an hour, and a note */
/* Puts an estimate such as "PT1H30M" (its days are days of work) or "90m". False: it is neither, and
 * nothing was put. */
bool import_put_estimate(json_t *o, const char *text);
void import_add_link(
    json_t *o, const char *id, const char *kind, const char *lag /* may be NULL */);
json_t *import_node(const json_t *nodes, const char *id); /* borrowed; NULL */
/* Steals nodes. NULL: there are none, which is a problem. */
json_t *import_document(const char *name, json_t *nodes, struct problems *problems);

#endif
