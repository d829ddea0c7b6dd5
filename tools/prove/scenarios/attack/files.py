"""Attacks on the importer with exports, through HTTP and watched folders."""

import os
import sqlite3
import time
import zipfile

from prove.scenarios.attack import http_floods as http
from prove.scenarios.attack.stage import TOKENS
from prove.waiting import soon

EXPORT = (
    '<?xml version="1.0"?><HealthData locale="en"><ExportDate value="2026-11-20 10:00:00 +0000"/>'
    '<Me HKCharacteristicTypeIdentifierDateOfBirth="{born}"/>{records}</HealthData>'
)
RECORD = (
    '<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="{source}" unit="kg" creationDate="2026-11-{day:02} 07:{minute:02}:00 '
    '+0000" startDate="2026-11-{day:02} 07:{minute:02}:00 +0000" endDate="2026-11-{day:02} 07:{minute:02}:00 +0000" value="{value}"/>'
)


def export(stage, seat, *, source="Scale"):
    """An export of one new weight."""
    stage.exports = getattr(stage, "exports", 0) + 1
    value = round(90 + 0.01 * stage.exports, 2)
    day, minute = 1 + stage.exports // 60, stage.exports % 60
    record = RECORD.format(source=source, day=day, minute=minute, value=value)
    return EXPORT.format(born="1950-01-01" if seat == "bed-a" else "1961-02-02", records=record), value


def arrives(stage, value, *, seconds=60):
    return soon(lambda: stage.is_at_cloud(value), seconds=seconds)


def bystander(stage, what):
    """Another seat's file is imported meanwhile."""
    text, value = export(stage, "bed-b")
    (stage.inboxes["bed-b"] / f"export-{value}.xml").write_text(text)
    return [] if arrives(stage, value) else [f"{what} held up another seat's file"]


def sparse(stage):
    """9: a file of 1 TB that takes no room"""
    path = stage.inboxes["bed-a"] / "export-sparse.xml"
    with open(path, "wb") as file:
        file.truncate(1 << 40)
    wrong = bystander(stage, "a file of 1 TB")
    path.unlink()
    return wrong


def slow(stage):
    """9: an archive that takes long, while another seat's file waits"""
    path = stage.folder / "slow.zip"
    http.bomb(path, 2_048)
    path.rename(stage.inboxes["bed-a"] / "slow.zip")
    time.sleep(4)
    wrong = bystander(stage, "an archive of 2 GiB")
    (stage.inboxes["bed-a"] / "slow.zip").unlink()
    return wrong


def swapped(stage):
    """9: files that are swapped for a link, a pipe or another file after they were queued"""
    wrong, outside = [], stage.folder / "foreign.xml"
    text, foreign = export(stage, "bed-a")
    outside.write_text(text)
    stage.hang("session-manager", 0)
    for kind in ("link", "pipe"):
        path = stage.inboxes["bed-a"] / f"export-{kind}.xml"
        path.write_text(export(stage, "bed-a")[0])
        # Around the moment when the file has settled and is queued.
        for _ in range(40):
            time.sleep(0.1)
            aside = path.with_suffix(".aside")
            path.rename(aside)
            path.symlink_to(outside) if kind == "link" else os.mkfifo(path)
            time.sleep(0.02)
            path.unlink()
            aside.rename(path)
        path.unlink()
        path.symlink_to(outside) if kind == "link" else os.mkfifo(path)
        wrong += bystander(stage, f"a {kind}")
        path.unlink()
    if stage.is_at_cloud(foreign):
        wrong.append("a link was followed, and what it leads to was booked")
    return wrong


def bomb(stage):
    """8: a Health Connect archive that unpacks to 1,000 times its size"""
    path, database = stage.folder / "connect.zip", stage.folder / "health_connect_export.db"
    with sqlite3.connect(database) as made:
        made.execute("CREATE TABLE steps_record_table (row_id INTEGER)")
    made.close()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        with archive.open("health_connect_export.db", "w", force_zip64=True) as entry:
            entry.write(database.read_bytes())
            for _ in range(2_048):
                entry.write(bytes(1 << 20))
    free, least = disk_free(stage), []
    status = http.post(stage.ingest, TOKENS["bed-a"], path=path)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        least.append(disk_free(stage))
        time.sleep(0.2)
    taken = (free - min(least)) >> 20
    wrong = bystander(stage, "a bomb")
    if taken > 400:
        wrong.append(f"{taken} MiB of the disk were taken (status {status})")
    return wrong


def disk_free(stage):
    facts = os.statvfs(stage.state)
    return facts.f_bavail * facts.f_frsize


def lies(stage):
    """7: chunks and lengths that are not what they say"""
    answers = http.lies(stage.ingest, TOKENS["bed-a"])
    return [f"{what}: {answer}" for what, answer in answers.items() if " 202" in answer or " 50" in answer]


def expects(stage):
    """7: a sender that waits for 100 Continue, with a token and without"""
    wrong = []
    for token, awaited in ((TOKENS["bed-a"], b"100"), ("wrong", b"401")):
        with http.open_one(stage.ingest) as link:
            link.settimeout(3)
            link.sendall(http.head(token, "Content-Length: 4", "Expect: 100-continue"))
            try:
                answer = link.recv(64)
            except OSError:
                answer = b"nothing"
            if awaited not in answer[:16]:
                wrong.append(f"{awaited.decode()} did not come: {answer[:32]!r}")
    return wrong


def crowd(stage):
    """7: 3,000 half headers and 1,200 silent connections; another address is served"""
    people, wrong = http.Crowd(stage.ingest), []
    people.grow(3_000, b"POST /v1/import HTTP/1.1\r\nX: ")
    people.grow(1_200)
    if not http.is_answered(stage.ingest):
        wrong.append("another address is not served")
    wrong += bystander(stage, "a crowd")
    if people.alive() > 64:
        wrong.append(f"{people.alive()} connections of one address are open")
    people.close()
    return wrong


def names(stage):
    """12: files and sources whose names write to a terminal"""
    text, value = export(stage, "bed-b", source="Scale&#10;all well \u202eevil")
    (stage.inboxes["bed-b"] / "evil\x1b[2J\x07\nall well.xml").write_text(text)
    return [] if arrives(stage, value) else ["its records did not come"]


def rows(stage):
    """2: rows of an export that are over 64 KB hold up no others"""
    text, value = export(stage, "bed-b", source="a" + "\u0301" * 40_000)
    (stage.inboxes["bed-b"] / "huge-row.xml").write_text(text)
    time.sleep(4)
    return bystander(stage, "a row of 80 KB")


ATTACKS = {"rows": rows, "lies": lies, "expects": expects, "crowd": crowd, "sparse": sparse, "slow": slow, "swapped": swapped, "bomb": bomb, "names": names}
