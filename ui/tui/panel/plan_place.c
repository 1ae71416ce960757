/*
 * Reads and writes the place and size of the plan in screen.json.
 */
#include "ui/tui/panel/plan_place.h"

#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/json/json.h"

#define STATE_BYTES 4096
#define SIZE_MOST 1000

static const char *const places[] = {
    [PLAN_AUTO] = "auto", [PLAN_LINE] = "line", [PLAN_PANEL] = "panel", [PLAN_HIDDEN] = "hidden"};

static enum plan_place plan_place_named(const char *name)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strcmp(places[i], name) == 0)
			return (enum plan_place)i;
	return PLAN_AUTO;
}

static int size_of(const json_t *state, const char *key)
{
	const int64_t size = json_int(state, key, 0);

	return size > 0 && size < SIZE_MOST ? (int)size : 0;
}

static struct plan_position read_place_file(void)
{
	char *path = file_home(FILE_STATE, "screen.json");
	struct plan_position position = {PLAN_AUTO};
	struct buf text = BUF_INIT;
	struct error e = ERROR_INIT;

	if (file_read(path, STATE_BYTES, &text, &e)) {
		json_t *state = json_parse(buf_str(&text), text.len, &e);
		position = (struct plan_position){plan_place_named(json_str(state, "plan", "")),
		    size_of(state, "panel_cells"), size_of(state, "panel_rows")};
		json_decref(state);
	}
	error_free(&e);
	buf_free(&text);
	free(path);
	return position;
}

struct plan_position plan_position_load(const char *setting)
{
	struct plan_position position = read_place_file();
	const enum plan_place set = plan_place_named(setting);

	if (set != PLAN_AUTO)
		position.place = set;
	return position;
}

void plan_position_save(const struct plan_position *now, const struct plan_position *loaded)
{
	struct plan_position kept = read_place_file();
	struct error e = ERROR_INIT;
	char *path, *line;
	json_t *state;

	if (now->place == loaded->place && now->cells == loaded->cells && now->rows == loaded->rows)
		return;
	if (now->place != loaded->place)
		kept.place = now->place;
	state = json_pack("{s:s}", "plan", places[kept.place]);
	if (now->cells)
		json_put_int(state, "panel_cells", now->cells);
	if (now->rows)
		json_put_int(state, "panel_rows", now->rows);
	path = file_home(FILE_STATE, "screen.json");
	line = json_line(state);
	if (!file_write(path, 0600, line, strlen(line), &e))
		error_free(&e); /* the next start begins as this one did */
	free(line);
	free(path);
	json_decref(state);
}
