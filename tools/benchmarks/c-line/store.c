#include "line.h"

#include <stdio.h>

static void check(struct store *store, int result, const char *what) {
    if (result != SQLITE_OK && result != SQLITE_DONE) fail(what, sqlite3_errmsg(store->base));
}

void store_open(struct store *store, const struct plan *plan, const char *name, const char *schema) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.sqlite", plan->folder, name);
    check(store, sqlite3_open(path, &store->base), path);
    check(store, sqlite3_exec(store->base, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", 0, 0, 0), path);
    check(store, sqlite3_exec(store->base, schema, 0, 0, 0), path);
    store->begin = store_statement(store, "BEGIN IMMEDIATE");
    store->commit = store_statement(store, "COMMIT");
    store->commits = 0;
}

sqlite3_stmt *store_statement(struct store *store, const char *sql) {
    sqlite3_stmt *statement;
    check(store, sqlite3_prepare_v3(store->base, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), sql);
    return statement;
}

static void run(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) {
        fail(sqlite3_sql(statement), sqlite3_errmsg(sqlite3_db_handle(statement)));
    }
    sqlite3_reset(statement);
}

void store_begin(struct store *store) { run(store->begin); }

void store_commit(struct store *store) {
    run(store->commit);
    store->commits++;
}

void store_run(sqlite3_stmt *statement, int number, const char *text) {
    sqlite3_bind_int(statement, 1, number);
    if (text) sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
    run(statement);
}

int store_count(struct store *store, const char *sql) {
    sqlite3_stmt *statement = store_statement(store, sql);
    if (sqlite3_step(statement) != SQLITE_ROW) fail(sql, sqlite3_errmsg(store->base));
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return count;
}
