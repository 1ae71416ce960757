/* SPDX-License-Identifier: MIT
 * libcurl, loaded when it is called first: loading it and the twenty-five libraries it needs takes most of the
 * program's start-up time, and most runs (a question to the store, a chat without a server) never call it. Include this
 * instead of <curl/curl.h>.
 */
#ifndef LOOP_CURL_H
#define LOOP_CURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define CURL_CALLS(CALL) \
	CALL(easy_cleanup) \
	CALL(easy_escape) \
	CALL(easy_getinfo) \
	CALL(easy_init) \
	CALL(easy_setopt) \
	CALL(easy_strerror) \
	CALL(free) \
	CALL(getdate) \
	CALL(global_init) \
	CALL(multi_add_handle) \
	CALL(multi_cleanup) \
	CALL(multi_info_read) \
	CALL(multi_init) \
	CALL(multi_perform) \
	CALL(multi_poll) \
	CALL(multi_remove_handle) \
	CALL(multi_setopt) \
	CALL(slist_append) \
	CALL(slist_free_all) \
	CALL(url) \
	CALL(url_cleanup) \
	CALL(url_get) \
	CALL(url_set) \
	CALL(url_strerror)

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
struct curl_calls {
#define CALL(name) __typeof__(curl_##name) *name;
	CURL_CALLS(CALL)
#undef CALL
};
/* Returns libcurl's functions, never NULL: if libcurl cannot be loaded, the program ends with a message. */
const struct curl_calls *curl_calls(void);

#define curl_easy_cleanup curl_calls()->easy_cleanup
#define curl_easy_escape curl_calls()->easy_escape
#define curl_easy_getinfo curl_calls()->easy_getinfo
#define curl_easy_init curl_calls()->easy_init
#define curl_easy_setopt curl_calls()->easy_setopt
#define curl_easy_strerror curl_calls()->easy_strerror
#define curl_free curl_calls()->free
#define curl_getdate curl_calls()->getdate
#define curl_global_init curl_calls()->global_init
#define curl_multi_add_handle curl_calls()->multi_add_handle
#define curl_multi_cleanup curl_calls()->multi_cleanup
#define curl_multi_info_read curl_calls()->multi_info_read
#define curl_multi_init curl_calls()->multi_init
#define curl_multi_perform curl_calls()->multi_perform
#define curl_multi_poll curl_calls()->multi_poll
#define curl_multi_remove_handle curl_calls()->multi_remove_handle
#define curl_multi_setopt curl_calls()->multi_setopt
#define curl_slist_append curl_calls()->slist_append
#define curl_slist_free_all curl_calls()->slist_free_all
#define curl_url curl_calls()->url
#define curl_url_cleanup curl_calls()->url_cleanup
#define curl_url_get curl_calls()->url_get
#define curl_url_set curl_calls()->url_set
#define curl_url_strerror curl_calls()->url_strerror

#endif
