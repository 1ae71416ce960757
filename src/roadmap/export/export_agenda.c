/*
 * Schedules by the week: an agenda of what is done when, and how full each week is.
 */
#include "roadmap/export/agenda.h"
#include "roadmap/export/schedule_export.h"

static void write_agenda(const struct schedule *s, int width, struct buf *out)
{
	json_t *value = schedule_json(s);

	agenda_text(value, false, out);
	json_decref(value);
}

static void write_load(const struct schedule *s, int width, struct buf *out)
{
	json_t *value = schedule_json(s);

	workload_text(value, false, out);
	json_decref(value);
}

const struct schedule_exporter schedule_agenda = {
    "agenda", "week by week, what is done when", write_agenda};
const struct schedule_exporter schedule_load = {
    "load", "how full each week of the first resource is", write_load};
