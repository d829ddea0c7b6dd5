"""Trains the finder, which locates the rows of values in a picture.

    finder.py --generator PATH --out FOLDER --cycles 700s 07:20 --peaks 2e-3 1.5e-3 --seed 2000
    finder.py --generator PATH --check CHECKPOINT|FILE.vbn
"""

import argparse
import math
import os
import time

import cv2
import numpy
import torch
from torch.nn import functional

import nets
import stream
import training
import vbn

STEP = 4  # picture pixels per cell of the maps
SHRUNK_ENDS = 0.35  # of the row's height, taken off at each end of a core
LEAST_CORE = 0.25  # of the row's height: no core is shorter, however short the row
NEAREST_ROW = 5.5  # pixels; rows less high than this are neither wanted nor forbidden
STEEPEST = math.radians(60)  # rows turned farther are neither wanted nor forbidden: the photo is read turned by a quarter
TURNED = 0.25  # of the looks are turned by up to so much that quarter turns and they leave no angle out
MOST_TURN = math.radians(52)


def weight(about):
    """Photos with several devices, or with print and no device, are rare, and rows are missed or invented in them."""
    return 1.0 if about["refuse"] in ("several", "noDisplay") else 0.35


def inside(box, size, width, height):
    """How far each cell lies inside a box of that size, 0...1, with soft edges of one cell."""
    cx, cy, _, _, angle = box
    cells = (numpy.arange(size, dtype=numpy.float32) + 0.5) * STEP
    x, y = cells[None, :] - cx, cells[:, None] - cy
    along = numpy.abs(x * math.cos(angle) + y * math.sin(angle))
    across = numpy.abs(y * math.cos(angle) - x * math.sin(angle))
    return (numpy.clip((width / 2 - along) / STEP + 0.5, 0, 1) * numpy.clip((height / 2 - across) / STEP + 0.5, 0, 1))


def axis(angle):
    """The angle of a row's line, within a quarter turn either way: upside down it is the same line."""
    return (angle + math.pi / 2) % math.pi - math.pi / 2


def core_size(box):
    _, _, width, height, _ = box
    return max(width - 2 * SHRUNK_ENDS * height, LEAST_CORE * height), 0.5 * height


def targets(rows, displays, side):
    """The wanted maps of a picture: core, ln height, sine, display, and where the core counts."""
    size = side // STEP
    maps = numpy.zeros((5, size, size), numpy.float32)
    maps[4] = 1
    for box in rows:
        core, turn = inside(box, size, *core_size(box)), axis(box[4])
        if box[3] < NEAREST_ROW or abs(turn) > STEEPEST or outside(box, side) > 0.15:
            maps[4] *= 1 - inside(box, size, box[2] + 4, box[3] + 4)
            continue
        core = core / max(0.5, core.max())
        here = core > maps[0]
        maps[0] = numpy.maximum(maps[0], core)
        maps[1][here] = math.log(box[3] / 16)
        maps[2][here] = math.sin(turn)
    for box in displays:
        maps[3] = numpy.maximum(maps[3], inside(box, size, box[2], box[3]))
    return maps


def outside(box, side):
    """The approximate part of a box outside the picture."""
    cx, cy, width, height, angle = box
    u, v = numpy.meshgrid(numpy.linspace(-0.5, 0.5, 9) * width, numpy.linspace(-0.5, 0.5, 5) * height)
    x, y = cx + u * math.cos(angle) - v * math.sin(angle), cy + u * math.sin(angle) + v * math.cos(angle)
    return float(numpy.mean((x < 0) | (y < 0) | (x > side) | (y > side)))


def moved_box(box, scale, turn, matrix):
    cx, cy, width, height, angle = box
    x, y = matrix @ numpy.array([cx, cy, 1.0])
    return [x, y, width * scale, height * scale, angle + turn]


def framed(image, about, side, random=None, turn=0.0):
    """The picture in a frame of `side`, and its boxes there: as the program fits it, rotated by `turn`,
    or seen closer and rotated."""
    height, width = image.shape
    scale = side / max(width, height)
    matrix = scale * numpy.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0]])
    matrix[:, 2] = side / 2 - matrix[:, :2] @ numpy.array([width / 2, height / 2])
    rows = [row["box"] for row in about["rows"]]
    if random is not None:
        matrix, scale, turn = look(width, height, rows, about.get("displays", []), side, random)
    source = image
    if scale < 0.75:
        factor = scale / 0.9
        source = cv2.resize(image, (max(1, round(width * factor)), max(1, round(height * factor))),
                            interpolation=cv2.INTER_AREA)
    inner = matrix.copy()
    inner[:, 0] *= width / source.shape[1]
    inner[:, 1] *= height / source.shape[0]
    inner[:, 2] += matrix[:, :2] @ [0.5 * width / source.shape[1], 0.5 * height / source.shape[0]] - 0.5
    mean = float(source.mean())
    result = cv2.warpAffine(source, inner, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                            borderValue=mean)
    moved = [moved_box(box, scale, turn, matrix) for box in rows]
    return result, moved, [moved_box(box, scale, turn, matrix) for box in about.get("displays", [])]


