/* SPDX-License-Identifier: MIT
 * Allocation that does not fail: out of memory ends the program through die(), which first restores the
 * terminal. All other failures in the program are returned. What these functions return is never NULL
 * and is freed by free(), unless said otherwise.
 *
 * Here: what everything else stands on: memory, buffers, clocks, hashes, base 64, and clean-up at
 * a crash.
 * Not here: text for people (base/text), JSON (base/json), files, logs and errors (src/base).
 */
#ifndef BASE_CORE_ALLOC_H
#define BASE_CORE_ALLOC_H

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* As malloc, calloc and realloc, but a size of 0 also returns a pointer that is to be freed. */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
/* As reallocarray; an overflow of count * size counts as out of memory. */
void *xreallocarray(void *p, size_t count, size_t size);

char *xstrdup(const char *s); /* returns NULL if s is NULL */
/* Returns a copy of the first len bytes of s, or of fewer if a NUL comes first. */
char *xstrndup(const char *s, size_t len);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

/* A local variable declared with one of these is freed where its scope ends, on every way out of it, in
 * the reverse order of the declarations (attribute cleanup of gcc and clang, as jansson's json_auto_t):
 * `auto_free char *text = NULL;`, `freed_by(plan_free) struct plan p = {0};`. The variable must be
 * initialised where it is declared; code that hands its value over sets it to NULL. clang would warn of
 * one that is only freed. */
#define freed_by(function) __attribute__((cleanup(function), unused))
#define auto_free freed_by(free_pointer)
static inline void free_pointer(void *pointer)
{
	free(*(void **)pointer);
}

/* The same for a descriptor (negative: none), whose close preserves errno, and for a DIR (NULL: none). */
#define auto_close freed_by(close_descriptor)
#define auto_closedir freed_by(close_folder)
static inline void close_descriptor(const int *fd)
{
	const int failed = errno;

	if (*fd >= 0)
		close(*fd);
	errno = failed;
}
static inline void close_folder(DIR **folder)
{
	if (*folder)
		closedir(*folder);
}

/* Frees each of its arguments, pointers that may be NULL, in their order. */
#define free_all(...) \
	free_pointers( \
	    (void *const[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void free_pointers(void *const *pointers, size_t count);

/* Makes room for at least `want` elements of `size` bytes in an array. items points to the array's
 * pointer (NULL: no array yet); *cap counts elements. Grows by doubling; new elements are not zeroed. */
void array_reserve(void *items, size_t *cap, size_t want, size_t size);
/* Adds one element, the last argument, at the end of an array. */
#define array_push(items, count, cap, ...) \
	(array_reserve(&(items), &(cap), (count) + 1, sizeof *(items)), \
	    (items)[(count)++] = __VA_ARGS__)
/* Returns the number of elements of an array; the argument must be an array, not a pointer. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof *(array))
/* Loops over an array; the loop declares `one`, a pointer to the element. items may be NULL if count is 0. */
#define array_each(one, items, count) \
	for (__typeof__(*(items)) *one = (items), *one##_end = one + (count); one < one##_end; \
	     one++)

/* Sets the function that die() runs first, in place of the one before; NULL removes it. It must be
 * async-signal-safe, for a crash handler may call die(). */
void die_hook(void (*restore)(void));
/* Runs the hook, writes one line "agent: ..." to stderr and exits with 1, without atexit handlers,
 * because what they would save may be broken. Only for out of memory and broken invariants. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
