/* SPDX-License-Identifier: MIT
 * The router with the rules that are shipped: how deep what people ask is, in several scripts.
 */
/* holds: request-says-little */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "agent/state/route.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "session/event/event.h"

static json_t *rules;

static int load_rules(void **state)
{
	rules = config_table("routes.yaml", NULL);
	return rules ? 0 : -1;
}

static int drop_rules(void **state)
{
	json_decref(rules);
	config_forget();
	return 0;
}

static const struct route_past fresh;

static void expect(const char *prompt, const struct route_past *past, enum depth want)
{
	struct route got = route_choose(rules, prompt, past);

	if (got.depth != want)
		fail_msg("%s, not %s (%s): %.200s", depth_name(got.depth), depth_name(want),
		    got.why, prompt);
	assert_true(*got.why);
	free(got.why);
}

static const struct {
	const char *prompt;
	enum depth depth;
} requests[] = {
    /* A polite request is work. */
    {"can you rename the parser?", DEPTH_REACT},
    {"Could you make that shorter?", DEPTH_REACT},
    {"hi, would you tidy up the output a bit?", DEPTH_REACT},
    {"how about a dark theme?", DEPTH_REACT},
    {"would you mind using tabs?", DEPTH_REACT},
    {"I'd like you to drop the warnings", DEPTH_REACT},
    {"let's go with the second one", DEPTH_REACT},
    {"Kannst du das umdrehen?", DEPTH_REACT},
    {"könntest du den Parser beschleunigen?", DEPTH_REACT},
    {"Peux-tu raccourcir la sortie ?", DEPTH_REACT},
    {"pourriez-vous enlever les avertissements ?", DEPTH_REACT},
    {"¿Puedes quitar los avisos?", DEPTH_REACT},
    {"você pode encurtar a saída?", DEPTH_REACT},
    {"puoi accorciare l'uscita?", DEPTH_REACT},
    {"не могли бы вы убрать предупреждения?", DEPTH_REACT},
    {"能不能把输出缩短一点?", DEPTH_REACT},
    {"出力を短くしてもらえますか?", DEPTH_REACT},
    {"출력을 줄여 줄 수 있어?", DEPTH_REACT},
    {"can you explain monads?", DEPTH_DIRECT},
    {"could you please tell me who wrote Faust?", DEPTH_DIRECT},
    {"kannst du mir Monaden erklären?", DEPTH_DIRECT},
    {"peux-tu m'expliquer les monades ?", DEPTH_DIRECT},
    {"¿puedes explicarme qué es una mónada?", DEPTH_DIRECT},
    {"能解释一下单子吗?", DEPTH_DIRECT},
    /* Simple questions. */
    {"hello", DEPTH_DIRECT},
    {"What is the capital of France?", DEPTH_DIRECT},
    {"what is the native bird of india", DEPTH_DIRECT},
    {"why is the sky blue?", DEPTH_DIRECT},
    {"thanks!", DEPTH_DIRECT},
    {"who wrote Faust?", DEPTH_DIRECT},
    {"2+2?", DEPTH_DIRECT},
    {"explain monads", DEPTH_DIRECT},
    {"what does SIGPIPE mean?", DEPTH_DIRECT},
    {"is C17 different from C11?", DEPTH_DIRECT},
    {"", DEPTH_REACT},
    {"?", DEPTH_DIRECT},
    /* In scripts where no keyword matches: short ones cost one call all the same. */
    {"你好", DEPTH_DIRECT},
    {"法国的首都是哪里？", DEPTH_DIRECT},
    {"空はなぜ青いのですか", DEPTH_DIRECT},
    {"Какая столица Франции?", DEPTH_DIRECT},
    {"ما هي عاصمة فرنسا؟", DEPTH_DIRECT},
    {"프랑스의 수도는 어디인가요?", DEPTH_DIRECT},
    {"फ्रांस की राजधानी क्या है?", DEPTH_DIRECT},
    {"Ποια είναι η πρωτεύουσα της Γαλλίας;", DEPTH_DIRECT},
    {"מהי בירת צרפת?", DEPTH_DIRECT},
    {"เมืองหลวงของฝรั่งเศสคืออะไร", DEPTH_REACT}, /* no mark, and no rule speaks */
    {"Was ist die Hauptstadt von Frankreich?", DEPTH_DIRECT},
    {"¿Cuál es la capital de Francia?", DEPTH_DIRECT},
    /* An explicit wish for little. */
    {"quick answer please: which port does https use", DEPTH_DIRECT},
    {"just tell me yes or no: does src/csv.c compile?", DEPTH_DIRECT},
    {"in one word, what does this project do?", DEPTH_DIRECT},
    {"tl;dr of README.md", DEPTH_DIRECT},
    {"answer briefly: what is in src/main.c", DEPTH_DIRECT},
    /* Tools are likely. */
    {"which files define main?", DEPTH_REACT},
    {"show me src/csv.c", DEPTH_REACT},
    {"what does parse_date in csv.c do?", DEPTH_REACT},
    {"fix the bug in src/csv.c", DEPTH_REACT},
    {"run the tests", DEPTH_REACT},
    {"list the TODOs", DEPTH_REACT},
    {"look at `lib/net.py` and say what is odd", DEPTH_REACT},
    {"commit this", DEPTH_REACT},
    {"add a flag --verbose", DEPTH_REACT},
    {"create notes.txt with hello", DEPTH_REACT},
    {"what is in ./build", DEPTH_REACT},
    {"was macht src/main.c?", DEPTH_REACT},
    {"修复 src/csv.c 里的错误", DEPTH_REACT},
    {"что делает src/main.c?", DEPTH_REACT},
    {"src/main.c を説明して", DEPTH_REACT},
    {"why: main.c:3:5: error: expected ';'", DEPTH_REACT},
    {"rename the function foo to bar and then run the tests", DEPTH_REACT},
    {"```\nint x = y;\n```\nwhat is wrong?", DEPTH_REACT},
    {"verify that 97 is prime", DEPTH_REACT},
    /* An explicit wish for much. */
    {"think hard: why is 0.1 + 0.2 not 0.3?", DEPTH_STRATEGIC},
    {"solve this step by step", DEPTH_STRATEGIC},
    {"Make a plan and carry it out", DEPTH_STRATEGIC},
    {"break this down for me", DEPTH_STRATEGIC},
    {"plan it carefully", DEPTH_STRATEGIC},
    {"be thorough", DEPTH_STRATEGIC},
    /* Complexity. */
    {"Refactor the parser in src/parse.c and make sure all tests still pass", DEPTH_STRATEGIC},
    {"migrate the whole project from make to cmake, and then verify that every test builds",
	DEPTH_STRATEGIC},
    {"Rewrite lib/net.py with asyncio, with unit tests, and then run them", DEPTH_STRATEGIC},
    {"Set up a web server from scratch:\n- serves files from ./www\n- logs each request\n"
     "- has tests",
	DEPTH_STRATEGIC},
    {"Please do:\n1. read src/a.c\n2. optimise the loop\n3. prove that it is faster",
	DEPTH_STRATEGIC},
    /* A list is one in any script. */
    {"请完成：\n1. 读取 src/a.c\n2. 修改循环\n3. 更新 docs/a.md\n4. 提交\n5. 完成\n6. 检查\n7. "
     "发布\n"
     "8. 记录",
	DEPTH_STRATEGIC},
};

