// Commits readings to its outbox, submits them, forgets them when the owner has them, and hears what was delivered.
#include "line.h"

#include <stdlib.h>
#include <string.h>

struct producer {
    struct plan *plan;
    struct store store;
    struct bus bus;
    struct text text;
    sqlite3_stmt *insert, *range, *remove;
    // Readings so far: committed, submitted, kept by the owner, and told as delivered.
    int committed, submitted, kept, told;
    // The first reading of each request, and one after the last.
    int *first;
    unsigned requests;
    bool *is_told;
};

static void commit(struct producer *producer) {
    int size = group_size(&producer->plan->outbox);
    store_begin(&producer->store);
    for (; size > 0 && producer->committed < producer->plan->count; size--) {
        store_run(producer->insert, producer->committed, producer->plan->lines[producer->committed]);
        producer->committed++;
    }
    store_commit(&producer->store);
}

static void submit(struct producer *producer) {
    int last = producer->submitted + group_size(&producer->plan->submit);
    if (last > producer->committed) last = producer->committed;
    sqlite3_bind_int(producer->range, 1, producer->submitted);
    sqlite3_bind_int(producer->range, 2, last);
    text_clear(&producer->text);
    while (sqlite3_step(producer->range) == SQLITE_ROW) {
        text_add(&producer->text, sqlite3_column_int(producer->range, 0),
                 (const char *)sqlite3_column_text(producer->range, 1));
    }
    sqlite3_reset(producer->range);
    bus_send(&producer->bus, "c-line/owner/submit", producer->requests, &producer->text);
    producer->submitted = last;
    producer->first[++producer->requests] = last;
}

// Commits and submits what there is room for.
static void fill(struct producer *producer) {
    struct plan *plan = producer->plan;
    while (producer->committed < plan->count &&
           producer->committed - producer->told + plan->outbox.size <= OPEN_LIMIT) {
        commit(producer);
        while (is_group_due(&plan->submit, producer->committed - producer->submitted, producer->committed, plan->count))
            submit(producer);
    }
}

static void forget(struct producer *producer, unsigned request) {
    if (request >= producer->requests) fail("the owner", "answers no request");
    store_begin(&producer->store);
    for (int number = producer->first[request]; number < producer->first[request + 1]; number++) {
        store_run(producer->remove, number, NULL);
        producer->kept++;
    }
    store_commit(&producer->store);
}

static void take(void *context, const char *topic, unsigned number, char *lines) {
    struct producer *producer = context;
    if (strcmp(topic, "c-line/producer/kept") == 0) return forget(producer, number);
    int reading;
    for (char *line; next_line(&lines, &reading, &line);) {
        if (reading < 0 || reading >= producer->plan->count || producer->is_told[reading]) {
            fail("a reading", "was told twice, or is not of this run");
        }
        producer->is_told[reading] = true;
        producer->told++;
    }
}

void produce(struct plan *plan) {
    struct producer producer = {.plan = plan, .bus = {.context = &producer, .take = take}};
    producer.first = calloc((size_t)plan->count + 2, sizeof *producer.first);
    producer.is_told = calloc((size_t)plan->count, sizeof *producer.is_told);
    if (!producer.first || !producer.is_told) fail("memory", "none is left");
    store_open(&producer.store, plan, "outbox", "CREATE TABLE reading (number INTEGER PRIMARY KEY, body TEXT NOT NULL)");
    producer.insert = store_statement(&producer.store, "INSERT INTO reading VALUES (?, ?)");
    producer.range = store_statement(&producer.store, "SELECT number, body FROM reading WHERE number >= ? AND number < ?");
    producer.remove = store_statement(&producer.store, "DELETE FROM reading WHERE number = ?");
    bus_open(&producer.bus, plan, "producer");
    ready(PRODUCER);
    double start = clock_seconds();
    while (producer.told < plan->count || producer.kept < plan->count) {
        fill(&producer);
        bus_turn(&producer.bus, true);
    }
    tell_wall(clock_seconds() - start);
    done(PRODUCER, &producer.store, &producer.bus);
    if (store_count(&producer.store, "SELECT count(*) FROM reading") != 0) fail("the outbox", "has readings left");
}
