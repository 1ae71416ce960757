/* SPDX-License-Identifier: MIT
 * The words of servers that refuse a request, and what is learnt from them: each row of refusals.yaml is the first
 * that fits some of these, so that none is hidden behind a wider one. What is then left out of a request is in
 * data/quirks.yaml.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/http/refusal.h"

static const struct {
	const char *protocol, *words;
	const char *quirks; /* NULL: none */
	bool lasting;
	const char *instead;
} rows[] = {
    /* OpenAI. */
    {"chat",
	"Function tools with reasoning_effort are not supported for gpt-5.4 in "
	"/v1/chat/completions. "
	"Please use /v1/responses instead.",
	"{\"effort_none\":true}", false, "responses"},
    {"chat",
	"Function tools with reasoning_effort are not supported for gpt-5.4. Set reasoning_effort "
	"to 'none'.",
	"{\"effort_none\":true}", false, "responses"},
    {"chat", "This model is only supported in v1/responses and not in v1/chat/completions.", NULL,
	false, "responses"},
    {"chat", "Unrecognized request argument supplied: reasoning_effort", "{\"no_effort\":true}",
	true},
    {"chat",
	"Unsupported parameter: 'max_tokens' is not supported with this model. Use "
	"'max_completion_tokens' instead.",
	"{\"max_tokens_field\":\"max_completion_tokens\"}", true},
    {"responses", "Unsupported parameter: 'prompt_cache_key'", "{\"no_cache_key\":true}", true},
    {"responses", "Your organization must be verified to generate reasoning summaries.",
	"{\"no_summary\":true}", true},
    {"responses", "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
	"{\"no_effort\":true}", true},
    {"responses", "Encrypted content is not supported with this model.", "{\"no_reasoning\":true}"},
    {"responses", "Unknown parameter: 'reasoning'.", "{\"no_reasoning\":true}"},
    /* Qwen, Doubao. */
    {"chat", "parameter.enable_thinking must be set to true", "{\"no_effort\":true}", true},
    {"chat", "The thinking_budget parameter must be a positive integer", "{\"no_effort\":true}",
	true},
    {"chat", "The parameter `thinking.type` specified in the request are not valid",
	"{\"no_effort\":true}", true},
    /* Mistral. */
    {"chat", "stream_options: Extra inputs are not permitted", "{\"no_stream_usage\":true}", true},
    {"chat", "max_completion_tokens: Extra inputs are not permitted",
	"{\"max_tokens_field\":\"max_tokens\"}", true},
    {"chat", "Tool call id was c1 but must be a-z, A-Z, 0-9, with a length of 9.",
	"{\"tool_ids\":\"nine\"}", true},
    /* Templates. */
    {"chat", "This model only supports single tool-calls at once!", "{\"one_call\":true}", true},
    {"chat", "This model only supports one tool call at a time", "{\"one_call\":true}", true},
    {"messages", "This model only supports single tool-calls at once!", "{\"one_call\":true}",
	true},
    {"chat", "Conversation roles must alternate user/assistant/user/assistant/...",
	"{\"turns_in_words\":true,\"no_tools\":true}"},
    {"responses", "Only user, model and assistant roles are supported!",
	"{\"turns_in_words\":true,\"no_tools\":true}"},
    {"chat", "Unable to generate parser for this template. Automatic parser generation failed",
	"{\"turns_in_words\":true,\"no_tools\":true}"},
    {"chat", "Cannot pass both content and thinking in an assistant message with tool calls!",
	"{\"no_thinking_back\":true}", true},
    {"responses", "item['content'] is not an array", "{\"no_reasoning\":true}"},
    /* Moonshot AI, DeepSeek, Groq, Gemini. */
    {"chat",
	"thinking is enabled but reasoning_content is missing in assistant tool call message at "
	"index 2",
	"{\"thinking_always\":true}"},
    {"chat", "The `reasoning_content` in the thinking mode must be passed back to the API.",
	"{\"thinking_always\":true}"},
    {"chat", "property 'reasoning_content' is unsupported", "{\"no_thinking_back\":true}", true},
    {"chat", "messages.2.reasoning_details: Extra inputs are not permitted",
	"{\"no_thinking_back\":true}", true},
    {"chat",
	"'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : "
	"property 'reasoning' is unsupported)]",
	"{\"no_thinking_back\":true}", true},
    {"chat",
	"Function call is missing a thought_signature in functionCall parts. This is required for "
	"tools to work correctly",
	"{\"call_signature\":\"skip_thought_signature_validator\"}"},
    {"chat", "Corrupted thought signature.",
	"{\"call_signature\":\"skip_thought_signature_validator\"}"},
    /* Tools at all: Ollama, OpenRouter, vLLM, llama.cpp and hosts of models. */
    {"chat", "registry.ollama.ai/library/tiny:latest does not support tools", "{\"no_tools\":true}",
	true},
    {"chat", "No endpoints found that support tool use. Try disabling \"list_files\".",
	"{\"no_tools\":true}"},
    {"chat",
	"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set",
	"{\"no_tools\":true}"},
    {"chat", "tools param requires --jinja flag", "{\"no_tools\":true}"},
    {"responses", "this model does not support function calling", "{\"no_tools\":true}", true},
    {"chat", "Function calling is not enabled for this model", "{\"no_tools\":true}"},
    {"chat", "Tool calling is not supported for model: m", "{\"no_tools\":true}"},
    {"messages", "Tool use is not supported by this model", "{\"no_tools\":true}"},
    /* Anthropic, and servers that speak Messages. */
    {"messages", "messages.0.content.0.cache_control: Extra inputs are not permitted",
	"{\"no_cache_marks\":true}", true},
    {"messages",
	"output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly "
	"set to false",
	"{\"answers\":\"words\"}"},
    {"messages", "The compiled grammar is too large, which would cause performance issues.",
	"{\"answers\":\"words\"}"},
    {"messages", "Schema is too complex for compilation.", "{\"answers\":\"words\"}"},
    {"messages",
	"Schemas contains too many optional parameters (30), which would make grammar compilation "
	"inefficient.",
	"{\"answers\":\"words\"}"},
    {"messages", "output_config.format: Extra inputs are not permitted", "{\"answers\":\"words\"}",
	true},
    {"messages", "'claude-3-7-sonnet-20250219' does not support output format.",
	"{\"answers\":\"words\"}", true},
    {"messages", "structured outputs are not supported with this model", "{\"answers\":\"words\"}",
	true},
    {"messages", "This model does not support the effort parameter.", "{\"effort\":false}", true},
    {"messages", "output_config: Extra inputs are not permitted",
	"{\"effort\":false,\"answers\":\"words\"}", true},
    {"messages", "thinking: Extra inputs are not permitted", "{\"no_thinking\":true}"},
    {"messages", "messages.1.content.0: Invalid `signature` in block", "{\"no_thinking\":true}"},
    /* Words of the request alone, and of other protocols. */
    {"chat", "Invalid schema for function 'read_file'", NULL},
    {"chat", "The model `gpt-9` does not exist or you do not have access to it.", NULL},
    /* The length of a reply, by the numbers that are said. */
    {"chat", "max_tokens is too large: 200000. This model supports at most 16384 completion tokens",
	"{\"output_tokens\":16384}", true},
    {"messages",
	"max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for "
	"claude-3-5-haiku-20241022",
	"{\"output_tokens\":8192}", true},
    {"messages",
	"input length and `max_tokens` exceed context limit: 190000 + 16000 > 200000, decrease "
	"input length or `max_tokens` and try again",
	"{\"output_tokens\":10000}"},
    {"chat",
	"'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context "
	"length is 8192 tokens and your request has 1000 input tokens (16000 > 8192 - 1000).",
	"{\"output_tokens\":7192}"},
    {"chat",
	"'max_tokens' is too large: 16000. This model's maximum context length is 8192 tokens and "
	"your request has 8000 input tokens (16000 > 8192 - 8000).",
	NULL},
    {"chat",
	"This model's maximum context length is 8192 tokens. However, you requested 17000 tokens "
	"(1000 in the messages, 16000 in the completion). Please reduce the length of the messages "
	"or completion.",
	"{\"output_tokens\":7192}"},
    {"chat",
	"`max_tokens` must be less than or equal to `8,192`, the maximum value for `max_tokens` is "
	"less than the `context_window` for this model",
	"{\"output_tokens\":8192}", true},
    {"chat", "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
	"{\"output_tokens\":8192}", true},
    /* The levels that are taken. */
    {"responses",
	"Unsupported value: 'minimal' is not supported with the 'gpt-5.5' model. Supported values "
	"are: 'none', 'low', 'medium', 'high', and 'xhigh'. (reasoning.effort, unsupported_value)",
	"{\"effort_names\":{\"minimal\":\"low\",\"low\":\"low\",\"medium\":\"medium\",\"high\":"
	"\"high\"}}",
	true},
    {"chat", "`reasoning_effort` must be one of `low` or `high`",
	"{\"effort_names\":{\"minimal\":\"low\",\"low\":\"low\",\"medium\":\"high\",\"high\":"
	"\"high\"}}",
	true},
    {"chat", "body.reasoning_effort: Input should be 'none', 'medium' or 'max'",
	"{\"effort_names\":{\"minimal\":\"none\",\"low\":\"medium\",\"medium\":\"medium\",\"high\":"
	"\"medium\"}}",
	true},
    /* The stream, what is kept, the system prompt. */
    {"responses",
	"Your organization must be verified to stream this model. Please go to: "
	"https://platform.openai.com/settings/organization/general and click on Verify "
	"Organization. (stream, unsupported_value)",
	"{\"no_stream\":true}", true},
    {"chat", "stream=true is not supported: this model has no streaming", "{\"no_stream\":true}",
	true},
    {"responses",
	"Item with id 'rs_0123' not found. Items are not persisted when `store` is set to false.",
	"{\"no_reasoning\":true}"},
    {"responses", "Unknown parameter: 'store'.", "{\"no_store\":true}", true},
    {"chat", "System role not supported", "{\"no_system\":true}", true},
    {"chat", "Developer instruction is not enabled for models/gemma-3-27b-it",
	"{\"no_system\":true}", true},
    {"chat", "thinking: Extra inputs are not permitted", NULL},
    {"messages", "Unrecognized request argument supplied: stream_options", NULL},
    {"messages", "prompt is too long: 210000 tokens > 200000 maximum", NULL},
};
#define ROWS (sizeof rows / sizeof *rows)

