/* SPDX-License-Identifier: MIT
 * The ladder of recovery: an error that comes again climbs it, whatever worked in between. Each rung is taken
 * as often as its setting says; without a strategy those that make a plan are left out. No turn ends by it:
 * each rung tells the model one thing to do next, and past its top nothing is told.
 *
 * Errors are kept in turn->evaluation.errors as {source: {error: times}}. The source is the command line, or
 * the tool; when it works, its errors are forgotten. The error is what it said, without what differs
 * from one run to the next (recovery.differs).
 */
#include "agent/strategy/recover.h"

#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "agent/strategy/strategist.h"
#include "base/base.h"
#include "base/core/hash.h"
#include "base/log.h"
#include "base/regex.h"
#include "tools/tool.h"

static const struct {
	const char *name, *setting, *prompt;
	bool anew;
	bool strategic; /* left out at any other depth */
} rungs[] = {
    {"once more, with the error in view", "recovery.retry", NULL, false, false},
    {"another way", "recovery.another_way", "recovery/another_way", false, false},
    {"planning anew", "recovery.plan_anew", "recovery/plan_anew", true, true},
    {"the simplest way", "recovery.simplify", "recovery/simplify", false, true},
};
#define RUNGS ARRAY_SIZE(rungs)

struct rung recover_rung(const struct settings *s, enum depth depth, int height)
{
	struct rung rung = {"one last test, or an answer that says what failed"};
	int climbed = 0;
	bool found = false;

	for (size_t i = 0; i < RUNGS; i++) {
		if (rungs[i].strategic && depth != DEPTH_STRATEGIC)
			continue;
		climbed += (int)setting_int(s, rungs[i].setting);
		if (!found && height <= climbed) {
			rung = (struct rung){rungs[i].name, rungs[i].prompt, .anew = rungs[i].anew};
			found = true;
		}
	}
	rung.of = climbed + 1;
	rung.number = height < rung.of ? height : rung.of;
	if (height == rung.of)
		rung.prompt = "recovery/answer";
	return rung;
}

void recover(struct turn *t, const struct rung *rung)
{
	const char *error = buf_str(&t->evaluation->step.error), *prompt = rung->prompt;
	enum advice kind = ADVICE_RECOVERY;

	log_add(LOG_INFO, "recovery: %s (%d of %d)", rung->name, rung->number, rung->of);
	if (rung->anew && strategy_anew(t, error)) {
		prompt = "recovery/planned_anew";
		kind = ADVICE_COURSE;
	}
	if (prompt && !t->over)
		turn_advise(t, kind, prompt, NULL, 0);
}

/* ---- The same error again ------------------------------------------------------------------- */

/* Returns what a command printed below the line of its status and its time, or the summary of
 * another tool. */
static const char *said(const struct result *r)
{
	const char *text = buf_str(&r->text), *nl = strchr(text, '\n');

	if (!r->exited)
		return r->summary ? r->summary : "";
	return nl ? nl + 1 : "";
}

/* Returns the hash of a text without matches of recovery.differs. 0: it is blank, as of a search that
 * found nothing. */
static uint64_t hash_of(const struct settings *s, const char *text)
{
	const char *pattern = setting_string(s, "recovery.differs");
	size_t len = strlen(text), at = 0, from, to;
	uint64_t hash = HASH_START;

	if (text_is_blank(text))
		return 0;
	struct regex *differs = regex_new(pattern, strlen(pattern), REGEX_UTF, NULL);
	while (differs && regex_find(differs, text, len, at, &from, &to) == REGEX_YES && to > at) {
		hash = hash_bytes(hash, text + at, from - at);
		at = to;
	}
	hash = hash_bytes(hash, text + at, len - at);
	regex_free(differs);
	return hash;
}

int recover_again(struct turn *t, const struct call *call)
{
	const char *source = call->tool->name;
	auto_buf line = BUF_INIT;
	char key[20];

	if (call->tool->class == TOOL_RUNS) {
		tool_line(call->tool, call->args, &line);
		source = buf_str(&line);
	}
	if (call->result.ok) {
		json_object_del(t->evaluation->errors, source);
		return 0;
	}
	const uint64_t hash = hash_of(t->settings, said(&call->result));
	if (!hash)
		return 1;
	t->evaluation->errors = t->evaluation->errors ? t->evaluation->errors : json_object();
	json_t *errors = json_map_made(t->evaluation->errors, source);
	snprintf(key, sizeof key, "%016llx", (unsigned long long)hash);
	const int times = (int)json_int(errors, key, 0) + 1;
	json_put_int(errors, key, times);
	return times;
}
