/* SPDX-License-Identifier: MIT
 * Finds the nearest of a terminal's colours: of 256 by distance, of sixteen and eight by hue, since
 * by distance every pastel would become grey, and with its hue its meaning would go.
 */
#include "ui/view/color.h"

#include <strings.h>
#include "base/base.h"

static const struct {
	const char *name;
	unsigned rgb;
} named[] = {{"black", 0x000000}, {"red", 0xcd0000}, {"green", 0x00cd00}, {"yellow", 0xcdcd00},
    {"blue", 0x0000ee}, {"magenta", 0xcd00cd}, {"cyan", 0x00cdcd}, {"white", 0xe5e5e5},
    {"bright-black", 0x7f7f7f}, {"bright-red", 0xff0000}, {"bright-green", 0x00ff00},
    {"bright-yellow", 0xffff00}, {"bright-blue", 0x5c5cff}, {"bright-magenta", 0xff00ff},
    {"bright-cyan", 0x00ffff}, {"bright-white", 0xffffff}};
#define NAMED ((int)ARRAY_SIZE(named))

static const int cube[] = {0, 95, 135, 175, 215, 255};

bool color_parse(const char *word, int *color)
{
	const bool rgb = *word == '#';
	const size_t digits = strspn(word + rgb, rgb ? "0123456789abcdefABCDEF" : "0123456789");

	for (int i = 0; i < NAMED; i++) {
		if (strcmp(named[i].name, word) == 0) {
			*color = i;
			return true;
		}
	}
	if (word[rgb + digits] != '\0' || (rgb ? digits != 6 : digits < 1 || digits > 3))
		return false;
	*color = rgb ? COLOR_RGB | (int)strtol(word + 1, NULL, 16) : (int)strtol(word, NULL, 10);
	return rgb || *color <= 255;
}

unsigned color_rgb(int color)
{
	if (color >= COLOR_RGB)
		return (unsigned)color & 0xffffff;
	if (color < NAMED)
		return named[color < 0 ? 0 : color].rgb;
	if (color >= 232)
		return (unsigned)(8 + 10 * (color - 232)) * 0x10101;
	color -= 16;
	return (unsigned)(cube[color / 36] << 16 | cube[color / 6 % 6] << 8 | cube[color % 6]);
}

static int rgb_distance(unsigned a, unsigned b)
{
	int r = (int)(a >> 16 & 255) - (int)(b >> 16 & 255);
	int g = (int)(a >> 8 & 255) - (int)(b >> 8 & 255);
	int blue = (int)(a & 255) - (int)(b & 255);

	return 2 * r * r + 4 * g * g + 3 * blue * blue;
}

static int nearest_named(unsigned rgb)
{
	static const int hues[] = {1, 3, 2, 6, 4, 5}; /* palette numbers, by sixth */
	int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
	int max = r > g ? (r > b ? r : b) : (g > b ? g : b);
	int min = r < g ? (r < b ? r : b) : (g < b ? g : b);

	if (max - min <= max / 5 || max < 32) /* grey */
		return max < 64 ? 0 : max < 176 ? 8 : max < 240 ? 7 : 15;
	/* The sixth of the circle of hues: 0 red, 1 yellow, up to 5 magenta. */
	int degrees = max == r	 ? 60 * (g - b) / (max - min)
		      : max == g ? 120 + 60 * (b - r) / (max - min)
				 : 240 + 60 * (r - g) / (max - min);
	return hues[(degrees + 360 + 30) / 60 % 6] + (max > 210 ? 8 : 0);
}

int color_nearest(int color, int colors, bool *bright)
{
	*bright = false;
	if (color < 0 || colors < 8)
		return COLOR_NONE;
	if (colors > 256 || (color < 256 && colors == 256) || color < 8)
		return color;
	if (colors == 256) {
		int best = 16;

		for (int i = 17; i < 256; i++)
			if (rgb_distance(color_rgb(i), color_rgb(color)) <
			    rgb_distance(color_rgb(best), color_rgb(color)))
				best = i;
		return best;
	}
	if (color >= NAMED)
		color = nearest_named(color_rgb(color));
	if (colors >= NAMED || color < 8)
		return color;
	*bright = true;
	return color - 8;
}

void color_sgr(struct buf *out, int color, int base)
{
	unsigned rgb = color_rgb(color);

	if (color >= COLOR_RGB)
		buf_addf(out, ";%d;2;%u;%u;%u", base + 8, rgb >> 16, rgb >> 8 & 255, rgb & 255);
	else if (color >= 16)
		buf_addf(out, ";%d;5;%d", base + 8, color);
	else if (color >= 8)
		buf_addf(out, ";%d", base + 60 + color - 8);
	else if (color >= 0)
		buf_addf(out, ";%d", base + color);
}

bool color_true(void)
{
	const char *s = getenv("COLORTERM");

	return s && (strcasecmp(s, "truecolor") == 0 || strcasecmp(s, "24bit") == 0);
}

int color_count(void)
{
	const char *term = getenv("TERM");

	return color_true() || (term && strstr(term, "direct")) ? COLOR_TRUE
	       : term && strstr(term, "256")			? 256
								: 16;
}

bool color_background(const char *answer, bool *light)
{
	static const char head[] = "]11;rgb:";
	int weights[] = {299, 587, 114}, sum = 0;
	const char *s = answer + sizeof head - 1;

	if (strncmp(answer, head, sizeof head - 1) != 0)
		return false;
	for (int i = 0; i < 3; i++) {
		size_t n = strspn(s, "0123456789abcdefABCDEF");
		if (n == 0 || n > 4 || s[n] != (i < 2 ? '/' : '\0'))
			return false;
		/* One part is one to four hexadecimal digits, of which the first two say enough. */
		char digits[3] = {s[0], n > 1 ? s[1] : s[0], '\0'};
		sum += weights[i] * (int)strtol(digits, NULL, 16);
		s += n + 1;
	}
	*light = sum > 128 * 1000;
	return true;
}