static void each_request_goes_where_it_belongs(void **state)
{
	assert_true(sizeof requests / sizeof *requests >= 60);
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		expect(requests[i].prompt, &fresh, requests[i].depth);
}

/* What is asked and what is to be done, in the languages that routes.yaml knows. */
static const struct {
	const char *language;
	struct {
		const char *prompt;
		enum depth depth;
	} rows[16];
} languages[] = {
    {"German",
	{
	    {"Was ist die Hauptstadt von Frankreich?", DEPTH_DIRECT},
	    {"warum ist der Himmel blau", DEPTH_DIRECT},
	    {"Hallo, wie geht es dir?", DEPTH_DIRECT},
	    {"kurze Frage: welchen Port nutzt https", DEPTH_DIRECT},
	    {"Führe die Tests aus", DEPTH_REACT},
	    {"Zeig mir, wo die Datei gelesen wird", DEPTH_REACT},
	    {"Behebe den Fehler beim Einlesen", DEPTH_REACT},
	    {"Lösche die alten Protokolle", DEPTH_REACT},
	    {"Ergänze eine Option für die Ausgabe", DEPTH_REACT},
	    {"Mir fehlt der Überblick", DEPTH_REACT},
	    {"Denk erst gründlich nach: wie teilen wir das auf", DEPTH_STRATEGIC},
	    {"Refaktoriere das ganze Projekt und stelle sicher, dass alle Tests weiterhin laufen",
		DEPTH_STRATEGIC},
	    {"Überlege dir zuerst Schritt für Schritt, was zu tun ist", DEPTH_STRATEGIC},
	    {"Mach es besser", DEPTH_STRATEGIC},
	}},
    {"French",
	{
	    {"Quelle est la capitale de la France ?", DEPTH_DIRECT},
	    {"pourquoi le ciel est bleu", DEPTH_DIRECT},
	    {"Bonjour, ça va ?", DEPTH_DIRECT},
	    {"question rapide : quel port utilise https", DEPTH_DIRECT},
	    {"Lance les tests", DEPTH_REACT},
	    {"Montre-moi où le fichier est lu", DEPTH_REACT},
	    {"Corrige l'erreur de lecture", DEPTH_REACT},
	    {"Supprime les anciens journaux", DEPTH_REACT},
	    {"Ajoute une option de sortie", DEPTH_REACT},
	    {"Il me manque une vue", DEPTH_REACT},
	    {"Réfléchis d'abord à la façon de partager cela", DEPTH_STRATEGIC},
	    {"Refactorise tout le projet, remplace make par cmake et vérifie que tous les tests "
	     "passent encore",
		DEPTH_STRATEGIC},
	    {"Procède étape par étape", DEPTH_STRATEGIC},
	    {"Améliore ça", DEPTH_STRATEGIC},
	}},
    {"Spanish",
	{
	    {"¿Cuál es la capital de Francia?", DEPTH_DIRECT},
	    {"por qué el cielo es azul", DEPTH_DIRECT},
	    {"Hola, ¿qué tal?", DEPTH_DIRECT},
	    {"pregunta rápida: qué puerto usa https", DEPTH_DIRECT},
	    {"Ejecuta las pruebas", DEPTH_REACT},
	    {"Muéstrame dónde se lee el archivo", DEPTH_REACT},
	    {"Corrige el error de lectura", DEPTH_REACT},
	    {"Borra los registros viejos", DEPTH_REACT},
	    {"Añade una opción de salida", DEPTH_REACT},
	    {"Me falta una vista general", DEPTH_REACT},
	    {"Piensa bien antes cómo lo repartimos", DEPTH_STRATEGIC},
	    {"Refactoriza todo el proyecto y asegúrate de que todas las pruebas sigan pasando",
		DEPTH_STRATEGIC},
	    {"Hazlo paso a paso", DEPTH_STRATEGIC},
	    {"Mejora esto", DEPTH_STRATEGIC},
	}},
    {"Portuguese",
	{
	    {"Qual é a capital da França?", DEPTH_DIRECT},
	    {"por que o céu é azul", DEPTH_DIRECT},
	    {"Olá, tudo bem?", DEPTH_DIRECT},
	    {"pergunta rápida: que porta usa https", DEPTH_DIRECT},
	    {"Execute os testes", DEPTH_REACT},
	    {"Mostre onde o arquivo é lido", DEPTH_REACT},
	    {"Corrija o erro de leitura", DEPTH_REACT},
	    {"Apague os registros antigos", DEPTH_REACT},
	    {"Adicione uma opção de saída", DEPTH_REACT},
	    {"Falta-me uma visão geral", DEPTH_REACT},
	    {"Pense bem antes como dividir isso", DEPTH_STRATEGIC},
	    {"Refatore todo o projeto e garanta que todos os testes continuam passando",
		DEPTH_STRATEGIC},
	    {"Faça passo a passo", DEPTH_STRATEGIC},
	    {"Melhore isso", DEPTH_STRATEGIC},
	}},
    {"Italian",
	{
	    {"Qual è la capitale della Francia?", DEPTH_DIRECT},
	    {"perché il cielo è blu", DEPTH_DIRECT},
	    {"Ciao, come stai?", DEPTH_DIRECT},
	    {"domanda veloce: quale porta usa https", DEPTH_DIRECT},
	    {"Esegui i test", DEPTH_REACT},
	    {"Mostrami dove viene letto il file", DEPTH_REACT},
	    {"Correggi l'errore di lettura", DEPTH_REACT},
	    {"Cancella i vecchi registri", DEPTH_REACT},
	    {"Aggiungi un'opzione di uscita", DEPTH_REACT},
	    {"Mi manca una panoramica", DEPTH_REACT},
	    {"Pensaci bene prima di dividerlo", DEPTH_STRATEGIC},
	    {"Rifattorizza tutto il progetto e assicurati che tutti i test passino ancora",
		DEPTH_STRATEGIC},
	    {"Procedi passo dopo passo", DEPTH_STRATEGIC},
	    {"Miglioralo", DEPTH_STRATEGIC},
	}},
    {"Russian",
	{
	    {"Какая столица Франции?", DEPTH_DIRECT},
	    {"почему небо голубое", DEPTH_DIRECT},
	    {"Привет, как дела?", DEPTH_DIRECT},
	    {"кратко: какой порт у https", DEPTH_DIRECT},
	    {"Запусти тесты", DEPTH_REACT},
	    {"Покажи, где читается файл", DEPTH_REACT},
	    {"Исправь ошибку чтения", DEPTH_REACT},
	    {"Удали старые журналы", DEPTH_REACT},
	    {"Добавь параметр вывода", DEPTH_REACT},
	    {"Мне не хватает обзора", DEPTH_REACT},
	    {"Сначала подумай, как это разделить", DEPTH_STRATEGIC},
	    {"Отрефактори весь проект и убедись, что все тесты по-прежнему проходят",
		DEPTH_STRATEGIC},
	    {"Делай шаг за шагом", DEPTH_STRATEGIC},
	    {"Сделай лучше", DEPTH_STRATEGIC},
	}},
    {"Chinese",
	{
	    {"法国的首都是哪里？", DEPTH_DIRECT},
	    {"天空为什么是蓝色的", DEPTH_DIRECT},
	    {"你好", DEPTH_DIRECT},
	    {"一句话回答，https 用哪个端口", DEPTH_DIRECT},
	    {"运行测试", DEPTH_REACT},
	    {"显示哪里读取了文件", DEPTH_REACT},
	    {"修复读取时的错误", DEPTH_REACT},
	    {"删除旧的日志", DEPTH_REACT},
	    {"添加一个输出选项", DEPTH_REACT},
	    {"我需要一份概览", DEPTH_REACT},
	    {"请先仔细思考怎么拆分", DEPTH_STRATEGIC},
	    {"重构整个项目，确保所有测试仍然通过", DEPTH_STRATEGIC},
	    {"请一步一步完成", DEPTH_STRATEGIC},
	    {"帮我优化一下", DEPTH_STRATEGIC},
	}},
    {"Japanese",
	{
	    {"フランスの首都はどこですか？", DEPTH_DIRECT},
	    {"空はなぜ青いのですか", DEPTH_DIRECT},
	    {"こんにちは", DEPTH_DIRECT},
	    {"一言で、https のポートは", DEPTH_DIRECT},
	    {"テストを実行して", DEPTH_REACT},
	    {"ファイルを読み込む所を表示して", DEPTH_REACT},
	    {"読み取りのエラーを修正して", DEPTH_REACT},
	    {"古いログを削除して", DEPTH_REACT},
	    {"出力の選択肢を追加して", DEPTH_REACT},
	    {"概要が欲しい", DEPTH_REACT},
	    {"まず考えてから分けて", DEPTH_STRATEGIC},
	    {"プロジェクト全体をリファクタリングし、すべてのテストが引き続き通ることを確認して",
		DEPTH_STRATEGIC},
	    {"順を追って進めて", DEPTH_STRATEGIC},
	    {"これを改善してください", DEPTH_STRATEGIC},
	}},
    {"Korean",
	{
	    {"프랑스의 수도는 어디인가요?", DEPTH_DIRECT},
	    {"하늘은 왜 파란가요", DEPTH_DIRECT},
	    {"안녕하세요", DEPTH_DIRECT},
	    {"한마디로 https 포트는", DEPTH_DIRECT},
	    {"테스트를 실행해", DEPTH_REACT},
	    {"파일을 읽는 곳을 보여 줘", DEPTH_REACT},
	    {"읽기 오류를 고쳐 줘", DEPTH_REACT},
	    {"오래된 로그를 삭제해", DEPTH_REACT},
	    {"출력 옵션을 추가해", DEPTH_REACT},
	    {"개요가 필요해", DEPTH_REACT},
	    {"어떻게 나눌지 먼저 생각해 줘", DEPTH_STRATEGIC},
	    {"프로젝트 전체를 리팩터링하고 모든 테스트가 계속 통과하는지 확인해", DEPTH_STRATEGIC},
	    {"단계별로 진행해", DEPTH_STRATEGIC},
	    {"이거 개선해 줘", DEPTH_STRATEGIC},
	}},
};

