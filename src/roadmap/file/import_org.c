/* SPDX-License-Identifier: MIT
 * Headings of Org mode as a roadmap (https://orgmode.org/worg/org-syntax.html): what stands in what, TODO
 * keywords, priorities, SCHEDULED, DEADLINE and CLOSED with repeaters, Effort, and org-edna's BLOCKER as
 * dependencies. An :ID: is kept. Files that export_org.c wrote carry what Org has no word for in a block
 * and in properties, so that a plan that is exported and imported again is the same except for what was
 * changed in the file.
 */
#include "base/base.h"
#include "roadmap/file/import.h"
#include "roadmap/file/roadmap_file.h"

#define LEVELS_MOST 20
#define ID_BYTES "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"

struct org_reading {
	const char *at, *end;
	json_t *headings; /* (owned) in order: {stars, title, status, scheduled, ...} */
	json_t *heading;  /* (borrowed) the one that is read; NULL: before the first */
	json_t *plan;	  /* (owned) of the block before the first heading; NULL: none */
	char *goal;	  /* (owned) #+TITLE */
	struct buf note;  /* the text of the heading so far */
	struct import_ids ids;
};

/* Returns the next line without its end, and moves r->at behind it. Caller frees; NULL: there is none. */
static char *take_org_line(struct org_reading *r)
{
	const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
	size_t len = (size_t)((end ? end : r->end) - r->at);

	if (r->at == r->end)
		return NULL;
	char *line = text_clean(r->at, len - (len && r->at[len - 1] == '\r'));
	r->at += len + (end != NULL);
	return line;
}

/* ---- Times --------------------------------------------------------------------------------- */

/* Puts the time "<2026-03-10 Tue 09:00 +1w>" that follows the word as `key`, and its repeater. */
static void put_stamp(json_t *heading, const char *line, const char *word, const char *key)
{
	const char *s = strstr(line, word);
	int y, m, d, hour = -1, minute = 0, every;
	char unit;

	s = s ? strpbrk(s + strlen(word), "<[") : NULL;
	if (!s || sscanf(s + 1, "%4d-%2d-%2d", &y, &m, &d) != 3)
		return;
	const size_t len = strcspn(s, ">]\n");
	auto_free char *stamp = xstrndup(s, len);
	const char *colon = strchr(stamp, ':'), *repeat = strstr(stamp, " +");
	if (colon && colon - stamp > 11)
		sscanf(colon - 2, "%2d:%2d", &hour, &minute);
	json_put(heading, key,
	    hour >= 0 ? json_sprintf("%04d-%02d-%02dT%02d:%02d", y, m, d, hour, minute)
		      : json_sprintf("%04d-%02d-%02d", y, m, d));
	repeat = repeat ? repeat : strstr(stamp, " .+");
	if (repeat && sscanf(repeat + strspn(repeat, " .+"), "%d%c", &every, &unit) == 2)
		json_put(heading, "repeat",
		    json_sprintf("every %d %s", every,
			unit == 'w'   ? "weeks"
			: unit == 'm' ? "months"
			: unit == 'y' ? "years"
				      : "days"));
}

/* Returns the minutes of "3:00", "1h30min" or "2d"; 0: it is no effort. */
static int64_t effort_of(const char *text)
{
	int hours, minutes;
	struct duration d;
	auto_free char *short_units = xstrdup(text);

	if (sscanf(text, "%d:%d", &hours, &minutes) == 2)
		return hours * 60ll + minutes;
	for (char *s = short_units; (s = strstr(s, "min")); s++)
		memmove(s + 1, s + 3, strlen(s + 3) + 1);
	return duration_parse(short_units, 8 * 60, false, &d) ? d.minutes : 0;
}

/* ---- Lines --------------------------------------------------------------------------------- */

static void close_note(struct org_reading *r)
{
	if (r->heading && r->note.len)
		import_put_text(r->heading, "note", buf_str(&r->note), 2000);
	buf_clear(&r->note);
}

