/* SPDX-License-Identifier: MIT
 * Certificates of strangers: any bytes are read or refused, and what is read has a statement and a signature.
 */
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"
#include "session/certificate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct certificate c = {0};
	struct error e = ERROR_INIT;

	if (certificate_read((const char *)data, size, &c, &e) && (!c.statement || !c.signature))
		abort();
	certificate_free(&c);
	error_free(&e);
	return 0;
}