def look(width, height, rows, displays, side, random):
    """A matrix from picture to frame with its scale and turn: whole, around the display, or around the rows."""
    turn = random.uniform(-MOST_TURN, MOST_TURN) if random.uniform(0, 1) < TURNED else random.normal(0, 0.06)
    kind = random.uniform(0, 1)
    fit = side / max(width, height)
    centre = numpy.array([width / 2, height / 2])
    if kind < 0.4 or not rows:
        scale = fit * math.exp(random.uniform(-0.25, 0.25))
    elif kind < 0.7 and displays:
        display = displays[int(random.integers(len(displays)))]
        centre = numpy.array(display[:2])
        scale = side / (max(display[2], display[3]) * random.uniform(1.0, 1.6))
    else:
        centre = numpy.mean([box[:2] for box in rows], 0)
        high = numpy.median([box[3] for box in rows])
        scale = min(random.uniform(24, 64) / high, 4 * fit)
    scale = max(scale, 0.6 * fit)
    cosine, sine = scale * math.cos(turn), scale * math.sin(turn)
    matrix = numpy.array([[cosine, -sine, 0], [sine, cosine, 0]])
    span = 0.12 * side
    to = numpy.array([side / 2, side / 2]) + random.uniform(-span, span, 2)
    if kind < 0.4 and scale < fit:
        size = scale * numpy.array([width, height])
        to = size / 2 + random.uniform(0, 1, 2) * (side - size)
    matrix[:, 2] = to - matrix[:, :2] @ centre
    return matrix, scale, turn


def batch(pool, count, side, random):
    pictures, maps = [], []
    for about, image in pool.draw(count, least=200):
        picture, rows, displays = framed(image, about, side, random)
        if random.uniform(0, 1) < 0.2:
            picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.2))
        pictures.append(picture)
        maps.append(targets(rows, displays, side))
    pixels = training.lit(torch.from_numpy(numpy.stack(pictures)).float()[:, None], random)
    return training.normalised(pixels), torch.from_numpy(numpy.stack(maps))


def loss_of(net, pixels, wanted):
    with torch.autocast("cpu", torch.bfloat16):
        maps = net(pixels.contiguous(memory_format=torch.channels_last))
    maps = maps.float()
    core, counts = wanted[:, 0], wanted[:, 4]
    likely = torch.sigmoid(maps[:, 0])
    each = functional.binary_cross_entropy_with_logits(maps[:, 0], core, reduction="none")
    away = (likely - core).abs() ** 1.5
    focal = (each * away * counts).sum((1, 2)) / (core.sum((1, 2)) + 20)
    both = (likely * core * counts).sum((1, 2))
    dice = 1 - (2 * both + 5) / (((likely ** 2 + core ** 2) * counts).sum((1, 2)) + 5)
    weights = (core > 0.5).float() * counts
    height = (functional.smooth_l1_loss(maps[:, 1], wanted[:, 1], reduction="none", beta=0.1) * weights).sum()
    sine = (functional.smooth_l1_loss(maps[:, 2], wanted[:, 2], reduction="none", beta=0.05) * weights).sum()
    display = functional.binary_cross_entropy_with_logits(maps[:, 3], wanted[:, 3])
    inner = weights.sum() + 1
    return focal.mean() + dice.mean() + 2 * height / inner + 4 * sine / inner + 0.4 * display


def decoded(maps, threshold=0.5):
    """Row boxes [cx, cy, width, height, angle, score] of the maps 4 x h x w: joined cells above the threshold."""
    core = 1 / (1 + numpy.exp(-maps[0]))
    count, labels = cv2.connectedComponents((core > threshold).astype(numpy.uint8), connectivity=8)
    result = []
    for index in range(1, count):
        y, x = numpy.nonzero(labels == index)
        weights = core[y, x]
        height = 16 * math.exp(float(numpy.average(maps[1, y, x], weights=weights)))
        angle = math.asin(max(-1, min(1, float(numpy.average(maps[2, y, x], weights=weights)))))
        px, py = (x + 0.5) * STEP, (y + 0.5) * STEP
        along, across = px * math.cos(angle) + py * math.sin(angle), py * math.cos(angle) - px * math.sin(angle)
        low, high = along.min() - STEP / 2, along.max() + STEP / 2
        middle, level = (low + high) / 2, float(numpy.average(across, weights=weights))
        width = high - low + 2 * SHRUNK_ENDS * height
        result.append([middle * math.cos(angle) - level * math.sin(angle),
                       middle * math.sin(angle) + level * math.cos(angle), width, height, angle, float(weights.max())])
    return result


def corners(box):
    cx, cy, width, height, angle = box[:5]
    return cv2.boxPoints(((cx, cy), (width, height), math.degrees(angle))).astype(numpy.float32)


