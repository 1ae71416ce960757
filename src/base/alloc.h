/*
 * Allocation that does not fail: out of memory ends the program through one door, which first
 * restores the terminal (die_hook). Everything else in the program returns its failures.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
void *xreallocarray(
    void *p, size_t count, size_t size); /* an overflow of count * size is out of memory */
char *xstrdup(const char *s);		 /* NULL stays NULL */
char *xstrndup(const char *s, size_t len);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

/* Makes room for at least `want` elements of `size` bytes in the array at *items; *cap counts
 * elements. Grows by doubling. */
void array_reserve(
    void *items /* pointer to the array pointer */, size_t *cap, size_t want, size_t size);

/* Run before an out-of-memory or crash exit. Must be async-signal-safe. One hook; NULL removes it.
 */
void die_hook(void (*restore)(void));
/* Runs the hook, writes one line "agent: ..." to stderr, exits 1. Only for out of memory and broken
 * invariants. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Runs the hook and nothing else: what a crash handler calls. Async-signal-safe. */
void die_restore(void);

#endif
