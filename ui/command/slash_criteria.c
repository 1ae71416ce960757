/* SPDX-License-Identifier: MIT
 * /criteria: what the work has to come to, in the user's hand. A piece of code at the end is the command that checks
 * it: "/criteria add the tests pass `make test`".
 */
#include "base/base.h"
#include "ui/command/slash_rows.h"
#include "ui/view/criteria_lines.h"

static void criteria(struct commander *c, const char *rest)
{
	auto_free char *words = text_clean(rest, strlen(rest));
	auto_lines body = {0};

	if (*rest) {
		inbox_push(c->session, (struct intent){INTENT_PLAN_EDIT,
					   event_build_plan_edit(&(struct event_plan_edit){
					       .action = "criteria", .text = words})});
		return;
	}
	if (c->model)
		criteria_list(&c->model->criteria, c->ascii, &body);
	if (body.count == 0)
		lines_end_with(&body, STYLE_DIM,
		    c->model ? " none yet; /criteria add TEXT [`COMMAND`]"
			     : " they stand in the rows [Plan]; here they are c1, c2, ...");
	c->page(c->face, "Criteria", &body, 5);
}

const struct slash slash_criteria = {
    .name = "criteria",
    .arguments = "[add|mend|strike …]",
    .help = "what the work has to come to",
    .run = criteria,
    .words =
	(const struct slash_word[]){
	    {"add", "one more: TEXT, and in backticks the command that checks it"},
	    {"mend", "N TEXT: other words, or another check"}, {"strike", "N: it counts no more"},
	    {NULL}},
};
