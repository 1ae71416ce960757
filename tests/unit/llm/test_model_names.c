/* SPDX-License-Identifier: MIT
 * Models by the names their servers give them: each gets the row that was written for it and no other, with its
 * window and its price. What could lead to a wrong row: the order and the case of patterns, a prefix, a date, a size
 * or a file's ending in the name.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/model/price.h"

static const struct {
	const char *id, *row; /* NULL: of no row */
	int64_t window;	      /* 0: its server says */
	double input, output; /* US dollars for a million tokens; 0: unpriced */
	bool silent;	      /* holds no conversation */
} rows[] = {
    /* What holds no conversation, whatever it is made of. */
    {"text-embedding-3-small", "*embed*", .silent = true},
    {"mistral-embed", "*embed*", .silent = true},
    {"qwen3-embedding:8b", "*embed*", .silent = true},
    {"nomic-ai/nomic-embed-text-v1.5-GGUF", "*embed*", .silent = true},
    {"all-minilm:22m", "*minilm*", .silent = true},
    {"BAAI/bge-m3", "*bge-*", .silent = true},
    {"thenlper/gte-large", "gte-*", .silent = true},
    {"intfloat/e5-mistral-7b-instruct", "e5-*", .silent = true},
    {"Qwen3-Reranker-4B-Q8_0.gguf", "*rerank*", .silent = true},
    {"whisper-1", "*whisper*", .silent = true},
    {"distil-whisper-large-v3-en", "*whisper*", .silent = true},
    {"tts-1-hd", "tts-*", .silent = true},
    {"gpt-4o-mini-tts", "*-tts*", .silent = true},
    {"models/gemini-2.5-pro-preview-tts", "*-tts*", .silent = true},
    {"gpt-4o-transcribe", "*transcribe*", .silent = true},
    {"dall-e-3", "dall-e*", .silent = true},
    {"gpt-image-1", "gpt-image*", .silent = true},
    {"omni-moderation-latest", "*moderation*", .silent = true},
    /* OpenAI. */
    {"gpt-4.1", "gpt-4.1*", 1047576, 2, 8},
    {"openai/gpt-4.1-mini", "gpt-4.1-mini*", 1047576, 0.40, 1.60},
    {"gpt-4.1-nano-2025-04-14", "gpt-4.1-nano*", 1047576, 0.10, 0.40},
    {"gpt-4o-2024-11-20", "gpt-4o*", 128000, 2.50, 10},
    {"gpt-4o-mini", "gpt-4o-mini*", 128000, 0.15, 0.60},
    {"gpt-5", "gpt-5*", 400000, 1.25, 10},
    {"gpt-5-codex", "gpt-5*", 400000, 1.25, 10},
    {"openai/gpt-5-mini-2025-08-07", "gpt-5*", 400000, 0.25, 2},
    {"gpt-5-nano", "gpt-5*", 400000, 0.05, 0.40},
    {"gpt-5-pro", "gpt-5*", 400000, 30, 180},
    {"gpt-5.1-codex", "gpt-[5-9].[1-9]*", 400000, 1.25, 10},
    {"gpt-5.1-codex-max", "gpt-[5-9].[1-9]*", 400000, 1.25, 10},
    {"gpt-5.1-codex-mini", "gpt-[5-9].[1-9]*", 400000, 0.25, 2},
    {"gpt-5.2-2025-12-11", "gpt-[5-9].[1-9]*", 400000, 1.75, 14},
    {"gpt-5.3-codex", "gpt-[5-9].[1-9]*", 400000, 1.75, 14},
    {"gpt-5.4", "gpt-[5-9].[1-9]*", 400000, 2.50, 15},
    {"gpt-5.4-mini", "gpt-[5-9].[1-9]*", 400000, 0.75, 4.50},
    {"gpt-5.4-nano", "gpt-[5-9].[1-9]*", 400000, 0.20, 1.25},
    {"gpt-5.5", "gpt-[5-9].[1-9]*", 400000, 5, 30},
    {"o1", "o[1-9]*", 200000},
    {"o3-2025-04-16", "o[1-9]*", 200000, 2, 8},
    {"openai/o4-mini", "o[1-9]*", 200000, 1.10, 4.40},
    {"gpt-oss:20b", "*gpt-oss*"},
    {"openai/gpt-oss-120b", "*gpt-oss*"},
    {"openai.gpt-oss-20b-1:0", "*gpt-oss*"},
    {"gpt-oss-20b-mxfp4.gguf", "*gpt-oss*"},
    {"olmo-3-32b", "*olmo*"},
    {"gpt-6", "gpt-[6-9]*", 400000, 5, 30},
    {"gpt-7-nano", "gpt-[6-9]*", 400000, 0.20, 1.25},
    {"gpt-6.5-mini", "gpt-[5-9].[1-9]*", 400000, 0.75, 4.50},
    {"gpt-5.6-pro", "gpt-[5-9].[1-9]*", 400000, 30, 180},
    {"o5-mini", "o[1-9]*", 200000, 1.10, 4.40},
    {"o3-pro", "o[1-9]*", 200000, 20, 80},
    {"gpt-3.5-turbo", NULL},
    /* Google, xAI. */
    {"models/gemini-2.5-pro", "gemini-2.5*", 1048576, 1.25, 10},
    {"google/gemini-2.5-flash", "gemini-2.5*", 1048576, 0.30, 2.50},
    {"gemini-2.5-flash-lite", "gemini-2.5*", 1048576, 0.10, 0.40},
    {"gemini-3-pro-preview", "gemini-[3-9]*", 1048576, 2, 12},
    {"google/gemini-3.1-pro-preview", "gemini-[3-9]*", 1048576, 2, 12},
    {"gemini-3-flash-preview", "gemini-[3-9]*", 1048576, 0.50, 3},
    {"gemini-3.5-flash", "gemini-[3-9]*", 1048576, 1.50, 9},
    {"gemma-3-27b-it", "*gemma*"},
    {"gemini-4-flash-lite", "gemini-[3-9]*", 1048576, 0.30, 2.50},
    {"gemini-4-flash", "gemini-[3-9]*", 1048576, 1.50, 9},
    {"gemini-4-pro", "gemini-[3-9]*", 1048576, 2, 12},
    {"x-ai/grok-3-mini", "grok-3-mini*"},
    {"grok-4.3", "grok-[4-9]*", 256000, 1.25, 2.50},
    {"grok-4.20-0309-reasoning", "grok-[4-9]*", 256000, 1.25, 2.50},
    {"grok-3", "grok-*"},
    {"grok-5", "grok-[4-9]*", 256000, 3, 15},
    /* Mistral, Llama. */
    {"mistral-small-latest", "*mistral-*", 0, 0.15, 0.60},
    {"mistral-large-2512", "*mistral-*", 0, 2, 6},
    {"mistral-medium-3.5", "*mistral-*", 0, 1.50, 7.50},
    {"Mistral-Small-24B-Instruct-2501", "*mistral-*"},
    {"devstral-2512", "*devstral*", 0, 0.40, 2},
    {"open-mistral-nemo", "*mistral-*"},
    {"mistralai/Mistral-7B-Instruct-v0.3", "*mistral-*"},
    {"Mistral-Small-3.2-24B-Instruct-2506-Q4_K_M.gguf", "*mistral-*"},
    {"mistralai/Devstral-Small-2507", "*devstral*"},
    {"magistral-medium-2507", "magistral*", 0, 2, 5},
    {"Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "*llama-3.[123]*"},
    {"meta-llama/Llama-3.3-70B-Instruct-Turbo", "*llama-3.[123]*"},
    {"llama-3.3-70b-versatile", "*llama-3.[123]*"},
    {"llama3.2:3b", "*llama3.[123]*"},
    {"llama3.1-8b", "*llama3.[123]*"},
    {"llama3:8b", "*llama*"},
    {"pixtral-12b-mistral", "*mistral*"},
    {"codestral-2508", "*codestral*", 0, 0.30, 0.90},
    {"codestral-embed", "*embed*", .silent = true},
    {"ministral-8b-latest", "*ministral*", 0, 0.20, 0.20},
    {"Ministral-8B-Instruct-2410", "*ministral*"},
    {"meta-llama/Llama-4-Scout-17B-16E-Instruct", "*llama*"},
    /* DeepSeek, Qwen. */
    {"deepseek-reasoner", "*deepseek-r*", 0, 0.14, 0.28},
    {"deepseek/deepseek-r1:free", "*deepseek-r*"},
    {"DeepSeek-R1-Distill-Llama-8B-Q4_K_M.gguf", "*deepseek-r*"},
    {"deepseek-chat", "deepseek-*", 0, 0.14, 0.28},
    {"deepseek-v4-flash", "*deepseek-v[3-9]*", 131072, 0.14, 0.28},
    {"deepseek-v4-pro", "*deepseek-v[3-9]*", 131072, 0.435, 0.87},
    {"deepseek-ai/DeepSeek-V3.1", "*deepseek-v[3-9]*", 131072},
    {"accounts/fireworks/models/deepseek-v3p2", "*deepseek-v[3-9]*", 131072},
    {"qwen3-coder:30b", "qwen3-coder*"},
    {"Qwen/Qwen3-Coder-480B-A35B-Instruct", "qwen3-coder*"},
    {"hf.co/unsloth/Qwen3-30B-A3B-GGUF:Q4_K_M", "qwen3*"},
    {"qwen3-max", "qwen3*", 0, 1.20, 6},
    {"qwen3-coder-plus", "qwen3-coder*", 0, 1.20, 6},
    {"qwen-3-32b", "qwen-3-*"},
    {"qwen/qwq-32b", "*qwq*"},
    {"qwen2.5-coder:7b", NULL},
    {"deepseek-v5", "*deepseek-v[3-9]*", 131072, 0.435, 0.87},
    {"qwen4:32b", "qwen[4-9]*"},
    {"qwen4-max", "qwen[4-9]*", 0, 1.20, 6},
    {"qwen3.6-plus", "qwen3*", 0, 0.50, 3},
    /* Z.ai, Moonshot AI, MiniMax. */
    {"glm-5", "glm-[5-9]*", 200000, 1, 3.20},
    {"zai-org/GLM-4.6-FP8", "glm-4[.p][5-9]*", 131072},
    {"accounts/fireworks/models/glm-4p7", "glm-4[.p][5-9]*", 131072},
    {"glm-4-plus", "glm-*"},
    {"MiniMax-M3", "minimax-m*", 200000, 0.30, 1.20},
    {"kimi-k2.5", "kimi-k2[.p][5-9]*", 262144, 0.60, 3},
    {"moonshotai/kimi-k2.6", "kimi-k2[.p][5-9]*", 262144, 0.95, 4},
    {"accounts/fireworks/models/kimi-k2p5", "kimi-k2[.p][5-9]*", 262144},
    {"kimi-k2.7-code", "kimi-k2[.p]7*", 262144, 0.95, 4},
    {"moonshotai/Kimi-K2-Thinking", "kimi-k2-thinking*", 262144},
    {"kimi-k3", "kimi-k[3-9]*", 262144, 0.95, 4},
    {"moonshotai/Kimi-K2-Instruct-0905", "kimi-*"},
    {"MiniMax-M2.5", "minimax-m*", 200000, 0.30, 1.20},
    {"minimax/minimax-m2.7", "minimax-m*", 200000, 0.30, 1.20},
    /* Anthropic. */
    {"claude-opus-5", "claude-opus-[5-9]*", 1000000, 5, 25},
    {"us.anthropic.claude-sonnet-6-v1:0", "claude-sonnet-[5-9]*", 1000000, 3, 15},
    {"claude-saga-6", "claude-[a-z]*-[5-9]*", 1000000, 10, 50},
    {"anthropic/claude-sonnet-5-20260815", "claude-sonnet-[5-9]*", 1000000, 2, 10},
    {"claude-haiku-5", "claude-haiku-[5-9]*", 1000000, 1, 5},
    {"claude-fable-5", "claude-fable-*", 1000000, 10, 50},
    {"claude-mythos-preview", "claude-mythos-*", 1000000, 25, 125},
    {"claude-opus-4-7", "claude-opus-4[-.][67]*", 200000, 5, 25},
    {"claude-opus-4-6-20260205", "claude-opus-4[-.][67]*", 200000, 5, 25},
    {"anthropic/claude-opus-4.7", "claude-opus-4[-.][67]*", 200000, 5, 25},
    {"anthropic/claude-sonnet-4.6", "claude-sonnet-4[-.]6*", 200000, 3, 15},
    {"anthropic/claude-sonnet-4.5", "claude-sonnet-4[-.]5*", 200000, 3, 15},
    {"claude-opus-4-8", "claude-opus-4[-.][89]*", 200000, 5, 25},
    {"claude-sonnet-4-6", "claude-sonnet-4[-.]6*", 200000, 3, 15},
    {"claude-opus-4-5-20251101", "claude-opus-4[-.]5*", 200000, 5, 25},
    {"claude-sonnet-4-5-20250929", "claude-sonnet-4[-.]5*", 200000, 3, 15},
    {"anthropic/claude-haiku-4-5", "claude-haiku-4[-.]5*", 200000, 1, 5},
    {"claude-opus-4-1-20250805", "claude-opus-4[-.]1*", 200000, 15, 75},
    {"claude-3-5-haiku-20241022", "claude-3-[57]-*", 200000},
    {"claude-3-7-sonnet-20250219", "claude-3-[57]-*", 200000},
    {"claude-opus-4-20250514", NULL, 0, 15, 75},
    {"claude-3-opus-20240229", NULL},
    /* Families of which nothing but that is known. */
    {"nvidia.nemotron-3-ultra", "*nemotron*"},
    {"granite-4.1-8b", "*granite*"},
    {"phi-4-mini", "*phi-*"},
    {"command-a-03-2025", "*command-*", 0, 2.50, 10},
    {"command-r-plus-08-2024", "*command-*", 0, 2.50, 10},
    {"command-r7b-12-2024", "*command-*", 0, 0.0375, 0.15},
    {"amazon.nova-2-pro-v1:0", "*nova-*", 0, 2.50, 12.50},
    {"us.amazon.nova-2-lite-v1:0", "*nova-*", 0, 0.33, 2.75},
    {"amazon.nova-micro-v1:0", "*nova-*", 0, 0.035, 0.14},
    {"mimo-v2.5-pro", "mimo-*"},
    {"step-4", "step-*"},
    {"ernie-5.0", "*ernie*"},
    {"hunyuan-t1", "*hunyuan*"},
    {"doubao-seed-2.0-pro", "*seed-*"},
    {"longcat-flash-chat", "longcat-*"},
    {"mercury-2", "mercury*"},
    {"muse-spark", "muse-*"},
    {"ling-2.5-1t", "ling-*"},
    {"inclusionAI/Ring-1T", "ring-*"},
    {"upstage/Solar-Open-100B", "*solar-*"},
    {"LGAI-EXAONE/EXAONE-4.5-32B", "*exaone*"},
    {"ai21/jamba-large-1.7", "*jamba*"},
    {"LiquidAI/LFM2.5-8B-A1B", "*lfm2*"},
    {"openbmb/MiniCPM5-8B", "*minicpm*"},
    {"internlm/internlm3-8b-instruct", "*internlm*"},
    {"swiss-ai/Apertus-70B-Instruct-2509", "*apertus*"},
    {"ai-sage/GigaChat3-702B", "*gigachat*"},
    {"FreedomIntelligence/openPangu-7B", "*pangu*"},
    {"pfnet/plamo-3-nict-8b", "plamo*"},
    {"inkling-large", "inkling*"},
    {"iquest-coder-v2", "iquest*"},
    {"arcee-ai/trinity-large", "*trinity-*"},
    {"RekaAI/reka-edge-2603", "*reka-*"},
    {"writer/palmyra-x5", "palmyra*"},
    {"my-own-model", NULL},
};
#define ROWS (sizeof rows / sizeof *rows)

static void each_name_is_of_its_row(void **state)
{
	for (size_t i = 0; i < ROWS; i++) {
		json_t *known = model_known(rows[i].id);
		const char *match = json_str(known, "match", "none"),
			   *wanted = rows[i].row ? rows[i].row : "none";

		if (strcmp(match, wanted) != 0)
			fail_msg("%s is of %s, not of %s", rows[i].id, match, wanted);
		if (json_int(known, "context_tokens", 0) != rows[i].window)
			fail_msg("%s: a window of %lld", rows[i].id,
			    (long long)json_int(known, "context_tokens", 0));
		json_decref(known);
	}
}

static void each_name_has_its_price(void **state)
{
	for (size_t i = 0; i < ROWS; i++) {
		const struct price p = price_of(rows[i].id);

		if (p.known != (rows[i].input > 0) || fabs(p.input - rows[i].input) > 1e-9 ||
		    fabs(p.output - rows[i].output) > 1e-9)
			fail_msg("%s: %g and %g", rows[i].id, p.input, p.output);
	}
}

/* Asked to think, or shown to: the length of a role's reply is left to them. Others are cut. */
static void who_thinks_by_its_name(void **state)
{
	static const struct {
		const char *id;
		bool thinks;
	} names[] = {
	    {"claude-opus-5", true},
	    {"claude-sonnet-5", true},
	    {"claude-haiku-5", true},
	    {"claude-fable-5", true},
	    {"claude-mythos-preview", true},
	    {"claude-opus-4-7", true},
	    {"claude-opus-4-8", true},
	    {"claude-sonnet-4-6", true},
	    {"claude-opus-4-5", false},
	    {"claude-haiku-4-5", false},
	    {"gpt-5.1-codex", true},
	    {"gpt-5-mini", true},
	    {"o4-mini", true},
	    {"gpt-4.1", false},
	    {"gpt-4o", false},
	    {"openai/gpt-oss-120b", true},
	    {"deepseek-reasoner", true},
	    {"deepseek-chat", false},
	    {"qwen3:8b", true},
	    {"qwen-3-32b", true},
	    {"qwen3-coder:30b", false},
	    {"qwq-32b", true},
	    {"glm-5", true},
	    {"glm-4.6", true},
	    {"kimi-k2.7-code", true},
	    {"kimi-k3", true},
	    {"kimi-k2.5", true},
	    {"kimi-k2-thinking", true},
	    {"kimi-k2-0905-preview", false},
	    {"minimax-m2", true},
	    {"magistral-medium-2507", true},
	    {"gemini-2.5-pro", true},
	    {"gemini-3-pro-preview", true},
	    {"grok-3-mini", true},
	    {"grok-4.3", true},
	    {"mistral-small-latest", false},
	    {"llama3.2:3b", false},
	    {"my-own-model", false},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		json_t *known = model_known(names[i].id);

		if (json_flag(known, "thinks", false) != names[i].thinks)
			fail_msg("%s", names[i].id);
		json_decref(known);
	}
}

static bool is_reached(const json_t *table, const json_t *row)
{
	for (size_t i = 0; i < ROWS; i++)
		if (model_row(table, rows[i].id) == row)
			return true;
	return false;
}

static bool is_asked(const json_t *table, const json_t *priced)
{
	for (size_t i = 0; i < ROWS; i++)
		if (model_rates(table, model_row(table, rows[i].id), rows[i].id) == priced)
			return true;
	return false;
}

/* A row that no name here reaches stands behind a wider one, or nobody knows what it is for. */
static void no_row_is_without_a_name(void **state)
{
	json_t *table = config_table("models.yaml", NULL), *row;
	size_t i;

	json_array_foreach (json_list(table, "models"), i, row)
		if (!is_reached(table, row))
			fail_msg("no name is of %s", json_str(row, "match", "?"));
	json_array_foreach (json_list(table, "prices"), i, row)
		if (!is_asked(table, row))
			fail_msg("no name has the price of %s",
			    json_string_value(json_array_get(json_list(row, "match"), 0)));
	json_decref(table);
}

static void what_holds_no_conversation_is_not_chosen(void **state)
{
	for (size_t i = 0; i < ROWS; i++) {
		json_t *known = model_known(rows[i].id);

		if (json_flag(known, "chat", true) == rows[i].silent)
			fail_msg("%s", rows[i].id);
		json_decref(known);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_name_is_of_its_row),
	    cmocka_unit_test(each_name_has_its_price),
	    cmocka_unit_test(who_thinks_by_its_name),
	    cmocka_unit_test(what_holds_no_conversation_is_not_chosen),
	    cmocka_unit_test(no_row_is_without_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
