// Keeps in its ledger that an attempt begins, POSTs, keeps the outcomes, and tells them to the owner.
#include "line.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct post {
    CURL *easy;
    struct curl_slist *headers;
    int number;
};

struct uploader {
    struct plan *plan;
    struct store store;
    struct bus bus;
    struct text text;
    sqlite3_stmt *attempt, *outcome;
    CURLM *multi;
    // Those that are free, of `parallel`.
    struct post **free;
    int free_count;
    // Readings so far: granted, begun in the ledger, sent, taken by the server, told to the owner, and settled there.
    int granted, begun, sent, taken, told, settled;
    int *order, *outcomes;
    char **line;
    unsigned answers;
    // The first outcome of each answer, and one after the last.
    int *first;
};

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

static void begin(struct uploader *uploader) {
    store_begin(&uploader->store);
    for (int size = group_size(&uploader->plan->attempts); size > 0 && uploader->begun < uploader->granted; size--) {
        store_run(uploader->attempt, uploader->order[uploader->begun++], NULL);
    }
    store_commit(&uploader->store);
}

// Sends a line: URL, headers, body, with tabs between them.
static void post(struct uploader *uploader, int number) {
    struct post *post = uploader->free[--uploader->free_count];
    char *rest = uploader->line[number], *body = strrchr(rest, '\t');
    if (!body) fail("a reading", "has no body");
    *body++ = 0;
    curl_easy_setopt(post->easy, CURLOPT_URL, strsep(&rest, "\t"));
    post->headers = NULL;
    for (char *header; (header = strsep(&rest, "\t"));) post->headers = curl_slist_append(post->headers, header);
    curl_easy_setopt(post->easy, CURLOPT_HTTPHEADER, post->headers);
    curl_easy_setopt(post->easy, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
    curl_easy_setopt(post->easy, CURLOPT_POSTFIELDS, body);
    post->number = number;
    if (curl_multi_add_handle(uploader->multi, post->easy) != CURLM_OK) fail("libcurl", "takes no request");
}

static void finish(struct uploader *uploader, CURL *easy, CURLcode result) {
    struct post *post;
    long status = 0;
    if (result != CURLE_OK) fail("a POST", curl_easy_strerror(result));
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 201) fail("a POST", "the server refuses it");
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &post);
    curl_multi_remove_handle(uploader->multi, easy);
    curl_slist_free_all(post->headers);
    free(uploader->line[post->number]);
    uploader->outcomes[uploader->taken++] = post->number;
    uploader->free[uploader->free_count++] = post;
}

static void answer(struct uploader *uploader) {
    text_clear(&uploader->text);
    store_begin(&uploader->store);
    for (int size = group_size(&uploader->plan->answer); size > 0 && uploader->told < uploader->taken; size--) {
        int number = uploader->outcomes[uploader->told++];
        store_run(uploader->outcome, number, NULL);
        text_add(&uploader->text, number, NULL);
    }
    store_commit(&uploader->store);
    bus_send(&uploader->bus, "c-line/owner/outcomes", uploader->answers, &uploader->text);
    uploader->first[++uploader->answers] = uploader->told;
}

static void take(void *context, const char *topic, unsigned number, char *lines) {
    struct uploader *uploader = context;
    if (strcmp(topic, "c-line/uploader/settled") == 0) {
        if (number >= uploader->answers) fail("the owner", "settles no answer");
        uploader->settled += uploader->first[number + 1] - uploader->first[number];
        return;
    }
    int reading;
    for (char *line; next_line(&lines, &reading, &line);) {
        uploader->order[uploader->granted++] = reading;
        uploader->line[reading] = strdup(line);
    }
}

// Begins, sends and answers what is due.
static void work(struct uploader *uploader) {
    struct plan *plan = uploader->plan;
    while (uploader->free_count > 0) {
        if (uploader->sent == uploader->begun) {
            int waiting = uploader->granted - uploader->begun;
            if (!is_group_due(&plan->attempts, waiting, uploader->granted, plan->count)) break;
            begin(uploader);
        }
        post(uploader, uploader->order[uploader->sent++]);
    }
    while (is_group_due(&plan->answer, uploader->taken - uploader->told, uploader->taken, plan->count)) {
        answer(uploader);
    }
}

static void turn(struct uploader *uploader) {
    struct curl_waitfd broker = {.fd = mosquitto_socket(uploader->bus.client), .events = CURL_WAIT_POLLIN};
    int running, left;
    if (mosquitto_want_write(uploader->bus.client)) broker.events |= CURL_WAIT_POLLOUT;
    if (curl_multi_perform(uploader->multi, &running) != CURLM_OK) fail("libcurl", "does not run");
    bool is_done = false;
    for (CURLMsg *message; (message = curl_multi_info_read(uploader->multi, &left));) {
        finish(uploader, message->easy_handle, message->data.result);
        is_done = true;
    }
    if (!is_done) curl_multi_poll(uploader->multi, &broker, 1, 1000, NULL);
    if (broker.revents) bus_turn(&uploader->bus, false);
}

static void prepare(struct uploader *uploader) {
    int count = uploader->plan->count, parallel = uploader->plan->parallel;
    uploader->multi = curl_multi_init();
    uploader->order = calloc((size_t)count, sizeof *uploader->order);
    uploader->outcomes = calloc((size_t)count, sizeof *uploader->outcomes);
    uploader->line = calloc((size_t)count, sizeof *uploader->line);
    uploader->first = calloc((size_t)count + 2, sizeof *uploader->first);
    uploader->free = calloc((size_t)parallel, sizeof *uploader->free);
    if (!uploader->order || !uploader->outcomes || !uploader->line || !uploader->first || !uploader->free) {
        fail("memory", "none is left");
    }
    for (; uploader->free_count < parallel; uploader->free_count++) {
        struct post *post = calloc(1, sizeof *post);
        if (!post || !(post->easy = curl_easy_init())) fail("memory", "none is left");
        curl_easy_setopt(post->easy, CURLOPT_WRITEFUNCTION, drop);
        curl_easy_setopt(post->easy, CURLOPT_PRIVATE, post);
        curl_easy_setopt(post->easy, CURLOPT_NOSIGNAL, 1L);
        uploader->free[uploader->free_count] = post;
    }
}

void upload(struct plan *plan) {
    struct uploader uploader = {.plan = plan, .bus = {.context = &uploader, .take = take}};
    prepare(&uploader);
    store_open(&uploader.store, plan, "ledger",
               "CREATE TABLE attempt (number INTEGER PRIMARY KEY, fence INTEGER NOT NULL, outcome INTEGER)");
    uploader.attempt = store_statement(&uploader.store, "INSERT INTO attempt VALUES (?1, ?1, NULL)");
    uploader.outcome = store_statement(&uploader.store, "UPDATE attempt SET outcome = 1 WHERE number = ?");
    bus_open(&uploader.bus, plan, "uploader");
    ready(UPLOADER);
    while (uploader.settled < plan->count || !bus_is_quiet(&uploader.bus)) {
        turn(&uploader);
        work(&uploader);
    }
    done(UPLOADER, &uploader.store, &uploader.bus);
    int taken = store_count(&uploader.store, "SELECT count(*) FROM attempt WHERE outcome = 1");
    if (taken != plan->count) fail("the ledger", "has attempts without an outcome");
}
