// Request and reply as libmosquitto alone does it: the limit that the Swift bus is held against.
//
//   vitalbus-bench-c-pair echo   SOCKET USER PASSWORDFILE BYTES
//   vitalbus-bench-c-pair client SOCKET USER PASSWORDFILE BYTES COUNT WARMUP
//
// MQTT 5, QoS 1 both ways, response topic and correlation data. The client prints the microseconds of each exchange, one
// a line; the echo runs until SIGTERM. BYTES is the size of both payloads.

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REQUEST "vitalbus/v1/bench/site/request/c-pair/echo"
#define REPLY "vitalbus/v1/bench/site/reply/c-pair"

struct run {
    bool is_echo;
    bool failed;
    int count, warmup, done;
    int bytes;
    char *payload;
    unsigned sequence;
    struct timespec sent;
};

static double microseconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - start->tv_sec) * 1e6 + (now.tv_nsec - start->tv_nsec) / 1e3;
}

static int publish(struct mosquitto *client, struct run *run, const char *topic, const char *reply, const void *data,
                   uint16_t length) {
    mosquitto_property *properties = NULL;
    if (reply) mosquitto_property_add_string(&properties, MQTT_PROP_RESPONSE_TOPIC, reply);
    mosquitto_property_add_binary(&properties, MQTT_PROP_CORRELATION_DATA, data, length);
    int result = mosquitto_publish_v5(client, NULL, topic, run->bytes, run->payload, 1, false, properties);
    mosquitto_property_free_all(&properties);
    return result;
}

static void ask(struct mosquitto *client, struct run *run) {
    char correlation[37];
    snprintf(correlation, sizeof correlation, "%036u", ++run->sequence);
    clock_gettime(CLOCK_MONOTONIC, &run->sent);
    if (publish(client, run, REQUEST, REPLY, correlation, 36) != MOSQ_ERR_SUCCESS) run->failed = true;
}

static void on_connect(struct mosquitto *client, void *context, int reason, int flags, const mosquitto_property *p) {
    struct run *run = context;
    (void)flags, (void)p;
    if (reason != 0) {
        fprintf(stderr, "c-pair: the broker refuses: %s\n", mosquitto_reason_string(reason));
        run->failed = true;
        return;
    }
    mosquitto_subscribe_v5(client, NULL, run->is_echo ? REQUEST : REPLY, 1, 0, NULL);
}

static void on_subscribe(struct mosquitto *client, void *context, int id, int count, const int *granted,
                         const mosquitto_property *p) {
    struct run *run = context;
    (void)id, (void)p;
    if (count != 1 || granted[0] > 2) {
        fprintf(stderr, "c-pair: the broker grants no subscription\n");
        run->failed = true;
    } else if (run->is_echo) {
        puts("ready");
        fflush(stdout);
    } else {
        ask(client, run);
    }
}

static unsigned number(const void *data, uint16_t length) {
    char text[37] = {0};
    if (length >= sizeof text) return 0;
    memcpy(text, data, length);
    return (unsigned)strtoul(text, NULL, 10);
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message,
                       const mosquitto_property *properties) {
    struct run *run = context;
    void *data = NULL;
    uint16_t length = 0;
    mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA, &data, &length, false);
    (void)message;
    if (run->is_echo) {
        char *reply = NULL;
        mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC, &reply, false);
        if (reply && data) publish(client, run, reply, NULL, data, length);
        free(reply);
    } else if (data && number(data, length) == run->sequence) {
        double time = microseconds_since(&run->sent);
        if (++run->done > run->warmup) printf("%.1f\n", time);
        if (run->done < run->warmup + run->count) ask(client, run);
    }
    free(data);
}

static bool read_password(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t length = fread(text, 1, size - 1, file);
    fclose(file);
    text[length] = 0;
    text[strcspn(text, "\r\n")] = 0;
    return length > 0;
}

int main(int count, char **words) {
    struct run run = {0};
    char password[256];
    if (count < 6 || !read_password(words[4], password, sizeof password)) {
        fprintf(stderr, "use: c-pair echo|client SOCKET USER PASSWORDFILE BYTES [COUNT WARMUP]\n");
        return 64;
    }
    run.is_echo = strcmp(words[1], "echo") == 0;
    run.bytes = atoi(words[5]);
    run.count = count > 6 ? atoi(words[6]) : 1000;
    run.warmup = count > 7 ? atoi(words[7]) : 100;
    run.payload = malloc(run.bytes + 1);
    if (!run.payload) return 70;
    memset(run.payload, 'x', run.bytes);
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(run.is_echo ? "c-pair-echo" : "c-pair-client", true, &run);
    if (!client) return 70;
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_username_pw_set(client, words[3], password);
    mosquitto_connect_v5_callback_set(client, on_connect);
    mosquitto_subscribe_v5_callback_set(client, on_subscribe);
    mosquitto_message_v5_callback_set(client, on_message);
    int result = mosquitto_connect_bind_v5(client, words[2], 0, 60, NULL, NULL);
    while (result == MOSQ_ERR_SUCCESS && !run.failed && (run.is_echo || run.done < run.warmup + run.count)) {
        result = mosquitto_loop(client, 1000, 1);
    }
    if (result != MOSQ_ERR_SUCCESS) fprintf(stderr, "c-pair: %s\n", mosquitto_strerror(result));
    mosquitto_disconnect(client);
    mosquitto_destroy(client);
    free(run.payload);
    return result == MOSQ_ERR_SUCCESS && !run.failed ? 0 : 1;
}
