/* SPDX-License-Identifier: MIT
 * A state of the screen as somebody else kept it: one that is taken is kept the same again.
 */
#include <stdint.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "ui/model/model_snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *given = json_parse_foreign((const char *)data, size, NULL), *kept, *again;
	struct ui_model m, copy;

	ui_model_init(&m);
	ui_model_init(&copy);
	if (ui_restore(&m, given)) {
		kept = ui_snapshot(&m);
		if (!ui_restore(&copy, kept))
			abort();
		again = ui_snapshot(&copy);
		if (!json_equal(kept, again))
			abort();
		json_decref(kept);
		json_decref(again);
	}
	ui_model_free(&m);
	ui_model_free(&copy);
	json_decref(given);
	return 0;
}