static void each_language_has_its_words_of_work_and_of_asking(void **state)
{
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
		size_t n = 0;

		for (; n < 16 && languages[i].rows[n].prompt; n++)
			expect(languages[i].rows[n].prompt, &fresh, languages[i].rows[n].depth);
		assert_true(n >= 10);
	}
}

/* Said of nothing, a wish is thought about; later in a session what came before says what is meant. */
static void a_vague_wish_is_thought_about_where_nothing_came_before(void **state)
{
	static const char *const prompts[] = {"make it better", "Please fix this.", "clean up",
	    "Mach es besser", "Améliore ça", "Mejora esto", "Сделай лучше", "帮我优化一下"};
	const struct route_past later = {.turns = 1, .depth = DEPTH_REACT, .calls = 3};

	for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
		expect(prompts[i], &fresh, DEPTH_STRATEGIC);
		expect(prompts[i], &later, DEPTH_REACT);
	}
	expect("fix the typo in README.md", &fresh, DEPTH_REACT);
	expect("make it better: src/csv.c reads line by line", &fresh, DEPTH_REACT);
}

/* The same sentence again and again: no keyword, only length. */
static void length_counts_in_every_script(void **state)
{
	static const char *const sentences[] = {
	    "我想要一个能够读取账本的程序。",
	    "帳簿を読み込むものが欲しいのです。",
	    "장부를 읽을 수 있는 것을 원합니다. ",
	    "Я хочу, чтобы бухгалтерская книга читалась. ",
	    "أريد شيئا يقرأ دفتر الحسابات. ",
	    "Θέλω κάτι που να διαβάζει το καθολικό. ",
	    "मुझे कुछ ऐसा चाहिए जो खाता पढ़ सके। ",
	    "אני רוצה משהו שקורא את ספר החשבונות. ",
	};
	static const struct {
		int cells;
		enum depth depth;
	} lengths[] = {{60, DEPTH_REACT}, {260, DEPTH_REACT}, {1700, DEPTH_STRATEGIC}};

	for (size_t s = 0; s < sizeof sentences / sizeof *sentences; s++)
		for (size_t i = 0; i < 3; i++) {
			struct buf text = BUF_INIT;

			while (text_width(buf_str(&text), text.len) < lengths[i].cells - 40)
				buf_adds(&text, sentences[s]);
			expect(buf_str(&text), &fresh, lengths[i].depth);
			buf_free(&text);
		}
}

