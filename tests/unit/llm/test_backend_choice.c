/* SPDX-License-Identifier: MIT
 * Which backend is chosen, and to which servers a key may be sent.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/secret.h"
#include "llm/backend.h"
#include "llm/completion/http_backend.h"
#include "tests/support/scratch.h"

#define MOST 8

struct row {
	const char *environment[MOST], *settings[MOST]; /* "NAME=value" */
	const char *name; /* of the backend; NULL: none, words are of the error */
	const char *base_url, *key, *model, *words; /* words: in the origin or the error */
	const char *protocol;			    /* NULL: any */
	bool guessed;
};

static const struct row rows[] = {
    {.name = "offline", .words = "no base URL or key is configured"},
    {{"OPENAI_API_KEY="}, .name = "offline"},
    {{"OPENAI_API_KEY=sk-openai-1"}, .name = "openai", .base_url = "https://api.openai.com/v1",
	.key = "sk-openai-1", .words = "OPENAI_API_KEY is set"},
    {{"OPENAI_API_KEY=  sk-openai-1\n"}, .name = "openai", .base_url = "https://api.openai.com/v1",
	.key = "sk-openai-1"},
    {{"OPENAI_API_KEY=sk-op enai-1"}, .words = "character"},
    {{"OPENAI_API_KEY=sk-openai-1\r\nX-Evil: 1"}, .words = "character"},
    {{"OPENAI_API_KEY=sk-openai-1", "OPENAI_BASE_URL=http://proxy.test/v1"}, .name = "openai",
	.base_url = "http://proxy.test/v1", .key = "sk-openai-1"},
    {{"GROQ_API_KEY=gk-groq-11"}, .name = "openai", .base_url = "https://api.groq.com/openai/v1",
	.key = "gk-groq-11"},
    {{"MISTRAL_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.mistral.ai/v1",
	.key = "k-1234567"},
    {{"DEEPSEEK_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.deepseek.com/v1",
	.key = "k-1234567"},
    {{"XAI_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.x.ai/v1",
	.key = "k-1234567"},
    {{"OPENROUTER_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://openrouter.ai/api/v1",
	.key = "k-1234567"},
    {{"GEMINI_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://generativelanguage.googleapis.com/v1beta/openai", .key = "k-1234567"},
    {{"ANTHROPIC_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.anthropic.com/v1",
	.key = "k-1234567"},
    {{"ANTHROPIC_API_KEY=k-1234567", "XAI_API_KEY=k-7654321"}, .name = "openai",
	.base_url = "https://api.x.ai/v1", .key = "k-7654321"},
    /* a key goes nowhere but to its own base URL or to the one set beside it */
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.base_url=http://127.0.0.1:8080/v1"},
	.name = "openai", .base_url = "http://127.0.0.1:8080/v1", .key = NULL,
	.words = "base URL from "},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.base_url=https://api.openai.com/v1/"},
	.name = "openai", .base_url = "https://api.openai.com/v1/", .key = "sk-openai-1"},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.base_url=https://api.openai.com.evil.test/v1"},
	.name = "openai", .base_url = "https://api.openai.com.evil.test/v1", .key = NULL},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.base_url=http://h/v1", "backend.provider=openai"},
	.name = "openai", .base_url = "http://h/v1", .key = "sk-openai-1"},
    {{"MY_KEY=mine-12345", "OPENAI_API_KEY=sk-openai-1"},
	{"backend.base_url=http://h/v1", "backend.api_key_env=MY_KEY"}, .name = "openai",
	.base_url = "http://h/v1", .key = "mine-12345"},
    {{NULL}, {"backend.base_url=http://h/v1", "backend.api_key_env=MY_KEY"},
	.words = "'MY_KEY', which is not set"},
    {{"MY_KEY=mine-12345"}, {"backend.api_key_env=MY_KEY"}, .words = "set backend.base_url too"},
    {{"GROQ_API_KEY=gk-groq-11", "OPENAI_API_KEY=sk-openai-1"},
	{"backend.api_key_env=GROQ_API_KEY"}, .name = "openai",
	.base_url = "https://api.groq.com/openai/v1", .key = "gk-groq-11"},
    {{NULL}, {"backend.api_key_env=GROQ_API_KEY"}, .words = "not set"},
    {{"ANTHROPIC_API_KEY=k-12345678"}, {"backend.api_key_env=ANTHROPIC_API_KEY"}, .name = "openai",
	.base_url = "https://api.anthropic.com/v1", .key = "k-12345678", .protocol = "messages"},
    {{"ANTHROPIC_API_KEY=k-12345678", "ANTHROPIC_BASE_URL=http://h/anthropic"}, {NULL},
	.name = "openai", .base_url = "http://h/anthropic", .key = "k-12345678",
	.protocol = "messages"},
    {{NULL}, {"backend.base_url=http://h/v1"}, .name = "openai", .base_url = "http://h/v1",
	.protocol = "chat", .guessed = true},
    {{NULL}, {"backend.base_url=http://h/v1/messages"}, .name = "openai",
	.base_url = "http://h/v1/messages", .protocol = "messages"},
    {{NULL}, {"backend.base_url=http://h/v1", "backend.protocol=messages"}, .name = "openai",
	.base_url = "http://h/v1", .protocol = "messages"},
    {{"OPENAI_API_KEY=sk-openai-1"}, .name = "openai", .base_url = "https://api.openai.com/v1",
	.key = "sk-openai-1", .protocol = "responses"},
    {{"OPENAI_API_KEY=sk-openai-1", "OPENAI_BASE_URL=http://h/v1"}, .name = "openai",
	.base_url = "http://h/v1", .key = "sk-openai-1", .protocol = "chat", .guessed = true},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.protocol=messages"}, .name = "openai",
	.base_url = "https://api.openai.com/v1", .key = "sk-openai-1", .protocol = "messages"},
    {{"GROQ_API_KEY=gk-groq-11"}, {NULL}, .name = "openai",
	.base_url = "https://api.groq.com/openai/v1", .key = "gk-groq-11", .protocol = "chat"},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.provider=offline"}, .name = "offline",
	.words = "backend.provider is offline"},
    {{"OPENAI_BASE_URL=http://127.0.0.1:8000/v1"}, .name = "openai",
	.base_url = "http://127.0.0.1:8000/v1", .protocol = "chat", .guessed = true,
	.words = "OPENAI_BASE_URL is set"},
    {{"OPENAI_BASE_URL=http://h/v1", "GROQ_API_KEY=gk-groq-11"}, .name = "openai",
	.base_url = "http://h/v1", .key = NULL},
    {{"OPENAI_BASE_URL=nonsense"}, .words = "no http or https URL"},
    {{"MOONSHOT_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.moonshot.ai/v1",
	.key = "k-1234567", .protocol = "chat"},
    {{"ZAI_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.z.ai/api/paas/v4",
	.key = "k-1234567", .protocol = "chat"},
    {{"MINIMAX_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://api.minimax.io/anthropic/v1", .key = "k-1234567",
	.protocol = "messages"},
    {{"MINIMAX_API_KEY=k-1234567"}, {"backend.base_url=https://api.minimaxi.com/v1"},
	.name = "openai", .base_url = "https://api.minimaxi.com/v1", .key = "k-1234567",
	.protocol = "chat", .guessed = true},
    {{"DASHSCOPE_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", .key = "k-1234567"},
    {{"CEREBRAS_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.cerebras.ai/v1",
	.key = "k-1234567"},
    {{"TOGETHER_API_KEY=k-1234567"}, .name = "openai", .base_url = "https://api.together.xyz/v1",
	.key = "k-1234567"},
    {{"FIREWORKS_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://api.fireworks.ai/inference/v1", .key = "k-1234567"},
    {{"NVIDIA_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://integrate.api.nvidia.com/v1", .key = "k-1234567"},
    /* other hosts of a provider, for customers elsewhere: its key is for them too */
    {{"MOONSHOT_API_KEY=k-1234567"}, {"backend.base_url=https://api.moonshot.cn/v1"},
	.name = "openai", .base_url = "https://api.moonshot.cn/v1", .key = "k-1234567",
	.protocol = "chat"},
    {{"ZAI_API_KEY=k-1234567"}, {"backend.base_url=https://open.bigmodel.cn/api/paas/v4"},
	.name = "openai", .base_url = "https://open.bigmodel.cn/api/paas/v4", .key = "k-1234567",
	.protocol = "chat"},
    {{"DASHSCOPE_API_KEY=k-1234567"},
	{"backend.base_url=https://dashscope.aliyuncs.com/compatible-mode/v1"}, .name = "openai",
	.base_url = "https://dashscope.aliyuncs.com/compatible-mode/v1", .key = "k-1234567",
	.protocol = "chat"},
    {{"TOGETHER_API_KEY=k-1234567"}, {"backend.base_url=https://api.together.ai/v1"},
	.name = "openai", .base_url = "https://api.together.ai/v1", .key = "k-1234567",
	.protocol = "chat"},
    {{"TOGETHER_API_KEY=k-1234567"}, {"backend.base_url=http://api.together.ai/v1"},
	.name = "openai", .base_url = "http://api.together.ai/v1", .key = NULL},
    /* a token with other uses is used only where it is named */
    {{"GITHUB_TOKEN=ghp-1234567"}, .name = "offline"},
    {{"GITHUB_TOKEN=ghp-1234567"}, {"backend.api_key_env=GITHUB_TOKEN"}, .name = "openai",
	.base_url = "https://models.github.ai/inference", .key = "ghp-1234567"},
    /* a provider with a server for each customer */
    {{"AZURE_OPENAI_API_KEY=az-1234567"}, .name = "offline"},
    {{"AZURE_OPENAI_API_KEY=az-1234567"}, {"backend.api_key_env=AZURE_OPENAI_API_KEY"},
	.words = "set backend.base_url or $AZURE_OPENAI_ENDPOINT"},
    {{"AZURE_OPENAI_API_KEY=az-1234567", "AZURE_OPENAI_ENDPOINT=https://me.openai.azure.com/"},
	.name = "openai", .base_url = "https://me.openai.azure.com/openai/v1", .key = "az-1234567",
	.protocol = "chat"},
    {{"AZURE_OPENAI_API_KEY=az-1234567", "AZURE_OPENAI_ENDPOINT=https://me.openai.azure.com",
	 "OPENAI_API_VERSION=2024-10-21"},
	.name = "openai",
	.base_url = "https://me.openai.azure.com/openai/deployments/{model}?api-version=2024-10-21",
	.key = "az-1234567"},
    {{"AZURE_OPENAI_API_KEY=az-1234567"},
	{"backend.base_url=https://me.openai.azure.com?api-version=2025-01-01"}, .name = "openai",
	.base_url = "https://me.openai.azure.com/openai/deployments/{model}?api-version=2025-01-01",
	.key = "az-1234567"},
    {{"AZURE_OPENAI_API_KEY=az-1234567"},
	{"backend.base_url=https://me.openai.azure.com.evil.test"}, .name = "openai",
	.base_url = "https://me.openai.azure.com.evil.test", .key = NULL},
    {{"AZURE_OPENAI_API_KEY=az-1234567"}, {"backend.base_url=http://me.openai.azure.com"},
	.name = "openai", .base_url = "http://me.openai.azure.com", .key = NULL},
    {{"AWS_BEARER_TOKEN_BEDROCK=br-1234567"},
	{"backend.base_url=https://bedrock-runtime.eu-west-1.amazonaws.com"}, .name = "openai",
	.base_url = "https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1",
	.key = "br-1234567"},
    {{"LITELLM_PROXY_API_KEY=ll-1234567", "LITELLM_PROXY_API_BASE=http://gateway.test"},
	.name = "openai", .base_url = "http://gateway.test", .key = "ll-1234567"},
    /* where several keys are set the model's family says which */
    {{"ANTHROPIC_API_KEY=k-1234567", "OPENAI_API_KEY=sk-openai-1"}, {"backend.model=claude-opus-5"},
	.name = "openai", .model = "claude-opus-5", .base_url = "https://api.anthropic.com/v1",
	.key = "k-1234567",
	.words = "ANTHROPIC_API_KEY is set, and claude-opus-5 is a model for Anthropic"},
    {{"ANTHROPIC_API_KEY=k-1234567", "OPENAI_API_KEY=sk-openai-1"}, {"backend.model=gpt-6"},
	.name = "openai", .model = "gpt-6", .base_url = "https://api.openai.com/v1",
	.key = "sk-openai-1"},
    {{"ANTHROPIC_API_KEY=k-1234567", "OPENAI_API_KEY=sk-openai-1"}, {"backend.model=some-model"},
	.name = "openai", .model = "some-model", .base_url = "https://api.openai.com/v1",
	.key = "sk-openai-1", .words = "OPENAI_API_KEY is set"},
    {{"ANTHROPIC_API_KEY=k-1234567", "OPENROUTER_API_KEY=k-7654321"},
	{"backend.model=anthropic/claude-opus-5"}, .name = "openai",
	.model = "anthropic/claude-opus-5", .base_url = "https://openrouter.ai/api/v1",
	.key = "k-7654321"},
    {{"OPENAI_API_KEY=sk-openai-1", "MOONSHOT_API_KEY=k-1234567"}, {"backend.model=kimi-k3"},
	.name = "openai", .model = "kimi-k3", .base_url = "https://api.moonshot.ai/v1",
	.key = "k-1234567"},
    {{"OPENAI_API_KEY=sk-openai-1", "ZAI_API_KEY=k-1234567"}, {"backend.model=models/glm-6"},
	.name = "openai", .model = "models/glm-6", .base_url = "https://api.z.ai/api/paas/v4",
	.key = "k-1234567"},
    /* other names of keys */
    {{"GOOGLE_API_KEY=k-1234567"}, .name = "openai",
	.base_url = "https://generativelanguage.googleapis.com/v1beta/openai", .key = "k-1234567",
	.words = "GOOGLE_API_KEY is set"},
    {{"ANTHROPIC_AUTH_TOKEN=t-1234567", "ANTHROPIC_BASE_URL=https://proxy.test/anthropic"},
	.name = "openai", .base_url = "https://proxy.test/anthropic", .key = "t-1234567",
	.protocol = "messages"},
    {{"ANTHROPIC_AUTH_TOKEN=t-1234567"}, {"backend.api_key_env=ANTHROPIC_AUTH_TOKEN"},
	.name = "openai", .base_url = "https://api.anthropic.com/v1", .key = "t-1234567"},
    {{"HF_TOKEN=hf-1234567"}, .name = "offline"},
    {{"HF_TOKEN=hf-1234567"}, {"backend.model=zai-org/GLM-5"}, .name = "openai",
	.model = "zai-org/GLM-5", .base_url = "https://router.huggingface.co/v1",
	.key = "hf-1234567"},
    {{"AWS_BEARER_TOKEN_BEDROCK=br-1234567", "AWS_REGION=eu-west-1"}, .name = "openai",
	.base_url = "https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1",
	.key = "br-1234567"},
    {{"AWS_BEARER_TOKEN_BEDROCK=br-1234567"}, {"backend.api_key_env=AWS_BEARER_TOKEN_BEDROCK"},
	.words = "set backend.base_url or $AWS_REGION"},
    {{"AZURE_OPENAI_API_KEY=az-1234567", "AZURE_OPENAI_ENDPOINT=https://me.openai.azure.com",
	 "AZURE_OPENAI_API_VERSION=2025-01-01"},
	{"backend.model=dep"}, .name = "openai", .model = "dep",
	.base_url = "https://me.openai.azure.com/openai/deployments/{model}?api-version=2025-01-01",
	.key = "az-1234567"},
    {{"AZURE_OPENAI_API_KEY=az-1234567"},
	{"backend.base_url=https://gateway.test/openai/deployments/dep?api-version=2025-01-01"},
	.name = "openai", .key = NULL,
	.base_url = "https://gateway.test/openai/deployments/dep?api-version=2025-01-01"},
    {{NULL}, {"backend.api_key_file=/nowhere/key", "backend.base_url=http://h/v1"},
	.words = "/nowhere/key"},
    {{NULL}, {"backend.api_key_command=echo k"}, .words = "set backend.base_url too"},
    {{NULL}, {"backend.api_key_command=echo k", "backend.api_key_env=GROQ_API_KEY"},
	.name = "openai", .base_url = "https://api.groq.com/openai/v1", .key = NULL},
    {{NULL}, {"backend.provider=openai"}, .words = "set OPENAI_API_KEY"},
    {{"OPENAI_API_KEY=sk-openai-1"}, {"backend.model=gpt-x"}, .name = "openai",
	.base_url = "https://api.openai.com/v1", .key = "sk-openai-1", .model = "gpt-x"},
};

static const char *const known[] = {"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENROUTER_API_KEY",
    "GROQ_API_KEY", "MISTRAL_API_KEY", "DEEPSEEK_API_KEY", "XAI_API_KEY", "GEMINI_API_KEY",
    "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "AGENT_PROTOCOL", "MY_KEY", "AGENT_BASE_URL",
    "AGENT_MODEL", "MOONSHOT_API_KEY", "ZAI_API_KEY", "MINIMAX_API_KEY", "DASHSCOPE_API_KEY",
    "CEREBRAS_API_KEY", "TOGETHER_API_KEY", "FIREWORKS_API_KEY", "NVIDIA_API_KEY", "GITHUB_TOKEN",
    "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION",
    "AWS_BEARER_TOKEN_BEDROCK", "LITELLM_PROXY_API_KEY", "LITELLM_PROXY_API_BASE", "AGENT_BACKEND",
    "AGENT_API_KEY_ENV", "GOOGLE_API_KEY", "ANTHROPIC_AUTH_TOKEN", "HF_TOKEN", "AWS_REGION",
    "AWS_DEFAULT_REGION", "AZURE_OPENAI_API_VERSION"};

static void environment_set(const char *const *list)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		unsetenv(known[i]);
	for (; *list; list++) {
		char name[100];
		size_t len = strcspn(*list, "=");

		memcpy(name, *list, len);
		name[len] = '\0';
		setenv(name, *list + len + 1, 1);
	}
}

static void chosen_is(const struct row *row, const struct backend *b)
{
	const struct http_backend *http = (const struct http_backend *)b;

	assert_string_equal(b->name, row->name);
	if (row->words && !strstr(b->origin, row->words))
		fail_msg("'%s' does not hold '%s'", b->origin, row->words);
	if (strcmp(b->name, "offline") == 0)
		return;
	assert_string_equal(b->base_url, row->base_url);
	if (row->protocol) {
		assert_string_equal(b->protocol, row->protocol);
		assert_int_equal(b->protocol_guessed, row->guessed);
	}
	assert_int_equal(http->model.key != NULL, row->key != NULL);
	if (row->key) {
		struct buf text = BUF_INIT;

		assert_string_equal(http->model.key, row->key);
		buf_adds(&text, row->key);
		assert_true(secret_redact(&text));
		buf_free(&text);
	}
	assert_int_equal(b->model != NULL, row->model != NULL);
	if (row->model)
		assert_string_equal(b->model, row->model);
}

/* holds: provider-row-data, several-keys-set */
static void each_row_chooses(void **state)
{
	char *dir = scratch_new();
	struct loop *l = loop_new();

	setenv("XDG_CONFIG_HOME", dir, 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct problems problems = PROBLEMS_INIT;
		struct error e = ERROR_INIT;
		struct settings *s;
		struct backend *b;

		secret_clear();
		environment_set(rows[i].environment);
		s = settings_load(
		    &(struct settings_request){.workspace = dir, .assignments = rows[i].settings},
		    &problems);
		assert_non_null(s);
		b = backend_choose(l, s, &e);
		print_message("row %zu\n", i);
		if (b) {
			assert_non_null(rows[i].name);
			chosen_is(&rows[i], b);
			backend_free(b);
		} else {
			assert_null(rows[i].name);
			if (!strstr(e.message, rows[i].words))
				fail_msg("'%s' does not hold '%s'", e.message, rows[i].words);
			assert_null(strstr(e.message, "sk-op"));
		}
		error_free(&e);
		settings_free(s);
	}
	loop_free(l);
	scratch_free(dir);
	secret_clear();
}

static void every_known_key_is_a_secret_whatever_is_chosen(void **state)
{
	static const char *const set[] = {
	    "XAI_API_KEY=xai-12345678", "OPENAI_API_KEY=sk-openai-1", NULL};
	const char *const assignments[] = {"backend.provider=offline", NULL};
	char *dir = scratch_new();
	struct loop *l = loop_new();
	struct problems problems = PROBLEMS_INIT;
	struct buf text = BUF_INIT;
	struct settings *s;
	struct backend *b;

	setenv("XDG_CONFIG_HOME", dir, 1);
	environment_set(set);
	s = settings_load(
	    &(struct settings_request){.workspace = dir, .assignments = assignments}, &problems);
	b = backend_choose(l, s, NULL);
	buf_adds(&text, "a xai-12345678 b");
	assert_true(secret_redact(&text));
	assert_string_equal(text.data, "a $XAI_API_KEY b");
	buf_free(&text);
	backend_free(b);
	settings_free(s);
	loop_free(l);
	scratch_free(dir);
	secret_clear();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_row_chooses),
	    cmocka_unit_test(every_known_key_is_a_secret_whatever_is_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
