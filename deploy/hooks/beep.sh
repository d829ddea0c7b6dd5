#!/bin/sh
# A sound for the person at the device: short when it is seen, twice when it was read, low when it failed, long when a
# measurement is due.
# hook.ready, hook.read, hook.failed, hook.due: /etc/vitalbus/hooks/beep.sh
# Needs `beep` (apt-get install beep) or any other program that makes a sound; the hub's user needs the right to it.
case "$VITALBUS_EVENT" in
ready) exec beep -f 880 -l 150 ;;
read) exec beep -f 880 -l 100 -n -f 1320 -l 150 ;;
failed) exec beep -f 220 -l 400 ;;
due) exec beep -f 660 -l 600 ;;
esac
