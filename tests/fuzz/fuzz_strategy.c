/* SPDX-License-Identifier: MIT
 * Replies of those who think beside the turn: the JSON in the words of a strategist or an evaluator.
 * What is refused has a reason; a strategy that is taken says of each criterion what it was told.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "agent/roles/role_answer.h"
#include "agent/state/role.h"
#include "agent/state/strategy.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "config/prompt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_strategy(const json_t *value)
{
	struct strategy s = {0};
	struct buf block = BUF_INIT, names = BUF_INIT;
	json_t *state, *one;
	size_t i, count;

	strategy_load(&s, value);
	count = s.count;
	strategy_extend(&s, value); /* what is known comes to it only once */
	check(s.count == count);
	state = criteria_state(&s);
	check(json_array_size(state) == s.count);
	for (i = 0; i < s.count; i++) {
		one = criterion_json(&s.criteria[i]);
		check(*json_str(one, "id", "") && json_str(one, "text", NULL));
		for (size_t k = 0; k < i; k++)
			check(strcmp(s.criteria[k].id, s.criteria[i].id) != 0);
		criterion_judge(&s.criteria[i], MET_NO, "exit 1\nand more");
		json_decref(one);
	}
	check(criteria_unmet(&s, false, &names) == s.count);
	strategy_context(&s, "strategy/tail", NULL, 2000, &block);
	check(block.len <= 2000 && utf8_valid(buf_str(&block), block.len));
	json_decref(state);
	buf_free(&block);
	buf_free(&names);
	strategy_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const schemas[] = {"strategy", "evaluation", "summary"};
	char *text = xstrndup((const char *)data, size);

	for (size_t i = 0; i < 3; i++) {
		struct buf wrong = BUF_INIT;
		json_t *value = role_answer_read(text, schemas[i], &wrong);

		check(!value == (wrong.len > 0));
		if (value && i == 0)
			check_strategy(value);
		json_decref(value);
		buf_free(&wrong);
	}
	free(text);
	config_forget();
	return 0;
}
