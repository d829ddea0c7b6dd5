#!/bin/sh
# A light for the person at the device: on when it is seen, off when it was read; it blinks when a reading failed.
# hook.ready, hook.read, hook.failed: /etc/vitalbus/hooks/light.sh,LED
# LED is a folder in /sys/class/leds whose files the hub's user may write (a udev rule gives the right).
led="/sys/class/leds/${1:?the name of a light in /sys/class/leds}"
case "$VITALBUS_EVENT" in
ready) echo none > "$led/trigger" && cat "$led/max_brightness" > "$led/brightness" ;;
read) echo none > "$led/trigger" && echo 0 > "$led/brightness" ;;
failed) echo timer > "$led/trigger" ;;
esac
