// The C interface of libmosquitto 2.0 (Debian: libmosquitto-dev), for the Swift module Mosquitto only.
#pragma once

#include <mosquitto.h>
#include <mqtt_protocol.h>
