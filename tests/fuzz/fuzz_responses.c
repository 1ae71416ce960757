/* SPDX-License-Identifier: MIT
 * A stream of OpenAI Responses, see stream.h.
 */
#include "tests/fuzz/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_stream(&wire_responses, data, size);
}
