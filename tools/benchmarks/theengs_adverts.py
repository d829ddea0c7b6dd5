"""Decodes adverts with TheengsDecoder for some seconds of processor time: theengs_adverts.py SECONDS ADVERT...

Prints the adverts a second, and the share that gave values.
"""

import json
import sys
import time

from TheengsDecoder import decodeBLE

seconds, adverts = float(sys.argv[1]), sys.argv[2:]
count, read, start = 0, 0, time.process_time()
while (used := time.process_time() - start) < seconds:
    for advert in adverts:
        read += decodeBLE(advert) is not None
    count += len(adverts)
print(json.dumps({"perSecond": count / used, "read": read / count}))
