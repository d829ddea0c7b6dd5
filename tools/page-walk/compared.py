"""Small screenshots that are kept in `kept/` and compared: a changed look is noticed, and a changed letter is not.

`tools/page-walk/walk --keep` replaces them. Here is the page of components, which has no data of a site;
`compared_ward.py` has the pages of a ward.
"""

import base64
import json
import struct
import zlib
from pathlib import Path

from scene import ADDRESS

KEPT = Path(__file__).resolve().parent / "kept"
# Widths of a desktop, a tablet, a small tablet and a phone, each in both schemes.
WIDTHS = (1280, 1024, 800, 390)
# The largest mean difference of the channels, of 255: of the whole picture, and of an area of 8x8 pixels.
MOST, MOST_OF_AREA = 1.5, 40


def compared(walk, driver, keep=False):
    walk.title("the page's looks, compared with kept screenshots")
    driver.get(f"{ADDRESS}/admin/components")
    # The menu's counts are the site's, and would move what is next to them.
    driver.execute_script("for (const count of document.querySelectorAll('.count')) count.remove()")
    if not comparable(walk, driver, keep):
        return
    for width in WIDTHS:
        for scheme in ("light", "dark", "print") if width == 800 else ("light", "dark"):
            emulate(driver, width, scheme)
            one(walk, driver, f"components-{width}-{scheme}", keep)
    plain(driver)


def comparable(walk, driver, keep):
    """Whether this machine can compare: its letters are as wide as those that were kept. A counted skip if not."""
    KEPT.mkdir(exist_ok=True)
    fonts = driver.execute_script("const pen = document.createElement('canvas').getContext('2d'); pen.font = '100px system-ui'; return pen.measureText('Hamburgefonstiv 123').width")
    facts = KEPT / "fonts.json"
    if keep:
        facts.write_text(json.dumps({"width": fonts}) + "\n")
    if not facts.exists():
        walk.skip("kept screenshots", "none are kept yet: tools/page-walk/walk --keep keeps them")
        return False
    if abs(json.loads(facts.read_text())["width"] - fonts) > 0.5:
        walk.skip("kept screenshots", "this machine has other fonts than the one that kept them")
        return False
    return True


def emulate(driver, width, scheme):
    """Gives a browser a width in pixels, and a scheme: `light`, `dark` or `print`."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "media": "print" if scheme == "print" else "", "features": [{"name": "prefers-color-scheme", "value": "dark" if scheme == "dark" else "light"}]})


def plain(driver):
    """Gives a browser its own width and scheme again."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def one(walk, driver, name, keep, scale=1 / 8, most=(MOST, MOST_OF_AREA)):  # noqa: PLR0917
    """Compares the page as it is shown now with the picture of that name."""
    width, height = driver.execute_script("return [innerWidth, document.documentElement.scrollHeight]")
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
    taken = base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})["data"])
    file = KEPT / f"{name}.png"
    (walk.shots / f"kept-{file.name}").write_bytes(taken)
    if keep:
        file.write_bytes(taken)
    told = "" if file.exists() and file.read_bytes() == taken else difference(pixels(taken), pixels(file.read_bytes()), most) if file.exists() else "it was never kept"
    walk.so(f"{name} looks as it was kept", not told, told)


def difference(new, old, most):
    """How two pictures differ, in words; nothing if they are alike."""
    if new[:2] != old[:2]:
        return f"{new[0]}x{new[1]} instead of {old[0]}x{old[1]}"
    width, height = new[:2]
    all_of, areas = 0, {}
    for place, (one_of, other) in enumerate(zip(new[2], old[2], strict=True)):
        x, y = place // 3 % width, place // 3 // width
        apart = abs(one_of - other)
        all_of += apart
        areas[x // 8, y // 8] = areas.get((x // 8, y // 8), 0) + apart
    mean, (area, apart) = all_of / len(new[2]), max(areas.items(), key=lambda found: found[1])
    if mean <= most[0] and apart / 192 <= most[1]:
        return ""
    return f"mean difference {mean:.2f}, most {apart / 192:.0f} near {area[0] * 8}, {area[1] * 8} of {width}x{height}"


def pixels(png):
    """Width, height and the red, green and blue of each pixel, of a PNG with 8 bits a channel (RFC 2083)."""
    place, data, size, channels = 8, b"", (0, 0), 3
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            *size, _, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
        data += body if kind == b"IDAT" else b""
        place += length + 12
    width, height = size
    raw, row, found = zlib.decompress(data), bytearray(width * channels), bytearray()
    for y in range(height):
        start = y * (width * channels + 1)
        row = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + width * channels]), row, channels)
        found += row if channels == 3 else bytes(value for place, value in enumerate(row) if place % 4 < 3)
    return width, height, bytes(found)


def unfiltered(kind, row, above, step):
    """A row without its filter (RFC 2083, section 6)."""
    for place in range(len(row)):
        left = row[place - step] if place >= step else 0
        up, corner = above[place], above[place - step] if place >= step else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = up
        elif kind == 3:
            add = (left + up) // 2
        elif kind == 4:
            add = min((left, up, corner), key=lambda one_of: abs(left + up - corner - one_of))
        else:
            add = 0
        row[place] = (row[place] + add) & 255
    return row
