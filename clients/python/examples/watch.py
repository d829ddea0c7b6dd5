#!/usr/bin/env python3
"""Prints what becomes somebody's record, also after lost connections, until it is stopped.

    examples/watch.py desk.vitalbus

For each reading its seat, its key and, where the seat shares them, its values.
"""

import sys

from vitalbus import Account, Client
from vitalbus.contract import Events


def main():
    with Client(Account.from_folder(sys.argv[1])) as client, client.subscribe(Events.reading_queued) as queued:
        print("listening", flush=True)
        for event in queued:
            reading = event["record"]
            print(event["seat"], reading["readingKey"], reading.get("measurements", []), flush=True)


if __name__ == "__main__":
    main()
