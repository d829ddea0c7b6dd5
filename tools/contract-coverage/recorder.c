/* A plugin of Mosquitto 2 that notes what crosses a broker, for tests.
 *
 * It stands inside the broker, so it sees every process's messages as they are, needs no account, and is no subscriber:
 * one would change the broker's answer "no subscribers", by which requests learn that no process serves them.
 *
 * One line at first sight, appended at once, so that a killed broker has told all it saw:
 *
 *     write|read TAB account TAB topic TAB CloudEvents type TAB path in the payload TAB word
 *
 * A `write` was allowed and routed; a `read` is what the broker was about to hand to a subscriber. The path joins the
 * keys of nested objects by dots, lists left out; a word is a short text value, empty for every other value.
 *
 * A last will is no message that a process sends, so plugins are not told of it: the broker asks for the right to write it,
 * and hands it out at once. That is how it is seen here: a write that was asked for, with nothing of any process between,
 * and the same word on the same topic handed out. One that was refused is not handed out.
 *
 * With the option `counts` in place of `folder` it counts only: the file has two numbers of 64 bits, messages that processes
 * wrote and messages that they were handed, since the file was made.
 *
 * The declarations below are those of mosquitto_broker.h and mosquitto_plugin.h (plugin interface 5), so that no package
 * is needed but the broker's own.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct mosquitto;
typedef struct mqtt5__property mosquitto_property;
typedef struct mosquitto_plugin_id_t mosquitto_plugin_id_t;
typedef int (*callback)(int event, void *data, void *user);

struct mosquitto_opt {
    char *key;
    char *value;
};

struct mosquitto_evt_acl_check {
    void *future;
    struct mosquitto *client;
    const char *topic;
    const void *payload;
    mosquitto_property *properties;
    int access;
    uint32_t payloadlen;
    uint8_t qos;
    bool retain;
    void *future2[4];
};

struct mosquitto_evt_message {
    void *future;
    struct mosquitto *client;
    char *topic;
    void *payload;
    mosquitto_property *properties;
    char *reason_string;
    uint32_t payloadlen;
    uint8_t qos;
    uint8_t reason_code;
    bool retain;
    void *future2[4];
};

const char *mosquitto_client_username(const struct mosquitto *client);
int mosquitto_callback_register(mosquitto_plugin_id_t *id, int event, callback call, const void *data, void *user);

enum { SUCCESS = 0, UNKNOWN = 13, DEFER = 17, ACL_CHECK = 2, MESSAGE = 7, ACL_READ = 1, ACL_WRITE = 2 };
/* A CloudEvents type is longer than any word of a list. */
enum { DEPTH = 12, PATH = 160, WORD = 96, LIST_WORD = 31, LINE = 1024 };
/* A topic of the contract, and an account. */
enum { TOPIC = 512 };

static int file = -1;

/* Messages written and handed out, in a file that outlives the broker; null while messages are noted. */
static uint64_t *totals;

/* The hashes of all lines so far; 0 is an empty place. */
static uint64_t *seen;
static size_t places, taken;

static bool is_new(uint64_t hash) {
    if (hash == 0) hash = 1;
    if (2 * taken >= places) {
        size_t wider = places ? 2 * places : 4096;
        uint64_t *table = calloc(wider, sizeof *table);
        if (!table) return false;
        for (size_t i = 0; i < places; i++) {
            if (!seen[i]) continue;
            size_t at = seen[i] & (wider - 1);
            while (table[at]) at = (at + 1) & (wider - 1);
            table[at] = seen[i];
        }
        free(seen);
        seen = table;
        places = wider;
    }
    size_t at = hash & (places - 1);
    while (seen[at]) {
        if (seen[at] == hash) return false;
        at = (at + 1) & (places - 1);
    }
    seen[at] = hash;
    taken++;
    return true;
}

struct message {
    const char *direction, *account, *topic;
    const char *text, *end;
    char type[96];
};

