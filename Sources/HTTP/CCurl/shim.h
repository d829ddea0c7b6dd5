// Typed wrappers of libcurl's variadic functions, which Swift cannot call; contains nothing else.
#ifndef VITALBUS_CCURL_SHIM_H
#define VITALBUS_CCURL_SHIM_H

// The type-checking macros of libcurl's header are useless for functions with typed parameters.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "VitalBus needs libcurl 7.87 or newer (CURLOPT_QUICK_EXIT)."
#endif

// One callback type for reading and writing bodies and headers, because libcurl's have the same signature.
typedef size_t (*vb_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*vb_curl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*vb_curl_prereq_callback)(
    void *context, char *primary_ip, char *local_ip, int primary_port, int local_port);

static inline CURLcode vb_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode vb_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the string for every option that this project uses.
static inline CURLcode vb_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode vb_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl does not copy the list, so it must outlive the transfer.
static inline CURLcode vb_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode vb_curl_set_data_callback(CURL *easy, CURLoption option, vb_curl_data_callback value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode vb_curl_set_seek_callback(CURL *easy, vb_curl_seek_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode vb_curl_set_prereq_callback(CURL *easy, vb_curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode vb_curl_info_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode vb_curl_info_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

// libcurl owns the string: copy it at once.
static inline CURLcode vb_curl_info_string(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode vb_curl_info_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode vb_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode vb_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode vb_curl_multi_set_socket_callback(CURLM *multi, curl_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode vb_curl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

// Removes the next finished transfer from the multi handle's queue; null if there is none. `CURLMsg` holds a union.
static inline CURL *vb_curl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != 0) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return 0;
}

#endif
