/*
 * See settings_append.h. What would be written is read first: a key that is there already is a duplicate, and then nothing is written.
 */
#include "config/settings_append.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/yaml.h"
#include "config/settings_layer.h"

static bool check(const struct buf *text, struct error *e)
{
	struct problems problems = PROBLEMS_INIT;
	struct layer layer = {0};
	bool ok;

	layer_init(&layer, "agent.yaml");
	ok = layer_read_text(&layer, buf_str(text), text->len, false, &problems);
	if (!ok && problems.count > 0) {
		char *line = problem_line(&problems.list[0]);

		error_set(e, ERR_CONFIG, "%s", line);
		free(line);
	}
	layer_free(&layer);
	problems_free(&problems);
	return ok;
}

static bool remember(const char *path, const struct remembered *list, size_t count, struct error *e)
{
	struct buf text = BUF_INIT;
	struct error absent = ERROR_INIT;
	bool ok = file_read(path, YAML_BYTES, &text, &absent);

	if (!ok && absent.code != ERR_NOT_FOUND) {
		error_set(e, absent.code, "%s", absent.message);
		goto out;
	}
	if (text.len && text.data[text.len - 1] != '\n')
		buf_addc(&text, '\n');
	for (size_t i = 0; i < count; i++) {
		if (!list[i].value)
			continue;
		buf_addf(&text, "%s: ", list[i].key);
		json_write_string(&text, list[i].value, strlen(list[i].value));
		buf_addc(&text, '\n');
	}
	ok = check(&text, e) && file_write(path, 0600, text.data, text.len, e);
out:
	error_free(&absent);
	buf_free(&text);
	return ok;
}

bool settings_remember(const struct remembered *list, size_t count, struct error *e)
{
	char *path = settings_user_file();
	const int lock = file_lock(path, e);
	const bool ok = lock >= 0 && remember(path, list, count, e);

	if (lock >= 0)
		close(lock);
	free(path);
	return ok;
}
