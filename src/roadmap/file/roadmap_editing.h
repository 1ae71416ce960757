/* SPDX-License-Identifier: MIT
 * What the files of the operations share (roadmap_edit.h): one operation as it is applied, and its fields.
 */
#ifndef ROADMAP_FILE_ROADMAP_EDITING_H
#define ROADMAP_FILE_ROADMAP_EDITING_H

#include "roadmap/file/roadmap.h"

#define EDIT_PROFILE_KEYS "strategy max_per_day max_per_week min_block buffer"

struct edit_operation;
struct roadmap_editing { /* all borrowed */
	json_t *document;
	const json_t *op;
	const struct edit_operation *row;
	struct error *e;
};
struct edit_operation {
	const char *name;
	const char *words; /* fields that may be given by their place, in this order */
	const char *keys;  /* the other fields */
	/* Returns the object that apply changes; NULL: e says why there is none. A NULL `of`: the document. */
	json_t *(*of)(struct roadmap_editing *ed);
	bool (*apply)(struct roadmap_editing *ed, json_t *of);
};

/* Lists of fields are words separated by spaces. Returns the next one, its length in *len, and moves *at
 * behind it; borrowed; NULL: there is none. */
const char *edit_next_key(const char **at, size_t *len);
bool edit_key_listed(const char *list, const char *key);
bool edit_is_blank(const json_t *value); /* null or "": the field is removed */
/* Copies those of the listed fields that op has to `to`; one that is blank in op is removed from it. */
void edit_put_fields(json_t *to, const json_t *op, const char *list);
/* Returns the node that the field `id` names, by its id, its title or its number in charts; borrowed;
 * NULL: e says why there is none. */
json_t *edit_node(struct roadmap_editing *ed);
/* Return the document if a rename has a goal and no id, or if a deadline has no id; else as edit_node. */
json_t *edit_named(struct roadmap_editing *ed), *edit_dated(struct roadmap_editing *ed);
/* Returns the resource that the field `person` names, or the document if there is no such field;
 * borrowed; NULL: e says why there is none. */
json_t *edit_person(struct roadmap_editing *ed);
/* Removes the links, or needs, that name an id from a list (may be NULL). False: none did. */
bool edit_links_drop(json_t *links, const char *id);

/* Each changes the document as its operation says. False: e says why it cannot; the document may be half
 * changed and must be discarded. */
bool edit_apply_add(struct roadmap_editing *ed, json_t *of),
    edit_apply_remove(struct roadmap_editing *ed, json_t *of),
    edit_apply_rename(struct roadmap_editing *ed, json_t *of),
    edit_apply_fields(struct roadmap_editing *ed, json_t *of),
    edit_apply_resize(struct roadmap_editing *ed, json_t *of),
    edit_apply_move(struct roadmap_editing *ed, json_t *of),
    edit_apply_link(struct roadmap_editing *ed, json_t *of),
    edit_apply_unlink(struct roadmap_editing *ed, json_t *of),
    edit_apply_status(struct roadmap_editing *ed, json_t *of),
    edit_apply_person(struct roadmap_editing *ed, json_t *of),
    edit_apply_absence(struct roadmap_editing *ed, json_t *of),
    edit_apply_holiday(struct roadmap_editing *ed, json_t *of),
    edit_apply_hours(struct roadmap_editing *ed, json_t *of),
    edit_apply_deadline(struct roadmap_editing *ed, json_t *of),
    edit_apply_baseline(struct roadmap_editing *ed, json_t *of);

#endif
