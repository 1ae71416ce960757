/* SPDX-License-Identifier: MIT
 * Writes the value of a setting as YAML; a string has no quotes if YAML reads it back as the same string. Secrets are
 * hidden twice: by the setting's flag, and wherever a secret that is known stands.
 */
#include "config/settings_show.h"

#include "base/base.h"
#include "base/secret.h"
#include "base/yaml/yaml.h"
#include "base/yaml/yaml_core.h"

void setting_write_value(struct buf *out, const json_t *value)
{
	const char *s = json_string_value(value);
	json_auto_t *plain = s ? yaml_plain(s, strlen(s)) : NULL;

	if (!s)
		json_write(out, value);
	else if (*s && json_is_string(plain) && !s[strcspn(s, " :#,[]{}&*!|>'\"%@`\\\n\t")] &&
		 !strchr("-?=<", *s)) /* it reads back as the same text */
		buf_adds(out, s);
	else if (s[strcspn(s, "'\n\t")])
		json_write_string(out, s, strlen(s));
	else
		buf_addf(out, "'%s'", s);
}

void setting_write(const struct settings *s, const struct setting *row, struct buf *out)
{
	const json_t *value = setting_json(s, row->name);
	auto_buf text = BUF_INIT;
	json_auto_t *names = NULL;

	if (row->flags & SETTING_HIDDEN && json_is_object(value)) {
		names = json_object();
		json_members (name, item, value)
			json_object_set_new(names, name, json_string("(hidden)"));
	}
	setting_write_value(&text, names ? names : value);
	secret_redact(&text);
	text_sanitise(out, buf_str(&text), text.len);
}
