/* SPDX-License-Identifier: MIT
 * What the imports of other programs' tasks share: ids of a plan for the names those programs use,
 * texts made safe, the document around the nodes. All functions that put something into an object
 * `o` change it in place and copy the strings they are given.
 */
#ifndef ROADMAP_FILE_IMPORT_H
#define ROADMAP_FILE_IMPORT_H

#include "roadmap/file/roadmap.h"

struct import_ids {	 /* zero-initialised: none */
	json_t *by_name; /* (owned) foreign name → id */
	json_t *taken;	 /* (owned) id → the last number that was put behind it */
	json_t *left;	 /* (owned) what a plan has no place for → ids of the tasks that had it */
};
/* Makes an id for a foreign name: of the title, or of the name where title is NULL or empty, with a
 * number behind it where that id is taken. A name that is added again gets a new id. */
void import_id_add(struct import_ids *ids, const char *name, const char *title);
/* Gives a name the id `base`, or one with a number behind it where that is taken. */
void import_id_take(struct import_ids *ids, const char *name, const char *base);
/* Returns the id of a name; borrowed, until the name is added again. NULL: the name is unknown, or
 * NULL. */
const char *import_id_find(const struct import_ids *ids, const char *name);
/* Records that the task of that id had something that a plan has no place for. */
void import_leave_out(struct import_ids *ids, const char *what, const char *id);
/* As import_leave_out, for the task that became that node. */
void import_leave_part(struct import_ids *ids, const char *what, const json_t *node);
/* Adds a problem for each kind of thing left out, however many tasks had it. */
void import_report(const struct import_ids *ids, const char *name, struct problems *problems);
void import_ids_free(struct import_ids *ids);

/* Sets a member to a text as one safe line of at most `most` code points; not if it is NULL or blank. */
void import_put_text(json_t *o, const char *key, const char *text, size_t most);
/* Sets the effort, in minutes; an hour if it is not known (0 or less) or beyond DURATION_MOST. */
void import_put_effort(json_t *o, int64_t minutes);
/* Adds a dependency on that id; kind: "FS" and the like; lag NULL: none. */
void import_add_link(json_t *o, const char *id, const char *kind, const char *lag);
/* Returns a node with the members that imported nodes have; all but level may be NULL; new reference. */
json_t *import_node(
    const char *id, const char *title, const char *note, const char *level, const char *parent);
/* Returns the document of a plan with those nodes, which it steals; new reference. NULL: there are no
 * nodes, and a problem was added. */
json_t *import_document(const char *name, json_t *nodes, struct problems *problems);

#endif