def overlap(first, second):
    both, _ = cv2.intersectConvexConvex(corners(first), corners(second))
    return both / (first[2] * first[3] + second[2] * second[3] - both + 1e-9)


@torch.no_grad()
def check(run, photos, side, turn=0.0):
    """Found rows with an overlap of at least a half, and false rows, in the whole picture."""
    wanted = found = right = whole = 0
    by = {}
    for about, image in photos:
        picture, rows, _ = framed(image, about, side, turn=turn)
        pixels = training.normalised(torch.from_numpy(picture).float()[None, None])
        boxes = decoded(run(pixels)[0].numpy())
        rows = [box for box in rows
                if box[3] >= NEAREST_ROW and abs(axis(box[4])) <= STEEPEST and outside(box, side) <= 0.15]
        hits = [max((overlap(box, other) for other in boxes), default=0) >= 0.5 for box in rows]
        true = sum(max((overlap(box, other) for other in rows), default=0) >= 0.5 for box in boxes)
        wanted, found, right = wanted + len(rows), found + len(boxes), right + true
        good = all(hits) and true == len(boxes)
        whole += good
        kind = by.setdefault(about["refuse"] or about["kind"], [0, 0])
        kind[0], kind[1] = kind[0] + good, kind[1] + 1
        by["hits"] = by.get("hits", 0) + sum(hits)
    hits = by.pop("hits", 0)
    return {"recall": round(100 * hits / max(1, wanted), 2), "precision": round(100 * right / max(1, found), 2),
            "whole": round(100 * whole / len(photos), 2),
            "by": {name: "%d/%d" % tuple(value) for name, value in sorted(by.items())}}


def train(options, photos):
    torch.manual_seed(options.seed)
    random = numpy.random.default_rng(options.seed)
    net = nets.Net(nets.finder_ops()).to(memory_format=torch.channels_last)
    with torch.no_grad():
        net.convs["maps"].bias[0] = -3.0
    averaged = training.Averaged(net)
    pool = stream.Pool(options.command, options.seed, options.capacity, options.uses, weight, chunk=5000)
    training.resume(options.resume, net, averaged, lambda: batch(pool, options.batch, 256, random)[0])
    optimizer = training.optimizer(net)
    pool.draw(1, least=200)
    schedule, saved, recent, pictures = training.Schedule(options.cycles, options.peaks), time.time(), 0.0, 0
    path = os.path.join(options.out, "finder.pt")
    while schedule.index < len(schedule.cycles):
        for group in optimizer.param_groups:
            group["lr"] = schedule.rate
        side = int(random.choice([192, 256, 256, 320]))
        count = round(options.batch * (256 / side) ** 2)
        pixels, wanted = batch(pool, count, side, random)
        loss = loss_of(net, pixels, wanted)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        averaged.follow(net)
        schedule.step += 1
        pictures += count
        recent += (float(loss.detach()) - recent) * (0.01 if schedule.step > 100 else 0.1)
        if schedule.step % 100 == 0:
            training.log(cycle=schedule.index, step=schedule.step, part=round(schedule.progress, 3),
                         loss=round(recent, 4), rate=round(schedule.rate, 6), pictures=pictures, made=pool.made)
        ended = schedule.progress >= 1
        if ended or time.time() - saved > options.every:
            saved = time.time()
            about = {"cycle": schedule.index, "step": schedule.step, "pictures": pictures, "made": pool.made}
            training.save(path, net, averaged, about)
            training.log(check=check(averaged.net, photos, 256), **about)
            training.log(turned=check(averaged.net, photos, 256, math.radians(40)))
            if ended:
                training.save(os.path.join(options.out, "finder-cycle%d.pt" % schedule.index), net, averaged, about)
                schedule.begin(schedule.index + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--fit", type=int, default=384, help="longer side of the drawn pictures")
    parser.add_argument("--out", default=".")
    parser.add_argument("--cycles", nargs="+", default=["10000"])
    parser.add_argument("--peaks", nargs="+", type=float, default=[3e-3])
    parser.add_argument("--seed", type=int, default=2000)
    parser.add_argument("--uses", type=float, default=3)
    parser.add_argument("--capacity", type=int, default=12000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--every", type=float, default=300)
    parser.add_argument("--resume")
    parser.add_argument("--check")
    parser.add_argument("--check-seed", type=int, default=900002)
    parser.add_argument("--check-count", type=int, default=500)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.command = [options.generator, "photos", "--fit", str(options.fit)]
    held = ["--seed", str(options.check_seed), "--count", str(options.check_count)]
    photos = stream.drawn(options.command + held)
    if options.check:
        for side in (192, 256, 320):
            for turn in (0, 20, 40):
                run = vbn.File(options.check).run
                training.log(side=side, turn=turn, check=check(run, photos, side, math.radians(turn)))
    else:
        train(options, photos)


if __name__ == "__main__":
    main()
