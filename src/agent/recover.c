/*
 * The ladder of recovery: steps that fail one after the other climb it, each rung as often as its
 * setting says; a step that works leads back to the ground. The last rung ends the work with an
 * answer that says what failed.
 */
#include <string.h>

#include "agent/agent_state.h"
#include "agent/evaluate.h"
#include "base/alloc.h"
#include "base/log.h"
#include "config/prompt.h"

static const struct {
	const char *name, *setting, *prompt;
	bool anew;
} rungs[] = {
    {"once more, with the error in view", "recovery.retry", NULL, false},
    {"another way", "recovery.another_way", "recovery/another_way", false},
    {"planning anew", "recovery.plan_anew", "recovery/plan_anew", true},
    {"the simplest way", "recovery.simplify", "recovery/simplify", false},
};
#define RUNGS (sizeof rungs / sizeof *rungs)

struct rung recover_rung(const struct settings *s, int failures)
{
	struct rung rung = {"an answer that says what failed", "recovery/answer", .last = true};
	int climbed = 0;
	bool found = false;

	for (size_t i = 0; i < RUNGS; i++) {
		climbed += (int)setting_int(s, rungs[i].setting);
		if (!found && failures <= climbed) {
			rung = (struct rung){rungs[i].name, rungs[i].prompt, .anew = rungs[i].anew};
			found = true;
		}
	}
	rung.of = climbed + 1;
	rung.number = failures < rung.of ? failures : rung.of;
	return rung;
}

void recover(struct turn *t, const struct rung *rung)
{
	const char *error = buf_str(&t->step.error), *prompt = rung->prompt;
	char *text;

	log_add(LOG_INFO, "recovery: %s (%d of %d)", rung->name, rung->number, rung->of);
	if (rung->anew && strategy_anew(t, error))
		prompt = "recovery/planned_anew";
	if (rung->last) {
		t->given_up = true;
		closing_begin(t, CLOSING_STEPS);
	}
	if (!prompt || t->over)
		return;
	text = prompt_text(prompt, (struct prompt_var[]){{"error", error}}, 1);
	emit(t->agent->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}
