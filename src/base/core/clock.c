/* SPDX-License-Identifier: MIT
 * Reading clocks, making ULIDs and UUIDs, and writing spans of time and dates for people.
 */
#include <sys/random.h>
#include <time.h>
#include "base/base.h"

static int64_t clock_us(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_now_ms(void)
{
	return clock_us(CLOCK_REALTIME) / 1000;
}

int64_t clock_mono_ms(void)
{
	return clock_us(CLOCK_MONOTONIC) / 1000;
}

int64_t clock_mono_us(void)
{
	return clock_us(CLOCK_MONOTONIC);
}

int64_t clock_cpu_us(void)
{
	return clock_us(CLOCK_PROCESS_CPUTIME_ID);
}

void ulid_new(char out[27])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	static unsigned char last[10];
	static int64_t last_ms;
	unsigned char bytes[17] = {0}; /* 2 zero bits, then 128: 26 digits of 5 bits */
	int64_t now = clock_now_ms();
	bool counted = false; /* `last` was incremented, and did not wrap to zero */

	for (int i = sizeof last; now <= last_ms && !counted && i-- > 0;)
		counted = ++last[i];
	if (counted) {
		now = last_ms;
	} else {
		now = now <= last_ms ? last_ms + 1 : now;
		if (getrandom(last, sizeof last, 0) != sizeof last)
			die("cannot get random bytes");
		last_ms = now;
	}
	for (int i = 0; i < 6; i++)
		bytes[i] = (unsigned char)(now >> (40 - 8 * i));
	memcpy(bytes + 6, last, sizeof last);
	for (int i = 0; i < 26; i++) {
		int bit = i * 5 - 2, at = bit < 0 ? 0 : bit / 8;
		unsigned pair = (unsigned)bytes[at] << 8 | bytes[at + 1];

		out[i] = digits[(bit < 0 ? pair >> 13 : pair >> (11 - bit % 8)) & 31];
	}
	out[26] = '\0';
}

void uuid_new(char out[37])
{
	unsigned char b[16];
	char *at = out;

	if (getrandom(b, sizeof b, 0) != sizeof b)
		die("cannot get random bytes");
	b[6] = (b[6] & 0x0f) | 0x40;
	b[8] = (b[8] & 0x3f) | 0x80;
	for (int i = 0; i < 16; i++)
		at += snprintf(
		    at, 4, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
}

void clock_spell(int64_t ms, char out[24])
{
	if (ms < 0)
		ms = 0;
	if (ms < 1000)
		snprintf(out, 24, "%d ms", (int)ms);
	else if (ms < 60000)
		snprintf(out, 24, "%d.%d s", (int)(ms / 1000), (int)(ms / 100 % 10));
	else if (ms < 3600000)
		snprintf(out, 24, "%dm %02ds", (int)(ms / 60000), (int)(ms / 1000 % 60));
	else
		snprintf(out, 24, "%lldh %02dm", (long long)(ms / 3600000), (int)(ms / 60000 % 60));
}

void clock_spell_seconds(int64_t ms, char out[24])
{
	const int64_t seconds = ms > 0 ? (ms + 500) / 1000 : 0;

	if (seconds < 60)
		snprintf(out, 24, "%d s", (int)seconds);
	else
		clock_spell(seconds * 1000, out);
}

void clock_spell_ticking(int64_t ms, char out[24])
{
	if (ms < 60000)
		snprintf(out, 24, "%ds", (int)(ms > 0 ? ms / 1000 : 0));
	else
		clock_spell(ms, out);
}

void clock_spell_date(int64_t at_ms, char out[20])
{
	const time_t at = (time_t)(at_ms / 1000);
	struct tm tm;

	out[0] = '\0';
	if (localtime_r(&at, &tm))
		strftime(out, 20, "%Y-%m-%d %H:%M", &tm);
}
