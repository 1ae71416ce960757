/*
 * The forms a schedule is written in: one row each, of one file each. All texts of a plan pass the
 * door (base/text.h) and are quoted as their form wants it.
 */
#ifndef ROADMAP_SCHEDULE_EXPORT_H
#define ROADMAP_SCHEDULE_EXPORT_H

#include "roadmap/schedule.h"

struct schedule_exporter {
	const char *name; /* "ics" */
	const char *what; /* for --help and docs */
	void (*write)(const struct schedule *s, int width, struct buf *out);
};
extern const struct schedule_exporter *const schedule_exporters[]; /* NULL-terminated */
/* NULL: e names those there are. */
const struct schedule_exporter *schedule_exporter(const char *name, struct error *e);

extern const struct schedule_exporter schedule_text, schedule_json_form, schedule_ics, schedule_md,
    schedule_mermaid, schedule_gantt, schedule_agenda, schedule_load, schedule_csv;

/* What several forms need: a node's text as one safe line; owned. */
char *export_title(const struct roadmap_node *n, size_t most);
char *export_goal(const struct roadmap *r, size_t most); /* the same of the plan's goal */
int export_depth(const struct roadmap *r, int node);
/* Every node that was not dropped, a parent before what stands within it. */
typedef void export_node(const struct schedule *s, int node, struct buf *out);
void export_tree(const struct schedule *s, export_node *node, struct buf *out);

#endif
