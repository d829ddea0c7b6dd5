"""Pictures for the page walk: a meter's photo, a camera's film of it, a code, and one that is larger than any memory."""

import struct
import subprocess
import zlib

import scene  # noqa: F401 - finds tools
from prove.hub import ROOT

# The values on the display of seed 101.
SHOWN = {"systolic": 148, "diastolic": 49, "pulse": 74}
# Code 128, set B: the widths of bars and gaps of each value (ISO/IEC 15417).
BARS = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 "
    "223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 "
    "112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 "
    "311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 "
    "122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 "
    "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split()


def photo(folder, side=800):
    """A drawn cuff's photo as PNG."""
    ppm = folder / "cuff.ppm"
    draw = ["photo", "--kind", "bloodPressure", "--band", "easy", "--seed", "101", "--side", str(side), str(ppm)]
    subprocess.run([ROOT / ".build" / "debug" / "display-generator", *draw], check=True)
    width, height, pixels = read_ppm(ppm)
    return png(folder / "cuff.png", width, height, pixels)


def film(folder):
    """A video of the same cuff from an unsteady hand, as YUV4MPEG2, which Chromium accepts as a camera."""
    width, height, pixels = read_ppm(folder / "cuff.ppm")
    frames = []
    for across, down, light in ((0, 0, 0), (4, 2, 6), (-6, 4, -5), (2, -6, 9), (8, 0, -8), (-4, -4, 3), (6, 6, -3), (-8, 2, 7)):
        frames.append(yuv(width, height, moved(width, height, pixels, across, down), light))
    path = folder / "cuff.y4m"
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F5:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            file.write(b"FRAME\n" + frame)
    return path


def moved(width, height, pixels, across, down):
    """The picture shifted by some pixels; its edges wrap around."""
    rows = [pixels[row * width * 3:(row + 1) * width * 3] for row in range(height)]
    rows = rows[-down:] + rows[:-down] if down else rows
    cut = (across % width) * 3
    return b"".join(row[-cut:] + row[:-cut] if cut else row for row in rows)


def yuv(width, height, pixels, light):
    """Planes of brightness and, at half the size, of colour (ITU-R BT.601)."""
    shade = bytes(max(0, min(255, value + light)) for value in range(256))
    red, green, blue = (pixels[channel::3].translate(shade) for channel in range(3))
    bright = bytes((77 * r + 150 * g + 29 * b) >> 8 for r, g, b in zip(red, green, blue))
    half = [range(row * width, row * width + width, 2) for row in range(0, height, 2)]
    places = [place for row in half for place in row]
    blues = bytes(max(0, min(255, 128 + (144 * (blue[p] - bright[p]) >> 8))) for p in places)
    reds = bytes(max(0, min(255, 128 + (183 * (red[p] - bright[p]) >> 8))) for p in places)
    return bright + blues + reds


def code(folder, text):
    """A bar code (Code 128) of a text, as PNG."""
    values = [104, *[ord(letter) - 32 for letter in text]]
    check = (values[0] + sum(place * value for place, value in enumerate(values[1:], 1))) % 103
    widths = "".join(BARS[value] for value in [*values, check, 106])
    row = bytearray(b"\xff" * 40)
    for place, width in enumerate(widths):
        row += (b"\xff" if place % 2 else b"\x00") * (int(width) * 4)
    row += b"\xff" * 40
    line = b"".join(bytes([value] * 3) for value in row)
    blank = b"\xff" * len(line)
    pixels = blank * 40 + line * 120 + blank * 40
    return png(folder / f"code-{len(text)}.png", len(row), 200, pixels)


def bomb(path, side=60_000):
    """A PNG of some hundred kilobytes with 3.6 gigapixels."""
    packer, line = zlib.compressobj(9), b"\0" * (1 + side // 8)
    data = b"".join(packer.compress(line * 500) for _ in range(side // 500)) + packer.flush()
    return write_png(path, side, side, 1, 0, data)


def read_ppm(path):
    data = path.read_bytes()
    head = data.split(b"\n", 3)
    width, height = map(int, head[1].split())
    return width, height, head[3]


def png(path, width, height, pixels):
    lines = b"".join(b"\0" + pixels[row * width * 3:(row + 1) * width * 3] for row in range(height))
    return write_png(path, width, height, 8, 2, zlib.compress(lines, 6))


def write_png(path, width, height, depth, kind, data):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
    return path
