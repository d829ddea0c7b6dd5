// Keeps each reading once, grants them to the uploader, keeps the outcomes, and tells what was delivered.
#include "line.h"

#include <stdlib.h>
#include <string.h>

struct owner {
    struct plan *plan;
    struct store store;
    struct bus bus;
    struct text text;
    sqlite3_stmt *insert, *grant, *body, *settle;
    // Readings so far: kept, granted, settled, and told.
    int kept, granted, settled, told;
    // Those that are kept, and those that are settled, in their order.
    int *queue, *delivered;
    unsigned grants, notifications;
};

static void keep(struct owner *owner, unsigned request, char *lines) {
    int number;
    store_begin(&owner->store);
    for (char *line; next_line(&lines, &number, &line);) {
        store_run(owner->insert, number, line);
        if (sqlite3_changes(owner->store.base) == 1) owner->queue[owner->kept++] = number;
    }
    store_commit(&owner->store);
    text_clear(&owner->text);
    bus_send(&owner->bus, "c-line/producer/kept", request, &owner->text);
}

static void settle(struct owner *owner, unsigned request, char *lines) {
    int number;
    store_begin(&owner->store);
    for (char *line; next_line(&lines, &number, &line);) {
        store_run(owner->settle, number, NULL);
        if (sqlite3_changes(owner->store.base) == 1) owner->delivered[owner->settled++] = number;
    }
    store_commit(&owner->store);
    text_clear(&owner->text);
    bus_send(&owner->bus, "c-line/uploader/settled", request, &owner->text);
}

static void take(void *context, const char *topic, unsigned number, char *lines) {
    if (strcmp(topic, "c-line/owner/submit") == 0) {
        keep(context, number, lines);
    } else {
        settle(context, number, lines);
    }
}

static void add_body(struct owner *owner, int number) {
    sqlite3_bind_int(owner->body, 1, number);
    if (sqlite3_step(owner->body) != SQLITE_ROW) fail("the queue", "has lost a reading");
    text_add(&owner->text, number, (const char *)sqlite3_column_text(owner->body, 0));
    sqlite3_reset(owner->body);
}

static void grant(struct owner *owner) {
    text_clear(&owner->text);
    store_begin(&owner->store);
    for (int size = group_size(&owner->plan->grant); size > 0 && owner->granted < owner->kept; size--) {
        int number = owner->queue[owner->granted++];
        add_body(owner, number);
        store_run(owner->grant, number, NULL);
    }
    store_commit(&owner->store);
    bus_send(&owner->bus, "c-line/uploader/grant", owner->grants++, &owner->text);
}

static void tell(struct owner *owner) {
    text_clear(&owner->text);
    for (int size = group_size(&owner->plan->events); size > 0 && owner->told < owner->settled; size--) {
        text_add(&owner->text, owner->delivered[owner->told++], NULL);
    }
    bus_send(&owner->bus, "c-line/producer/delivered", owner->notifications++, &owner->text);
}

// Grants and tells what is due.
static void work(struct owner *owner) {
    struct plan *plan = owner->plan;
    // So many that the uploader can always fill its groups.
    double places = plan->parallel + plan->grant.size + plan->attempts.size + plan->answer.size;
    while (owner->granted - owner->settled + plan->grant.size <= places &&
           is_group_due(&plan->grant, owner->kept - owner->granted, owner->kept, plan->count)) {
        grant(owner);
    }
    while (is_group_due(&plan->events, owner->settled - owner->told, owner->settled, plan->count)) tell(owner);
}

static const char SCHEMA[] =
    "CREATE TABLE record (number INTEGER PRIMARY KEY, body TEXT NOT NULL, state INTEGER NOT NULL, fence INTEGER);"
    "CREATE INDEX due ON record (number) WHERE state = 0";

void own(struct plan *plan) {
    struct owner owner = {.plan = plan, .bus = {.context = &owner, .take = take}};
    owner.queue = calloc((size_t)plan->count, sizeof *owner.queue);
    owner.delivered = calloc((size_t)plan->count, sizeof *owner.delivered);
    if (!owner.queue || !owner.delivered) fail("memory", "none is left");
    store_open(&owner.store, plan, "queue", SCHEMA);
    owner.insert = store_statement(&owner.store, "INSERT OR IGNORE INTO record VALUES (?, ?, 0, NULL)");
    owner.grant = store_statement(&owner.store, "UPDATE record SET state = 1, fence = number WHERE number = ?");
    owner.body = store_statement(&owner.store, "SELECT body FROM record WHERE number = ? AND state = 0");
    owner.settle = store_statement(&owner.store, "UPDATE record SET state = 2 WHERE number = ? AND state = 1");
    bus_open(&owner.bus, plan, "owner");
    ready(OWNER);
    while (owner.told < plan->count || !bus_is_quiet(&owner.bus)) {
        bus_turn(&owner.bus, true);
        work(&owner);
    }
    done(OWNER, &owner.store, &owner.bus);
    int settled = store_count(&owner.store, "SELECT count(*) FROM record WHERE state = 2");
    if (settled != plan->count) fail("the queue", "has readings that are not settled");
}
