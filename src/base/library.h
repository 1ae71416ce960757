/* SPDX-License-Identifier: MIT
 * Libraries that are loaded when they are needed first, so that a start costs nothing for what most
 * runs never call.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/error.h"

struct library_symbol {
	const char *name;
	size_t offset; /* of the pointer to it in the caller's struct of functions */
};
/* Fills `functions` with the addresses of all symbols of the library, which stays loaded. *handle is NULL
 * before the first call; later ones do nothing. False: it or one of them is not there; e says what is lost
 * without it (`what`: "calendars need libical 3") and how it is called in Debian. */
bool library_load(void **handle, const char *soname, const struct library_symbol *symbols,
    size_t count, void *functions, const char *what, const char *package, struct error *e);

#endif
