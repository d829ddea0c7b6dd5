#include "line.h"

#include <mqtt_protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int result, const char *what) {
    if (result != MOSQ_ERR_SUCCESS) fail(what, mosquitto_strerror(result));
}

static void on_connect(struct mosquitto *client, void *context, int reason, int flags, const mosquitto_property *p) {
    (void)client, (void)flags, (void)p;
    if (reason != 0) fail("the broker refuses", mosquitto_reason_string(reason));
    ((struct bus *)context)->is_connected = true;
}

static void on_subscribe(struct mosquitto *client, void *context, int id, int count, const int *granted,
                         const mosquitto_property *p) {
    (void)client, (void)id, (void)p;
    if (count != 1 || granted[0] > 2) fail("the broker", "grants no subscription");
    ((struct bus *)context)->is_subscribed = true;
}

static void on_publish(struct mosquitto *client, void *context, int id, int reason, const mosquitto_property *p) {
    (void)client, (void)id, (void)p;
    if (reason != 0) fail("the broker takes no message", mosquitto_reason_string(reason));
    ((struct bus *)context)->acknowledged++;
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message,
                       const mosquitto_property *properties) {
    struct bus *bus = context;
    unsigned *number = NULL;
    uint16_t length = 0;
    (void)client;
    mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA, (void **)&number, &length, false);
    if (length != sizeof *number || message->payloadlen < ENVELOPE) fail(message->topic, "is not of this run");
    // libmosquitto ends each payload with a zero byte.
    bus->take(bus->context, message->topic, *number, (char *)message->payload + ENVELOPE);
    free(number);
}

void bus_open(struct bus *bus, const struct plan *plan, const char *name) {
    char path[4096], topics[64];
    snprintf(path, sizeof path, "%s/mqtt.sock", plan->folder);
    snprintf(topics, sizeof topics, "c-line/%s/#", name);
    mosquitto_lib_init();
    bus->client = mosquitto_new(name, true, bus);
    if (!bus->client) fail(name, "has no client");
    mosquitto_int_option(bus->client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_connect_v5_callback_set(bus->client, on_connect);
    mosquitto_subscribe_v5_callback_set(bus->client, on_subscribe);
    mosquitto_publish_v5_callback_set(bus->client, on_publish);
    mosquitto_message_v5_callback_set(bus->client, on_message);
    check(mosquitto_connect_bind_v5(bus->client, path, 0, 60, NULL, NULL), path);
    while (!bus->is_connected) bus_turn(bus, true);
    check(mosquitto_subscribe_v5(bus->client, NULL, topics, 1, 0, NULL), topics);
    while (!bus->is_subscribed) bus_turn(bus, true);
}

void bus_send(struct bus *bus, const char *topic, unsigned number, const struct text *lines) {
    mosquitto_property *properties = NULL;
    check(mosquitto_property_add_binary(&properties, MQTT_PROP_CORRELATION_DATA, &number, sizeof number), topic);
    check(mosquitto_publish_v5(bus->client, NULL, topic, (int)lines->length, lines->bytes, 1, false, properties),
          topic);
    mosquitto_property_free_all(&properties);
    bus->messages++;
}

void bus_turn(struct bus *bus, bool may_wait) {
    check(mosquitto_loop(bus->client, may_wait ? 1000 : 0, 1), "the broker's connection");
}

bool bus_is_quiet(const struct bus *bus) {
    return bus->acknowledged == bus->messages && !mosquitto_want_write(bus->client);
}
