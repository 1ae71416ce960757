/* SPDX-License-Identifier: MIT
 * Heads of images: whatever comes, no byte behind the end is read, and a size is one.
 */
/* holds: attached-looked-before */
#include <stdint.h>
#include <stdlib.h>

#include "base/core/alloc.h"
#include "llm/model/media.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *exact = xmalloc(size + !size);
	struct media m = {0};

	for (size_t i = 0; i < size; i++)
		exact[i] = data[i];
	if (media_read(exact, size, &m) && media_is_image(m.type) &&
	    (m.width <= 0 || m.height <= 0))
		abort();
	free(exact);
	return 0;
}