static void note(const struct message *message, const char *path, const char *word) {
    char line[LINE];
    int length = snprintf(
        line, sizeof line, "%s\t%s\t%s\t%s\t%s\t%s\n", message->direction, message->account, message->topic,
        message->type, path, word);
    if (length <= 0 || length >= (int)sizeof line) return;
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < length; i++) hash = (hash ^ (uint8_t)line[i]) * 1099511628211u;
    if (is_new(hash) && write(file, line, (size_t)length) != length) perror("contract recorder");
}

/* The text between quotes at `from`, and in `after` what follows; `word` stays empty for what is no short word. */
static void take_text(const char *from, const char *end, char word[WORD], const char **after) {
    size_t length = 0;
    bool is_word = true;
    const char *at = from + 1;
    for (; at < end && *at != '"'; at++) {
        if (*at == '\\') at++, is_word = false;
        else if ((uint8_t)*at <= ' ' || (uint8_t)*at > '~' || length + 1 >= WORD) is_word = false;
        else if (is_word) word[length++] = *at;
    }
    word[is_word ? length : 0] = 0;
    *after = at < end ? at + 1 : end;
}

/* Walks JSON that programs wrote; what is no JSON ends the walk or gives paths that no contract has. */
static void walk(struct message *message, void (*tell)(struct message *, const char *path, const char *word)) {
    char keys[DEPTH][WORD], word[WORD], path[PATH] = "";
    size_t lengths[DEPTH] = {0};
    bool is_object[DEPTH] = {false};
    int depth = -1;
    const char *at = message->text;
    while (at < message->end) {
        char c = *at;
        if (c == '{' || c == '[') {
            if (++depth >= DEPTH) return;
            is_object[depth] = c == '{';
            lengths[depth] = strlen(path);
            at++;
        } else if (c == '}' || c == ']') {
            if (depth < 0) return;
            path[lengths[depth--]] = 0;
            at++;
        } else if (c == ',') {
            if (depth >= 0) path[lengths[depth]] = 0;
            at++;
        } else if (c == '"') {
            take_text(at, message->end, word, &at);
            while (at < message->end && *at == ' ') at++;
            if (depth >= 0 && is_object[depth] && at < message->end && *at == ':') {
                memcpy(keys[depth], word, sizeof word);
                path[lengths[depth]] = 0;
                size_t used = strlen(path);
                if (used + strlen(word) + 2 > PATH) return;
                snprintf(path + used, PATH - used, "%s%s", used ? "." : "", keys[depth]);
                at++;
                while (at < message->end && *at == ' ') at++;
                if (at < message->end && *at != '"') tell(message, path, "");
            } else {
                tell(message, path, word);
            }
        } else {
            at++;
        }
    }
}

static void find_type(struct message *message, const char *path, const char *word) {
    if (strcmp(path, "type") == 0) snprintf(message->type, sizeof message->type, "%s", word);
}

static void tell_data(struct message *message, const char *path, const char *word) {
    if (strncmp(path, "data.", 5) == 0) note(message, path, strlen(word) > LIST_WORD ? "" : word);
}

static void take(const char *direction, struct mosquitto *client, const char *topic, const void *payload, uint32_t size) {
    const char *account = mosquitto_client_username(client);
    if (!topic || strncmp(topic, "vitalbus/", 9) != 0 || file < 0) return;
    // What the broker itself writes, a last will, has no client.
    struct message message = {direction, account ? account : "", topic, payload, (const char *)payload + size, ""};
    if (!payload || size == 0) return;
    if (*message.text != '{') {
        char word[WORD] = "";
        if (size < WORD) memcpy(word, payload, size);
        return note(&message, "", word);
    }
    walk(&message, find_type);
    note(&message, "", "");
    walk(&message, tell_data);
}

/* The write that was asked for last; a message of a process, or any other question to the broker, is the end of it. */
static struct {
    bool is_open;
    char account[TOPIC], topic[TOPIC], word[WORD];
} asked;

