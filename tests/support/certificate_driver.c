/* SPDX-License-Identifier: MIT
 * certificate_driver FILE COUNT FOLDER: makes COUNT copies of a certificate, each with one byte changed at random, and
 * prints how many the program's reader refuses. Copies that it reads must fail by their signature: they are put into
 * FOLDER, for ssh-keygen to judge.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "session/certificate.h"

static uint64_t state = 88172645463325252u;

static size_t below(size_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (size_t)(state % n);
}

int main(int argc, char **argv)
{
	struct buf whole = BUF_LIMIT(BUF_UNBOUNDED);
	struct error e = ERROR_INIT;
	const long count = argc == 4 ? strtol(argv[2], NULL, 10) : 0;
	long found = 0, left = 0;

	json_setup();
	if (!count || !file_read(argv[1], (size_t)1 << 30, &whole, &e))
		return 1;
	for (long i = 0; i < count; i++) {
		struct certificate c = {0};
		struct error why = ERROR_INIT;
		/* Every fourth one in the last 1,000 bytes, where the statement and the signature are. */
		const size_t last = whole.len > 1000 && i % 4 == 0 ? 1000 : whole.len;
		const size_t at = whole.len - last + below(last);
		const char was = whole.data[at];
		char path[4096];

		whole.data[at] = (char)(was ^ (1 + below(255)));
		if (!certificate_read(whole.data, whole.len, &c, &why)) {
			found++;
		} else {
			snprintf(path, sizeof path, "%s/%ld", argv[3], left++);
			file_write(path, 0600, whole.data, whole.len, NULL);
		}
		certificate_free(&c);
		error_free(&why);
		whole.data[at] = was;
	}
	printf("%ld %ld\n", found, left);
	buf_free(&whole);
	return 0;
}
