/* SPDX-License-Identifier: MIT
 * Allocation that ends the program instead of failing, and die(), which runs the registered hook first.
 */
#include "base/base.h"

static void (*volatile restore_hook)(void);

void die_hook(void (*restore)(void))
{
	restore_hook = restore;
}

void die(const char *fmt, ...)
{
	char line[512];
	va_list ap;

	int prefix = snprintf(line, sizeof line, "agent: ");
	va_start(ap, fmt);
	int len = vsnprintf(line + prefix, sizeof line - prefix - 1, fmt, ap);
	va_end(ap);
	len = len < 0 ? prefix : (int)strlen(line);
	line[len++] = '\n';
	/* Cleared first, so that a crash inside the hook does not run it again. */
	void (*restore)(void) = restore_hook;
	restore_hook = NULL;
	if (restore)
		restore();
	if (write(STDERR_FILENO, line, len) < 0)
		_exit(1);
	_exit(1); /* _exit runs no atexit handlers: what they would save may be what is broken */
}

static void *checked(void *p)
{
	if (!p)
		die("out of memory");
	return p;
}

void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size ? size : 1));
}

void *xrealloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1));
}

void *xreallocarray(void *p, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		die("out of memory");
	return xrealloc(p, bytes);
}

char *xstrdup(const char *s)
{
	return s ? xstrndup(s, strlen(s)) : NULL;
}

char *xstrndup(const char *s, size_t len)
{
	len = strnlen(s, len);
	char *copy = xmalloc(len + 1);
	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	char *s = xvasprintf(fmt, ap);
	va_end(ap);
	return s;
}

char *xvasprintf(const char *fmt, va_list ap)
{
	char *s;

	if (vasprintf(&s, fmt, ap) < 0)
		die("out of memory");
	return s;
}

void free_pointers(void *const *pointers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(pointers[i]);
}

void array_reserve(void *items, size_t *cap, size_t want, size_t size)
{
	void **array = items;
	size_t grown = *cap < 8 ? 8 : *cap;

	if (want <= *cap)
		return;
	while (grown < want)
		grown = grown > SIZE_MAX / 2 ? want : grown * 2;
	*array = xreallocarray(*array, grown, size);
	*cap = grown;
}
