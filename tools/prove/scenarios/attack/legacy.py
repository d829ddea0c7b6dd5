"""Attacks through a hostile or broken cloud's answers to the legacy API, whose token is in addresses and bodies."""

import os
import signal
from functools import partial

from prove.scenarios.attack import api
from prove.waiting import soon

WHERE = {"seat": "bed-c", "only": "/v1/"}
MODES = {
    "huge-id": "a server's id of 900 KB",
    "control-id": "a server's id with control characters",
    "endless-header": "a header without an end",
    "endless-body": "a body without an end",
    "bomb": "a compressed answer of 256 MiB",
    "nested": "JSON 200,000 levels deep",
    "cut": "half of an answer",
    "not-json": "an answer that is not JSON",
    "portal": "a captive portal's page",
    "retry-after:-1": "Retry-After of -1 s",
    "retry-after:Thu, 01 Jan 1970 00:00:00 GMT": "Retry-After of 1970",
}
NAMES = {"retry-after:-1": "retry-before", "retry-after:Thu, 01 Jan 1970 00:00:00 GMT": "retry-1970"}


def beside(play):
    """The other API's seats are served while this one's answers are broken."""

    def both(stage):
        wrong = play(stage)
        wrong += [what for what in [stage.type("bed-b")] if what]
        value = stage.typed[-1]
        if not soon(lambda: value not in stage.missing(), seconds=60):
            wrong.append("the Inform API's values wait for the legacy API")
        return wrong

    return both


def redirects(stage):
    """legacy: redirects to another host that take a body and its token along"""
    wrong = api.redirects(stage, kinds=("307", "308", "301"), **WHERE)
    if "third-token" in stage.log(""):
        wrong.append("the token stands in a log")
    return wrong


def rows(stage):
    """legacy: answers to several records with huge, doubled, foreign and senseless rows"""
    numbers, before = stage.process("uploader"), stage.api.rows
    for number in numbers:
        os.kill(number, signal.SIGSTOP)
    stage.api.mode, stage.api.only = "rows", "/many"
    try:
        wrong = [stage.type("bed-c") for _ in range(7)]
    finally:
        for number in numbers:
            os.kill(number, signal.SIGCONT)
    if not soon(lambda: stage.api.rows >= before + 7, seconds=60):
        wrong.append(f"only {stage.api.rows - before} rows of several were answered: the attack could not be played")
    return wrong


ATTACKS = {
    **{f"legacy-{NAMES.get(mode, mode)}": api.described(beside(api.broken(mode, **WHERE)), f"legacy: {words}") for mode, words in MODES.items()},
    "legacy-never": api.described(partial(api.never, **WHERE), "legacy: Retry-After of 10^12 s; a person who does not want to wait says so"),
    "legacy-redirects": redirects,
    "legacy-rows": rows,
}
