/* SPDX-License-Identifier: MIT
 * Names of keys, and the key tables of config/keys.yaml.
 */
#include "ui/keys/keys.h"

#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"

static const struct {
	const char *name;
	unsigned key;
} names[] = {{"Enter", INPUT_ENTER}, {"Tab", INPUT_TAB}, {"Esc", INPUT_ESC},
    {"Backspace", INPUT_BACKSPACE}, {"Delete", INPUT_DELETE}, {"Insert", INPUT_INSERT},
    {"Up", INPUT_UP}, {"Down", INPUT_DOWN}, {"Left", INPUT_LEFT}, {"Right", INPUT_RIGHT},
    {"Home", INPUT_HOME}, {"End", INPUT_END}, {"PageUp", INPUT_PAGE_UP},
    {"PageDown", INPUT_PAGE_DOWN}, {"Space", ' '}, {"WheelUp", INPUT_WHEEL_UP},
    {"WheelDown", INPUT_WHEEL_DOWN}, {"FocusIn", INPUT_FOCUS_IN}, {"FocusOut", INPUT_FOCUS_OUT},
    {"F1", INPUT_F1}, {"F2", INPUT_F1 + 1}, {"F3", INPUT_F1 + 2}, {"F4", INPUT_F1 + 3},
    {"F5", INPUT_F1 + 4}, {"F6", INPUT_F1 + 5}, {"F7", INPUT_F1 + 6}, {"F8", INPUT_F1 + 7},
    {"F9", INPUT_F1 + 8}, {"F10", INPUT_F1 + 9}, {"F11", INPUT_F1 + 10}, {"F12", INPUT_F12}};

static const struct {
	const char *prefix;
	unsigned bit;
} modifiers[] = {{"Ctrl-", INPUT_CTRL}, {"Alt-", INPUT_ALT}, {"Shift-", INPUT_SHIFT}};

bool input_moves(unsigned key)
{
	const unsigned code = INPUT_CODE(key);

	return code >= INPUT_UP && code <= INPUT_WHEEL_DOWN;
}

bool input_is_text(unsigned key)
{
	return key >= ' ' && key < INPUT_SPECIAL && key != 0x7f;
}

bool input_parse(const char *name, unsigned *key)
{
	unsigned bits = 0;
	uint32_t cp;

	for (size_t i = 0; i < ARRAY_SIZE(modifiers);) {
		size_t n = strlen(modifiers[i].prefix);
		if (strncasecmp(name, modifiers[i].prefix, n) == 0 && name[n]) {
			bits |= modifiers[i].bit;
			name += n;
			i = 0;
		} else {
			i++;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcasecmp(names[i].name, name) == 0) {
			*key = names[i].key | bits;
			return true;
		}
	}
	int n = utf8_decode(name, strlen(name), &cp, NULL);
	if (n <= 0 || name[n] || cp < ' ')
		return false;
	*key = cp | bits;
	if ((bits & (INPUT_CTRL | INPUT_ALT)) && cp >= 'A' && cp <= 'Z')
		*key = (cp + 'a' - 'A') | bits;
	return true;
}

void input_name(unsigned key, struct buf *out)
{
	unsigned code = INPUT_CODE(key);
	char bytes[4];

	for (size_t i = 0; i < ARRAY_SIZE(modifiers); i++)
		if (key & modifiers[i].bit)
			buf_adds(out, modifiers[i].prefix);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (names[i].key == code) {
			buf_adds(out, names[i].name);
			return;
		}
	}
	if ((key & (INPUT_CTRL | INPUT_ALT)) && code >= 'a' && code <= 'z')
		code += 'A' - 'a';
	buf_add(out, bytes, (size_t)utf8_encode(code, bytes));
}

bool keymap_load(struct keymap *k, const char *mode, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *table = config_table("keys.yaml", &problems);

	*k = (struct keymap){0};
	if (!table) {
		auto_free char *first = problems.count ? problem_line(&problems.list[0]) : NULL;

		return error_set(e, ERR_CONFIG, "%s", first ? first : "no keys.yaml");
	}
	json_members (action, keys, json_object_get(table, mode))
		json_each (name, keys) {
			const char *text = json_string_value(name);
			unsigned key;

			if (!text || !input_parse(text, &key)) {
				keymap_free(k);
				return error_at(e, ERR_CONFIG, "keys.yaml",
				    "'%s' is no key, for '%s'", text ? text : "?", action);
			}
			array_push(k->list, k->count, k->cap,
			    (struct binding){.key = key, .action = xstrdup(action)});
		}
	return true;
}

const char *keymap_find(const struct keymap *k, unsigned key)
{
	for (size_t i = 0; i < k->count; i++)
		if (k->list[i].key == key)
			return k->list[i].action;
	return NULL;
}

void keymap_key_of(const struct keymap *k, const char *action, struct buf *out)
{
	for (size_t i = 0; i < k->count; i++) {
		if (strcmp(k->list[i].action, action) == 0) {
			input_name(k->list[i].key, out);
			return;
		}
	}
}

void keymap_hint(const struct keymap *k, const char *action, const char *words, struct buf *out)
{
	auto_buf name = BUF_INIT;

	keymap_key_of(k, action, &name);
	if (name.len)
		buf_addf(out, "%s%s %s", out->len ? "  " : "", buf_str(&name), words);
}

void keymap_free(struct keymap *k)
{
	for (size_t i = 0; i < k->count; i++)
		free(k->list[i].action);
	free(k->list);
	*k = (struct keymap){0};
}