static void history_counts_in_every_script(void **state)
{
	static const char *const prompts[] = {"go on", "继续", "続けて", "계속", "продолжай",
	    "واصل", "המשך", "συνέχισε", "ต่อไป", "weiter"};
	static const struct {
		struct route_past past;
		enum depth depth;
	} rows[] = {
	    {{0}, DEPTH_REACT}, /* no rule speaks */
	    {{.turns = 1, .depth = DEPTH_DIRECT}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_REACT, .calls = 3}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_DIRECT, .failed = true}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_STRATEGIC, .calls = 0}, DEPTH_REACT},
	    {{.turns = 5, .depth = DEPTH_DIRECT}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_STRATEGIC, .unfinished = true}, DEPTH_STRATEGIC},
	};

	for (size_t p = 0; p < sizeof prompts / sizeof *prompts; p++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			expect(prompts[p], &rows[i].past, rows[i].depth);
}

static void the_reason_names_every_rule_that_counted(void **state)
{
	struct route r = route_choose(rules, "fix src/a.c and make sure it builds", &fresh);

	assert_string_equal(r.why, "names a file, speaks of files, code or commands, wants proof");
	free(r.why);
	r = route_choose(rules, "hello", &fresh);
	assert_string_equal(r.why, "a short question");
	free(r.why);
}

