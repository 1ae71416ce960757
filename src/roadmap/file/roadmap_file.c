/*
 * Reads the bytes of a plan, tells by how they begin which form they have, and hands them to the reader of that
 * form.
 */
#include "roadmap/file/roadmap_file.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical.h"

static bool begins_with(const char *bytes, size_t len, const char *with)
{
	const size_t n = strlen(with);

	return len >= n && strncasecmp(bytes, with, n) == 0;
}

static json_t *json_document(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	struct error e = ERROR_INIT;
	json_t *value = json_parse_foreign(bytes, len, &e);

	if (!value)
		problem_add(problems, name, 0, 0, "%s", e.message);
	error_free(&e);
	return value;
}

/* Whether the line is a task of `task export`, which wrote one in each line before it wrote an
 * array. */
static bool is_task_line(const char *bytes, size_t len)
{
	const char *end = memchr(bytes, '\n', len);
	const size_t line = end ? (size_t)(end - bytes) : len;

	return memmem(bytes, line, "\"uuid\"", 6) && memmem(bytes, line, "\"description\"", 13);
}

json_t *roadmap_document(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *problems)
{
	size_t skip = text_bom(bytes, len);

	if (marks)
		*marks = NULL;
	while (skip < len && strchr(" \t\r\n", bytes[skip]) && bytes[skip])
		skip++;
	if (begins_with(bytes + skip, len - skip, "BEGIN:VCALENDAR"))
		return ical_todo_document(name, bytes, len, problems);
	if (begins_with(bytes + skip, len - skip, "[") || is_task_line(bytes + skip, len - skip))
		return taskwarrior_document(name, bytes + skip, len - skip, problems);
	if (begins_with(bytes + skip, len - skip, "{"))
		return json_document(name, bytes + skip, len - skip, problems);
	return yaml_parse(name, bytes, len, marks, problems);
}

static bool read_stdin(size_t most, struct buf *out, struct problems *problems)
{
	char part[65536];
	ssize_t n;

	while ((n = read(STDIN_FILENO, part, sizeof part)) > 0 && out->len <= most)
		buf_add(out, part, (size_t)n);
	if (n < 0)
		return problem_add(
		    problems, "stdin", 0, 0, "cannot be read: %s", error_system(errno));
	return out->len <= most ||
	       problem_add(problems, "stdin", 0, 0, "is longer than %zu bytes", most);
}

bool roadmap_file_read(const char *path, size_t most, struct buf *out, struct problems *problems)
{
	struct error e = ERROR_INIT;

	if (strcmp(path, "-") == 0)
		return read_stdin(most, out, problems);
	if (file_read(path, most, out, &e))
		return true;
	problem_add(problems, path, 0, 0, "%s", e.message);
	error_free(&e);
	return false;
}

bool roadmap_load(struct roadmap *r, const char *path, struct problems *problems)
{
	const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
	json_t *defaults = config_table("roadmaps.yaml", problems), *document = NULL;
	const size_t most = (size_t)json_int(json_map(defaults, "limits"), "plan_bytes", 1 << 24);
	struct buf bytes = {.max = most + 65536};
	struct yaml_marks *marks = NULL;
	bool ok = defaults && roadmap_file_read(path, most, &bytes, problems);

	if (ok)
		document = roadmap_document(name, buf_str(&bytes), bytes.len, &marks, problems);
	ok = document && roadmap_read(r, document, name, marks, problems);
	marks_free(marks);
	json_decref(document);
	json_decref(defaults);
	buf_free(&bytes);
	return ok;
}
