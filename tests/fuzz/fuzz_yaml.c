/* SPDX-License-Identifier: MIT
 * YAML of strangers: whatever the bytes, a value with places or problems, never both and never a
 * value past the ceilings. Then the same bytes as an agent.yaml.
 */
#include <stdint.h>
#include <stdlib.h>
#include "base/yaml/yaml.h"
#include "config/settings_layer.h"

static size_t count_nodes(const json_t *value, int depth)
{
	size_t n = 1, i;
	const char *name;
	json_t *member;

	if (depth > YAML_DEPTH)
		abort();
	json_array_foreach ((json_t *)value, i, member)
		n += count_nodes(member, depth + 1);
	json_object_foreach ((json_t *)value, name, member)
		n += count_nodes(member, depth + 1);
	return n;
}

static void parse(const char *bytes, size_t size)
{
	struct problems problems = {0};
	struct yaml_marks *marks = NULL;
	struct mark key, value;
	json_t *root = yaml_parse("fuzz", bytes, size, &marks, &problems);

	if (!root != (problems.count > 0) || !root != !marks)
		abort();
	if (root && count_nodes(root, 1) > YAML_NODES)
		abort();
	marks_find(marks, "/a/0/b", &key, &value);
	marks_find(marks, bytes[0] == '/' ? "/" : "", &key, &value);
	marks_free(marks);
	json_decref(root);
	problems_free(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems = {0};
	struct layer layer;
	char *text = malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		text[i] = (char)data[i];
	text[size] = 0;
	parse(text, size);
	layer_init(&layer, "fuzz");
	if (layer_read_text(&layer, text, size, false, &problems) != (problems.count == 0))
		abort();
	layer_free(&layer);
	problems_free(&problems);
	free(text);
	return 0;
}