static void long_and_broken_text_is_looked_at_in_bounded_time(void **state)
{
	struct buf text = BUF_INIT;
	json_t *broken = json_pack("{s:i, s:i, s:s, s:[{s:s, s:i, s:s}]}", "react", 1, "strategic",
	    9, "otherwise", "none", "rules", "why", "bad pattern", "points", 9, "words", "(");

	for (int i = 0; i < 200000; i++)
		buf_adds(&text, "字a/");
	expect(buf_str(&text), &fresh, DEPTH_STRATEGIC);
	struct route r = route_choose(broken, "x", &fresh);
	assert_int_equal(r.depth, DEPTH_DIRECT);
	free(r.why);
	json_decref(broken);
	buf_free(&text);
}

static void take(struct route_past *past, enum event_type type, const char *data)
{
	json_t *value = json_parse(data, strlen(data), NULL);

	route_take(past, &(struct event){.type = type, .data = value});
	json_decref(value);
}

static void the_past_is_a_fold_of_events(void **state)
{
	struct route_past past = {0};

	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"answered\"}");
	assert_false(past.failed);
	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"answered\"}");
	assert_true(past.failed);
	take(&past, EVENT_TURN_START, "{\"depth\":\"strategic\"}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"unmet\"}");
	assert_false(past.failed);
	assert_int_equal(past.depth, DEPTH_STRATEGIC);
	assert_int_equal(past.calls, 2);
	assert_int_equal(past.turns, 3);
	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"failed\"}");
	assert_true(past.failed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_request_goes_where_it_belongs),
	    cmocka_unit_test(each_language_has_its_words_of_work_and_of_asking),
	    cmocka_unit_test(a_vague_wish_is_thought_about_where_nothing_came_before),
	    cmocka_unit_test(length_counts_in_every_script),
	    cmocka_unit_test(history_counts_in_every_script),
	    cmocka_unit_test(the_reason_names_every_rule_that_counted),
	    cmocka_unit_test(long_and_broken_text_is_looked_at_in_bounded_time),
	    cmocka_unit_test(the_past_is_a_fold_of_events),
	};

	return cmocka_run_group_tests(tests, load_rules, drop_rules);
}