static void ask(const struct mosquitto_evt_acl_check *check) {
    const char *account = mosquitto_client_username(check->client);
    const char *word = check->payload;
    asked.is_open = account && check->topic && word && check->payloadlen > 0 && check->payloadlen < WORD && *word != '{'
        && strlen(account) < TOPIC && strlen(check->topic) < TOPIC;
    if (!asked.is_open) return;
    snprintf(asked.account, TOPIC, "%s", account);
    snprintf(asked.topic, TOPIC, "%s", check->topic);
    snprintf(asked.word, WORD, "%.*s", (int)check->payloadlen, word);
}

/* Notes the last will of which this is handed out. */
static void take_will(const struct mosquitto_evt_acl_check *check) {
    if (!asked.is_open || file < 0 || !check->topic || !check->payload || strcmp(check->topic, asked.topic) != 0) return;
    size_t length = strlen(asked.word);
    if (check->payloadlen != length || memcmp(check->payload, asked.word, length) != 0) return;
    if (strncmp(asked.topic, "vitalbus/", 9) != 0) return;
    struct message will = {"write", asked.account, asked.topic, NULL, NULL, ""};
    note(&will, "", asked.word);
}

static int on_message(int event, void *data, void *user) {
    (void)event, (void)user;
    const struct mosquitto_evt_message *message = data;
    if (totals) return totals[0]++, SUCCESS;
    asked.is_open = false;
    take("write", message->client, message->topic, message->payload, message->payloadlen);
    return SUCCESS;
}

static int on_check(int event, void *data, void *user) {
    (void)event, (void)user;
    const struct mosquitto_evt_acl_check *check = data;
    if (totals) {
        if (check->access == ACL_READ) totals[1]++;
    } else if (check->access == ACL_READ) {
        take_will(check);
        take("read", check->client, check->topic, check->payload, check->payloadlen);
    } else if (check->access == ACL_WRITE) {
        ask(check);
    } else {
        asked.is_open = false;
    }
    // The decision is for the plugin of the rights alone.
    return DEFER;
}

int mosquitto_plugin_version(int count, const int *versions) {
    for (int i = 0; i < count; i++) {
        if (versions[i] == 5) return 5;
    }
    return -1;
}

static int begin_counting(const char *path) {
    int counts = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (counts < 0 || ftruncate(counts, 2 * sizeof *totals) != 0) return UNKNOWN;
    void *map = mmap(NULL, 2 * sizeof *totals, PROT_READ | PROT_WRITE, MAP_SHARED, counts, 0);
    close(counts);
    if (map == MAP_FAILED) return UNKNOWN;
    totals = map;
    return SUCCESS;
}

int mosquitto_plugin_init(mosquitto_plugin_id_t *id, void **user, struct mosquitto_opt *options, int count) {
    (void)user;
    for (int i = 0; i < count; i++) {
        if (strcmp(options[i].key, "counts") == 0 && begin_counting(options[i].value) != SUCCESS) return UNKNOWN;
        if (strcmp(options[i].key, "folder") != 0) continue;
        char path[LINE];
        snprintf(path, sizeof path, "%s/%d.%ld.tsv", options[i].value, (int)getpid(), (long)time(NULL));
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    if (file < 0 && !totals) {
        fprintf(stderr, "contract recorder: no file can be made in its folder\n");
        return UNKNOWN;
    }
    int result = mosquitto_callback_register(id, MESSAGE, on_message, NULL, NULL);
    return result == SUCCESS ? mosquitto_callback_register(id, ACL_CHECK, on_check, NULL, NULL) : result;
}

int mosquitto_plugin_cleanup(void *user, struct mosquitto_opt *options, int count) {
    (void)user, (void)options, (void)count;
    if (file >= 0) close(file);
    free(seen);
    return SUCCESS;
}