static void the_words_of_a_refusal_teach_what_is_left_out(void **state)
{
	for (size_t i = 0; i < ROWS; i++) {
		json_t *found = refusal_rows(rows[i].protocol, rows[i].words),
		       *first = json_array_get(found, 0);
		const char *instead = json_str(first, "instead", "");
		char *line = json_line(json_map(first, "quirks"));

		if (strcmp(rows[i].quirks ? rows[i].quirks : "null", line ? line : "null") != 0)
			fail_msg("%s: %s", rows[i].words, line);
		if (strcmp(instead, rows[i].instead ? rows[i].instead : "") != 0)
			fail_msg("%s: %s", rows[i].words, instead);
		if (json_flag(first, "lasting", false) != rows[i].lasting)
			fail_msg("%s: whether it lasts", rows[i].words);
		free(line);
		json_decref(found);
	}
}

static bool is_first(const json_t *row)
{
	bool is = false;

	for (size_t i = 0; i < ROWS && !is; i++) {
		json_t *found = refusal_rows(rows[i].protocol, rows[i].words);

		is = json_equal(json_object_get(json_array_get(found, 0), "words"),
		    json_object_get(row, "words"));
		json_decref(found);
	}
	return is;
}

static void no_row_is_without_words(void **state)
{
	json_t *table = config_table("refusals.yaml", NULL), *row;
	size_t i;

	json_array_foreach (json_list(table, "refusals"), i, row)
		if (!is_first(row))
			fail_msg("nothing here is refused in the words of row %zu, '%s', ...",
			    i + 1, json_string_value(json_array_get(json_list(row, "words"), 0)));
	json_decref(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_words_of_a_refusal_teach_what_is_left_out),
	    cmocka_unit_test(no_row_is_without_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