/* Begins a heading: "* TODO [#A] Title :tag:". */
static void read_heading(struct org_reading *r, const char *line)
{
	static const struct {
		const char *word, *status;
	} keywords[] = {{"TODO", "pending"}, {"NEXT", "pending"}, {"WAITING", "pending"},
	    {"HOLD", "pending"}, {"STARTED", "in_progress"}, {"DOING", "in_progress"},
	    {"DONE", "done"}, {"CANCELLED", "dropped"}, {"CANCELED", "dropped"}};
	const size_t stars = strspn(line, "*");
	const char *title = line + stars + strspn(line + stars, " "), *tags = NULL;
	json_t *o = json_object();

	close_note(r);
	json_put_int(o, "stars", (int64_t)stars);
	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++) {
		const size_t len = strlen(keywords[i].word);

		if (strncmp(title, keywords[i].word, len) != 0 || (title[len] && title[len] != ' '))
			continue;
		json_put_str(o, "status", keywords[i].status);
		title += len + strspn(title + len, " ");
		break;
	}
	if (strncmp(title, "[#", 2) == 0 && title[2] && title[3] == ']') {
		if (title[2] != 'B')
			json_put_int(o, "priority", title[2] == 'A' ? 10 : -5);
		title += 4 + strspn(title + 4, " ");
	}
	if (*title && title[strlen(title) - 1] == ':')
		tags = strstr(title, " :");
	json_put(o, "title", json_stringn(title, tags ? (size_t)(tags - title) : strlen(title)));
	if (tags)
		json_put_str(o, "tags", tags + 1);
	json_array_append_new(r->headings, o);
	r->heading = o;
}

/* Reads a drawer to its end, and keeps the lines of one of properties. */
static void read_drawer(struct org_reading *r, bool properties)
{
	for (char *line; (line = take_org_line(r)); free(line)) {
		const char *s = line + strspn(line, " \t"), *colon = strchr(*s ? s + 1 : s, ':');

		if (strcasecmp(s, ":END:") == 0) {
			free(line);
			return;
		}
		if (!properties || !r->heading || *s != ':' || !colon)
			continue;
		auto_free char *key = xstrndup(s, (size_t)(colon - s) + 1);
		json_put_str(r->heading, key, colon + 1 + strspn(colon + 1, " "));
	}
}

/* Reads the JSON block in which export_org.c keeps the plan without its nodes. */
static void read_plan(struct org_reading *r)
{
	auto_buf text = BUF_INIT;

	for (char *line; (line = take_org_line(r)); free(line)) {
		if (strncasecmp(line, "#+end_src", 9) == 0) {
			free(line);
			break;
		}
		buf_addf(&text, "%s\n", line);
	}
	r->plan = json_parse_foreign(buf_str(&text), text.len, NULL);
}

