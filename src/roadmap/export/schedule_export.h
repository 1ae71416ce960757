/* SPDX-License-Identifier: MIT
 * Exporters: the forms a schedule is written in, one row each, in a file of its own or with others. All
 * texts of a plan are made safe (base/text/text.h) and are quoted as their form requires.
 *
 * Here: the forms in which a schedule leaves the program, and charts of it as text.
 * Not here: the schedule itself (roadmap/schedule), the forms that are read (roadmap/file),
 * sessions as files (ui/export), commands that choose a form (cli/roadmaps, ui/command).
 */
#ifndef ROADMAP_EXPORT_SCHEDULE_EXPORT_H
#define ROADMAP_EXPORT_SCHEDULE_EXPORT_H

#include "roadmap/schedule/schedule.h"

struct schedule_exporter {
	const char *name; /* "ics" */
	const char *what; /* for --help and docs */
	/* Appends the whole schedule. width: the cells of a terminal, 0: not known; for gantt alone. */
	void (*write)(const struct schedule *s, int width, struct buf *out);
	bool (*ready)(struct error *e); /* whether it can be written here; NULL: always */
};
extern const struct schedule_exporter *const schedule_exporters[]; /* NULL-terminated */
/* Returns the exporter of that name. NULL: e names those there are, or says what it lacks here. */
const struct schedule_exporter *schedule_exporter(const char *name, struct error *e);

extern const struct schedule_exporter schedule_text, schedule_json_form, schedule_ics, schedule_md,
    schedule_mermaid, schedule_gantt, schedule_agenda, schedule_load, schedule_csv,
    schedule_taskjuggler, schedule_project, schedule_org, schedule_github;

/* For the files of the exporters. */

/* Returns a text of the plan, such as a title, as one safe line of at most `most` code points; owned by the
 * caller. */
char *export_text(const char *text, size_t most);
/* Calls node for every node that was not dropped, a parent before what stands within it. */
typedef void export_node(const struct schedule *s, int node, struct buf *out);
void export_tree(const struct schedule *s, export_node *node, struct buf *out);
/* Returns how many nodes a node stands within, at most 20. */
int export_depth(const struct roadmap *r, int node);
/* Whether a node is a frame around its parts, which give it its dates. */
bool export_has_parts(const struct schedule *s, int node);
/* Returns the moment a node is fixed to or may not begin before; TIME_NEVER: there is none, or it is done. */
int64_t export_not_before(const struct schedule *s, int node);
/* Calls each with the days of an exception, "2026-12-25": its only one or, if it is yearly, one in each
 * year from the start of the plan to that of `until`. */
typedef void export_day(void *ctx, const char *day, const struct hours_exception *x);
void export_exception_days(const struct schedule *s, int64_t until, const struct hours_exception *x,
    export_day *each, void *ctx);
/* Calls wait for each node that a node waits for: by its links or, if it has none, by the order of its
 * siblings (l is NULL then). */
typedef void export_wait(void *ctx, int before, const struct roadmap_link *l);
void export_waits(const struct schedule *s, int node, export_wait *wait, void *ctx);

#endif
