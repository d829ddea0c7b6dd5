#ifndef VITALBUS_CDBUS_SHIM_H
#define VITALBUS_CDBUS_SHIM_H

#include <dbus/dbus.h>

/*
 * dbus_message_iter_append_basic and dbus_message_iter_get_basic take an untyped pointer whose meaning depends on the
 * type code beside it. These wrappers tie the two together, so that Swift cannot pass a mismatched pair.
 */

static inline dbus_bool_t vb_iter_append_string(DBusMessageIter *iter, int type, const char *value) {
    return dbus_message_iter_append_basic(iter, type, &value);
}

static inline dbus_bool_t vb_iter_append_bytes(DBusMessageIter *iter, const unsigned char *bytes, int count) {
    return dbus_message_iter_append_fixed_array(iter, DBUS_TYPE_BYTE, &bytes, count);
}

/* The string belongs to the message. NULL when the iterator is not at a string, object path or signature. */
static inline const char *vb_iter_get_string(DBusMessageIter *iter) {
    const char *value = 0;
    switch (dbus_message_iter_get_arg_type(iter)) {
    case DBUS_TYPE_STRING:
    case DBUS_TYPE_OBJECT_PATH:
    case DBUS_TYPE_SIGNATURE:
        dbus_message_iter_get_basic(iter, &value);
    }
    return value;
}

/* The iterator must be inside an array of bytes. The bytes belong to the message. */
static inline const unsigned char *vb_iter_get_bytes(DBusMessageIter *inside, int *count) {
    const unsigned char *bytes = 0;
    *count = 0;
    if (dbus_message_iter_get_arg_type(inside) == DBUS_TYPE_BYTE)
        dbus_message_iter_get_fixed_array(inside, &bytes, count);
    return bytes;
}

#endif