static void read_line(struct org_reading *r, const char *line)
{
	const size_t stars = strspn(line, "*");
	const char *s = line + strspn(line, " \t");

	if (stars && line[stars] == ' ')
		read_heading(r, line);
	else if (strncasecmp(s, "#+begin_src json :roadmap", 25) == 0 && !r->plan && !r->heading)
		read_plan(r);
	else if (strncasecmp(s, "#+TITLE:", 8) == 0 && !r->goal)
		r->goal = xstrdup(s + 8 + strspn(s + 8, " "));
	else if (*s == ':' && strlen(s) > 2 && s[strlen(s) - 1] == ':' && !strchr(s, ' '))
		read_drawer(r, strcasecmp(s, ":PROPERTIES:") == 0);
	else if (r->heading &&
		 (strstr(s, "SCHEDULED:") || strstr(s, "DEADLINE:") || strstr(s, "CLOSED:"))) {
		put_stamp(r->heading, s, "SCHEDULED:", "scheduled");
		put_stamp(r->heading, s, "DEADLINE:", "deadline");
		put_stamp(r->heading, s, "CLOSED:", "finished");
	} else if (r->heading && (*s || r->note.len)) {
		buf_addf(&r->note, "%s\n", line);
	}
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Returns the name of a heading: its :ID:, or one made of its number. Caller frees. */
static char *name_of(const json_t *heading, size_t number)
{
	const char *id = json_str(heading, ":ID:", NULL);

	return id ? xstrdup(id) : xasprintf("heading %zu", number);
}

/* Puts the ids of a BLOCKER ("ids(one two)", "id:one") as dependencies. */
static void put_blockers(struct org_reading *r, json_t *node, const char *text)
{
	auto_free char *words = xstrdup(text);
	char *rest = words;

	for (char *word; (word = strsep(&rest, " ,()\""));) {
		if (*word == '\0' || strcmp(word, "ids") == 0)
			continue;
		const char *before =
		    import_id_find(&r->ids, strncmp(word, "id:", 3) == 0 ? word + 3 : word);
		if (before)
			import_add_link(node, before, "FS", NULL);
		else
			import_leave_part(&r->ids, "a BLOCKER that is no :ID: of the file", node);
	}
}

/* Puts the dates of a heading, but no SCHEDULED that export_org.c computed and nobody moved. */
static void put_dates(json_t *node, const json_t *heading)
{
	const char *scheduled = json_str(heading, "scheduled", NULL);
	const char *repeat = json_str(heading, "repeat", NULL);

	if (scheduled && !text_is(json_str(heading, ":PLANNED:", NULL), scheduled))
		json_put_str(node, repeat ? "start" : "not_before", scheduled);
	if (repeat && !json_str(node, "cadence", NULL))
		json_put_str(node, "cadence", repeat);
	json_put_str(node, "deadline", repeat ? NULL : json_str(heading, "deadline", NULL));
}

static json_t *org_node(struct org_reading *r, const json_t *heading, const char *id,
    const char *parent, bool has_parts)
{
	const char *kept = json_str(heading, ":ROADMAP:", NULL), *text;
	json_t *o = kept ? json_parse_foreign(kept, strlen(kept), NULL) : NULL;
	const int64_t effort =
	    effort_of(json_str(heading, ":EFFORT:", json_str(heading, ":Effort:", "")));
	const char *status = json_str(heading, "status", NULL);
	struct duration was;

	if (!json_is_object(o)) {
		json_decref(o);
		o = json_pack("{s:s}", "origin", "import");
	}
	json_put_str(o, "id", id);
	import_put_text(o, "title", json_str(heading, "title", NULL), 300);
	import_put_text(o, "note", json_str(heading, "note", NULL), 2000);
	json_put_str(o, "parent", parent);
	if (json_object_get(heading, "priority") && !json_object_get(o, "priority"))
		json_put_int(o, "priority", json_int(heading, "priority", 0));
	put_dates(o, heading);
	/* A keyword that differs from the status kept in :ROADMAP: was changed in Org, and holds. */
	if (!status || strcmp(status, json_str(o, "status", "pending")) != 0) {
		json_put_str(o, "status", text_is(status, "pending") ? NULL : status);
		json_put_str(o, "finished", json_str(heading, "finished", NULL));
	}
	if ((text = json_str(heading, ":BLOCKER:", NULL)) && !json_object_get(o, "after"))
		put_blockers(r, o, text);
	if (json_str(heading, "tags", NULL))
		import_leave_out(&r->ids, "tags", id);
	if (has_parts && !json_str(o, "level", NULL))
		json_put_str(o, "level", "phase");
	else if (!has_parts && effort > 0 &&
		 !(duration_parse(json_str(o, "effort", ""), 8 * 60, false, &was) &&
		     was.minutes == effort))
		import_put_effort(o, effort);
	else if (!has_parts && !json_object_get(o, "effort") && !json_object_get(o, "duration") &&
		 !text_is(json_str(o, "level", NULL), "milestone") &&
		 !json_object_get(o, "cadence"))
		import_put_effort(o, 0);
	return o;
}

static json_t *org_nodes(struct org_reading *r)
{
	const char *open[LEVELS_MOST + 1] = {NULL};
	json_t *nodes = json_array();
	size_t number = 0;

	json_each (heading, r->headings) {
		auto_free char *name = name_of(heading, number++);

		/* An :ID: that is valid as an id of a plan is kept. */
		if (json_str(heading, ":ID:", NULL) && isalnum((unsigned char)*name) &&
		    strlen(name) <= 64 && !name[strspn(name, ID_BYTES)])
			import_id_take(&r->ids, name, name);
		else
			import_id_add(&r->ids, name, json_str(heading, "title", NULL));
	}
	for (size_t i = 0; i < json_array_size(r->headings); i++) {
		const json_t *heading = json_array_get(r->headings, i);
		const json_t *next = json_array_get(r->headings, i + 1);
		auto_free char *name = name_of(heading, i);
		int64_t stars = json_int(heading, "stars", 1);
		const bool has_parts = json_int(next, "stars", 0) > stars;
		const char *id = import_id_find(&r->ids, name);

		stars = stars > LEVELS_MOST ? LEVELS_MOST : stars;
		json_array_append_new(nodes, org_node(r, heading, id, open[stars - 1], has_parts));
		for (int64_t k = stars; k <= LEVELS_MOST; k++)
			open[k] = id;
	}
	return nodes;
}

json_t *org_document(const char *name, const char *bytes, size_t len, struct problems *problems)
{
	struct org_reading r = {.at = bytes, .end = bytes + len, .headings = json_array()};

	for (char *line; (line = take_org_line(&r)); free(line))
		read_line(&r, line);
	close_note(&r);
	json_t *document = import_document(name, org_nodes(&r), problems);
	if (document && json_is_object(r.plan)) {
		json_object_update_missing(document, r.plan);
		json_object_set(document, "goal", json_object_get(r.plan, "goal"));
	}
	if (document && r.goal)
		import_put_text(document, "goal", r.goal, 300);
	if (document)
		import_report(&r.ids, name, problems);
	import_ids_free(&r.ids);
	json_decref(r.headings);
	json_decref(r.plan);
	buf_free(&r.note);
	free(r.goal);
	return document;
}
