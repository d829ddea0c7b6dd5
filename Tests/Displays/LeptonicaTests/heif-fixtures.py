#!/usr/bin/env python3
"""Writes this target's HEIC and AVIF files: heif-fixtures.py FOLDER. Needs `heif-enc` (Debian: libheif-examples) and Pillow.

heif-enc compresses; the boxes around what it made are written here, for what it does not write: grids, turns, bursts, overlays,
sizes that are not true.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

from PIL import Image

RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)
ENCODER = "heif-enc"


def box(name, *parts):
    content = b"".join(parts)
    return struct.pack(">I", 8 + len(content)) + name.encode() + content


def full(name, *parts, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


# x265 compresses nothing that is smaller than 64 pixels.
SIZE = (96, 64)


def quarters(size=SIZE):
    image = Image.new("RGB", size)
    width, height = size[0] // 2, size[1] // 2
    for number, color in enumerate((RED, GREEN, BLUE, YELLOW)):
        image.paste(color, (number % 2 * width, number // 2 * height, (number % 2 + 1) * width, (number // 2 + 1) * height))
    return image


def boxes(data, start, end):
    while start < end:
        size, name = struct.unpack(">I4s", data[start:start + 8])
        yield name.decode(), start + 8, start + size
        start += size


def first(data, path, start=0, end=None):
    """The content of the first box of a path, such as meta/iprp/ipco/hvcC."""
    end = len(data) if end is None else end
    name, _, rest = path.partition("/")
    for found, begin, finish in boxes(data, start, end):
        if found == name:
            begin += 4 if name == "meta" else 0
            return first(data, rest, begin, finish) if rest else data[begin:finish]
    raise KeyError(path)


def encoded(image, folder, *options, suffix=".heic"):
    """The file that heif-enc makes."""
    source, result = folder / "source.png", folder / f"result{suffix}"
    image.save(source)
    subprocess.run([ENCODER, "-q", "60", *options, str(source), "-o", str(result)], check=True, capture_output=True)
    return result.read_bytes()


class Coded:
    """A compressed picture: the settings of its decoder, and its data."""

    def __init__(self, data, settings="hvcC"):
        self.settings = box(settings, first(data, f"meta/iprp/ipco/{settings}"))
        self.type = "hvc1" if settings == "hvcC" else "av01"
        self.data = first(data, "mdat")


class Item:
    def __init__(self, kind, data=b"", properties=(), tiles=(), alpha_of=None, hidden=False, describes=None):
        self.kind, self.data, self.properties, self.tiles = kind, data, list(properties), list(tiles)
        self.alpha_of, self.hidden, self.describes = alpha_of, hidden, describes


def ispe(width, height):
    return full("ispe", struct.pack(">II", width, height))


def picture(coded, width, height, *properties, **options):
    return Item(coded.type, coded.data, [coded.settings, ispe(width, height), *properties], **options)


def grid(columns, rows, width, height, tiles, *properties):
    data = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
    return Item("grid", data, [ispe(width, height), *properties], tiles=tiles)


def heif(items, primary=1, brand="heic"):
    """A file of items, numbered from 1 on."""
    head = box("ftyp", brand.encode(), struct.pack(">I", 0), b"mif1", brand.encode())

    def meta(offset):
        entries, places, properties, links, references = [], [], [], [], []
        for number, item in enumerate(items, 1):
            flags = 1 if item.hidden else 0
            entries.append(full("infe", struct.pack(">HH", number, 0), item.kind.encode(), b"\0", version=2, flags=flags))
            places.append(struct.pack(">HHHII", number, 0, 1, offset, len(item.data)))
            offset += len(item.data)
            known = b""
            for one in item.properties:
                if one not in properties:
                    properties.append(one)
                known += bytes([properties.index(one) + 1])
            if known:
                links.append(struct.pack(">HB", number, len(known)) + known)
            for name, targets in (("dimg", item.tiles), ("auxl", [item.alpha_of]), ("cdsc", [item.describes])):
                targets = [target for target in targets if target]
                if targets:
                    references.append(box(name, struct.pack(f">HH{len(targets)}H", number, len(targets), *targets)))
        parts = [full("hdlr", struct.pack(">I4s13x", 0, b"pict"))]
        if primary:
            parts.append(full("pitm", struct.pack(">H", primary)))
        parts += [
            full("iloc", struct.pack(">BBH", 0x44, 0, len(items)), *places),
            full("iinf", struct.pack(">H", len(items)), *entries),
            box("iprp", box("ipco", *properties), full("ipma", struct.pack(">I", len(links)), *links)),
        ]
        if references:
            parts.append(full("iref", *references))
        return full("meta", *parts)

    offset = len(head) + len(meta(0)) + 8
    return head + meta(offset) + box("mdat", *(item.data for item in items))


def with_size(settings, width, height):
    """The same settings, whose sequence says another size: only what stands before its size stays."""
    unit = settings.index(bytes([0x42, 0x01]))
    length = struct.unpack(">H", settings[unit - 2:unit])[0]
    plain = settings[unit:unit + length].replace(b"\0\0\3", b"\0\0")
    bits = "".join(f"{byte:08b}" for byte in plain)
    place = 16 + 4 + 3 + 1 + 96

    def skip(place):
        zeros = bits.index("1", place) - place
        return place + 2 * zeros + 1

    def counted(value):
        return "0" * ((value + 1).bit_length() - 1) + f"{value + 1:b}"

    start = skip(skip(place))
    changed = bits[:start] + counted(width) + counted(height) + bits[skip(skip(start)):]
    changed += "0" * (-len(changed) % 8)
    plain, found = bytes(int(changed[at:at + 8], 2) for at in range(0, len(changed), 8)), b""
    for byte in plain:
        if byte <= 3 and found.endswith(b"\0\0"):
            found += b"\3"
        found += bytes([byte])
    settings = settings[:unit - 2] + struct.pack(">H", len(found)) + found + settings[unit + length:]
    return struct.pack(">I", len(settings)) + settings[4:]


def exif(orientation):
    tags = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)
    return b"\0\0\0\0" + tags


def turned(quarters_left):
    return box("irot", bytes([quarters_left]))


def files(folder):
    upright = quarters()
    alpha = upright.convert("RGBA")
    alpha.paste((0, 0, 255, 128), (0, 32, 48, 64))
    alpha.paste((255, 255, 0, 0), (48, 32, 96, 64))
    yield "rgb.heic", encoded(upright, folder)
    yield "gray.heic", encoded(upright.convert("L"), folder)
    yield "alpha.heic", encoded(alpha, folder)
    yield "rgb.avif", encoded(upright, folder, "-A", suffix=".avif")
    yield "alpha.avif", encoded(alpha, folder, "-A", suffix=".avif")
    yield "ten-bits.heic", encoded(upright, folder, "-b", "10")
    yield "whole-colours.heic", encoded(upright, folder, "-p", "chroma=444")
    for quarter in 1, 2, 3:
        # Stored turned to the right, so that turning to the left makes it upright; Exif says something else.
        stored = Coded(encoded(upright.rotate(-90 * quarter, expand=True), folder))
        size = SIZE[::-1] if quarter % 2 else SIZE
        items = [picture(stored, *size, turned(quarter)), Item("Exif", exif(6), describes=1)]
        yield f"turned-{quarter}.heic", heif(items)
    # ISO/IEC 23008-12:2022, 6.5.12: 0 exchanges top and bottom.
    for axis, way in (0, Image.Transpose.FLIP_TOP_BOTTOM), (1, Image.Transpose.FLIP_LEFT_RIGHT):
        stored = Coded(encoded(upright.transpose(way), folder))
        yield f"mirrored-{axis}.heic", heif([picture(stored, *SIZE, box("imir", bytes([axis])))])
    both = upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT).rotate(-90, expand=True)
    yield "turned-mirrored.avif", heif(
        [picture(Coded(encoded(both, folder, "-A", suffix=".avif"), "av1C"), 64, 96, turned(1), box("imir", b"\1"))],
        brand="avif")
    # The last tiles go beyond the picture's edges, as a phone's do.
    large = Image.new("RGB", (192, 128))
    large.paste(quarters((160, 96)), (0, 0))
    tiles = [picture(Coded(encoded(large.crop((x, y, x + 64, y + 64)), folder)), 64, 64, hidden=True)
             for y in (0, 64) for x in (0, 64, 128)]
    numbers = [2, 3, 4, 5, 6, 7]
    yield "grid.heic", heif([grid(3, 2, 160, 96, numbers), *tiles])
    yield "turned-grid.heic", heif([grid(3, 2, 160, 96, numbers, turned(1)), *tiles])
    yield "tiles-missing.heic", heif([grid(3, 2, 160, 96, numbers[:5]), *tiles])
    rgb, blue = Coded(encoded(upright, folder)), Coded(encoded(Image.new("RGB", SIZE, BLUE), folder))
    yield "burst.heic", heif([picture(blue, *SIZE), picture(rgb, *SIZE), picture(blue, *SIZE)], primary=2, brand="mif1")
    yield "no-primary.heic", heif([picture(rgb, *SIZE)], primary=None)
    yield "wrong-primary.heic", heif([picture(rgb, *SIZE)], primary=9)
    yield "huge.heic", heif([picture(rgb, 65_000, 65_000)])
    lying = picture(rgb, *SIZE)
    lying.properties[0] = with_size(rgb.settings, 16_384, 16_384)
    yield "huge-data.heic", heif([lying])
    yield "huge-grid.heic", heif([grid(3, 2, 65_000, 65_000, numbers), *tiles])
    small = grid(3, 2, 60_000, 60_000, numbers)
    small.properties[0] = ispe(160, 96)
    yield "huge-canvas.heic", heif([small, *tiles])
    twice = picture(rgb, *SIZE)
    twice.data *= 2
    yield "twice.heic", heif([twice])
    aux = full("auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
    yield "own-alpha.heic", heif([picture(rgb, *SIZE), picture(rgb, *SIZE, aux, alpha_of=1),
                                  picture(rgb, *SIZE, aux, alpha_of=2)])
    overlay = struct.pack(">BB4H2H2h", 0, 0, 0, 0, 0, 0, *SIZE, 0, 0)
    yield "overlay.heic", heif([Item("iovl", overlay, [ispe(*SIZE)], tiles=[2]), picture(rgb, *SIZE)])


def main():
    with tempfile.TemporaryDirectory() as name:
        for file, data in files(pathlib.Path(name)):
            (pathlib.Path(sys.argv[1]) / file).write_bytes(data)
            print(f"{file}: {len(data)} bytes")


if __name__ == "__main__":
    main()
