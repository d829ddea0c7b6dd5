"""Attacks through a hostile or broken cloud's answers to a record's image, while answers to records are good."""

import os
import struct
import zlib
from functools import partial

from prove.scenarios.attack import api
from prove.waiting import soon

MODES = {
    "huge-id": "a server's id and address of 900 KB",
    "control-id": "a server's id and address with control characters",
    "endless-header": "a header without an end",
    "endless-body": "a body without an end",
    "bomb": "a compressed answer of 256 MiB",
    "nested": "JSON 200,000 levels deep",
    "cut": "half of an answer",
    "not-json": "an answer that is not JSON",
    "portal": "a captive portal's page",
}


def picture(stage):
    """A new PNG; returns its path."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + os.urandom(3 * 16) for _ in range(16))
    header = chunk(b"IHDR", struct.pack(">2I5B", 16, 16, 8, 2, 0, 0, 0))
    stage.pictures = getattr(stage, "pictures", 0) + 1
    path = stage.folder / f"picture-{stage.pictures}.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


WHERE = {"only": "/media", "image": picture}


def arrive(stage, values, *, what):
    """Records, with and without an image, are served while answers to images are broken."""
    there = soon(lambda: not set(values) & set(stage.missing()), seconds=90)
    return [] if there else [f"{what} wait for images: {sorted(set(values) & set(stage.missing()))}"]


def beside(play):
    def both(stage):
        begin = len(stage.typed)
        wrong = play(stage)
        wrong += [what for what in (stage.type("bed-a"), stage.type("bed-b")) if what]
        return wrong + arrive(stage, stage.typed[begin:], what="records")

    return both


def redirects(stage):
    """images: redirects to another host that take the image and a token along, by both APIs"""
    wrong = api.redirects(stage, kinds=("307", "308", "302"), **WHERE)
    return wrong + api.redirects(stage, kinds=("307",), seat="bed-c", **WHERE)


def refused(stage):
    """images: 413 and 422 with words that write to a terminal: told to a person, and the record stands"""
    wrong, begin = [], len(stage.typed)
    for status in (413, 422):
        before, told = stage.api.broken, notices(stage, "imageSubmissionFailed")
        stage.api.mode, stage.api.only = f"status:{status}", "/media"
        wrong.append(stage.type("bed-a", image=picture(stage), is_awaited=False))
        if not soon(lambda: stage.api.broken > before, seconds=30):
            wrong.append("no image came: the attack could not be played")
        if not soon(lambda: notices(stage, "imageSubmissionFailed") > told, seconds=30):
            wrong.append(f"nobody was told that an image was refused with {status}")
    return wrong + arrive(stage, stage.typed[begin:], what="records")


def notices(stage, name):
    return stage.look("notifications", "--limit", "1000", "--json")[1].count(f'"{name}"')


def unauthorized(stage):
    """images: 401 for images alone; with the seat's next session all arrives"""
    before, ended = stage.api.broken, notices(stage, "sessionEnded")
    stage.api.mode, stage.api.only = "status:401", "/media"
    wrong = [stage.type("bed-a", image=picture(stage))]
    if not soon(lambda: stage.api.broken > before, seconds=30):
        wrong.append("no image came: the attack could not be played")
    if not soon(lambda: notices(stage, "sessionEnded") > ended, seconds=30):
        wrong.append("the session did not end by the refusal")
    stage.api.mode = None
    stage.begin_session("bed-a")
    return wrong


ATTACKS = {
    **{f"image-{mode}": api.described(beside(api.broken(mode, **WHERE)), f"images: {words}") for mode, words in MODES.items()},
    "image-never": api.described(partial(api.never, **WHERE), "images: Retry-After of 10^12 s; a person who does not want to wait says so"),
    "image-redirects": redirects,
    "image-refused": refused,
    "image-401": unauthorized,
}
