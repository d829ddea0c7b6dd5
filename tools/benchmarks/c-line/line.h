// The parts of the C line: see main.c.
#pragma once

#include <mosquitto.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

// The most readings between their commit at the producer and the notification of their delivery.
#define OPEN_LIMIT 512
// The bytes of an envelope around a message's content, as the measured line's messages have them.
#define ENVELOPE 486

// A size of groups that need not be whole: groups of 5.6 are of 5 and of 6 in turns.
struct group {
    double size, due;
};

// What a run is asked for.
struct plan {
    const char *folder, *server, *readings;
    int count;
    // POSTs at a time.
    int parallel;
    // Readings of: a commit to the outbox, a request to the owner, a grant, a commit before the POSTs, an answer with
    // outcomes, a notification.
    struct group outbox, submit, grant, attempts, answer, events;
    // Each reading's line: URL, headers and body, with tabs between them.
    char **lines;
};

// What the processes tell main, in memory that they share.
struct told {
    double processor[3], wall;
    long commits[3];
    long messages[3];
};

enum part { PRODUCER, OWNER, UPLOADER };

struct store {
    sqlite3 *base;
    sqlite3_stmt *begin, *commit;
    long commits;
};

// A connection to the broker of the run. A message is an envelope and lines.
struct bus {
    struct mosquitto *client;
    void *context;
    void (*take)(void *context, const char *topic, unsigned number, char *lines);
    bool is_connected, is_subscribed;
    long messages, acknowledged;
};

// A message that grows.
struct text {
    char *bytes;
    size_t length, room;
};

// Ends this process with 1.
_Noreturn void fail(const char *what, const char *why);
// The processor time of this process, and the time of the clock, in seconds.
double processor_seconds(void);
double clock_seconds(void);

// The size of the next group: what is due when this many have come, or all of them.
int group_size(struct group *group);
bool is_group_due(const struct group *group, int waiting, int came, int count);

// Begins a message with an envelope.
void text_clear(struct text *text);
// Adds a line with a number, and a text where there is one.
void text_add(struct text *text, int number, const char *line);
// The next line of a message, with its number; false at the end.
bool next_line(char **rest, int *number, char **line);

void store_open(struct store *store, const struct plan *plan, const char *name, const char *schema);
sqlite3_stmt *store_statement(struct store *store, const char *sql);
void store_begin(struct store *store);
void store_commit(struct store *store);
// Runs a statement with a number, and with a text where there is one.
void store_run(sqlite3_stmt *statement, int number, const char *text);
int store_count(struct store *store, const char *sql);

// Connects and hears all topics of this name.
void bus_open(struct bus *bus, const struct plan *plan, const char *name);
void bus_send(struct bus *bus, const char *topic, unsigned number, const struct text *lines);
// Handles what is there; waits for it where `may_wait`.
void bus_turn(struct bus *bus, bool may_wait);
bool bus_is_quiet(const struct bus *bus);

// Each part runs to its end. It calls `ready` when it is connected, and `done` when it has nothing more to do.
void produce(struct plan *plan);
void own(struct plan *plan);
void upload(struct plan *plan);
void ready(enum part part);
void done(enum part part, const struct store *store, const struct bus *bus);
// Seconds from the first reading's commit to the last one's notification.
void tell_wall(double seconds);

// What the server says to have accepted.
int accepted_by(const char *server);
