/* SPDX-License-Identifier: MIT
 * Shared libraries that are loaded on first use, so that libraries most runs never need cost no start-up
 * time.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/error.h"

struct library_symbol {
	const char *name;
	size_t offset; /* of its function pointer in the caller's struct of functions */
};
/* Loads the library and stores the addresses of the `count` symbols in the struct `functions`. *handle is NULL
 * before the first call and keeps the library loaded; later calls do nothing. False: the library or a symbol is
 * missing; e quotes `what` ("calendars need libical 3") and the Debian package. */
bool library_load(void **handle, const char *soname, const struct library_symbol *symbols,
    size_t count, void *functions, const char *what, const char *package, struct error *e);

#endif
