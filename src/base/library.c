/* SPDX-License-Identifier: MIT
 * Loads a shared library and looks up its symbols.
 */
#include "base/library.h"

#include <dlfcn.h>

#include "base/base.h"

bool library_load(void **handle, const char *soname, const struct library_symbol *symbols,
    size_t count, void *functions, const char *what, const char *package, struct error *e)
{
	void *at = *handle ? *handle : dlopen(soname, RTLD_NOW | RTLD_LOCAL);

	for (size_t i = 0; !*handle && at && i < count; i++) {
		void *symbol = dlsym(at, symbols[i].name);

		if (symbol) {
			memcpy((char *)functions + symbols[i].offset, &symbol, sizeof symbol);
			continue;
		}
		dlclose(at);
		at = NULL;
	}
	*handle = at;
	return at || error_set(e, ERR_UNSUPPORTED, "%s, which is not installed (Debian: %s)", what,
			 package);
}
