"""Trains the reader, which turns crops of rows into text, with CTC.

    reader.py --generator PATH --out FOLDER --cycles 700s 07:20 --peaks 3e-3 2e-3 --seed 1000
    reader.py --generator PATH --check CHECKPOINT|FILE.vbn
"""

import argparse
import collections
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

KINDS = ["point", "minus", "letters", "empty", "colon", "plain"]


def kind(text):
    if not text:
        return "empty"
    if "-" in text:
        return "minus"
    if "." in text:
        return "point"
    if any(c.isalpha() for c in text):
        return "letters"
    return "colon" if ":" in text or "/" in text else "plain"


def weight(about):
    """The kinds of text that are lost most easily are drawn most often."""
    return {"minus": 1.0, "point": 0.9, "letters": 0.7, "empty": 0.6, "colon": 0.7, "plain": 0.6}[kind(about["text"])]


def classes(text):
    return [nets.ALPHABET.index(c) + 1 for c in text]


def text_of(best):
    """Text of the best class in each column: repeats count once, blanks are omitted."""
    result, last = [], 0
    for index in best:
        if index != last and index:
            result.append(nets.ALPHABET[index - 1])
        last = index
    return "".join(result)


class Batches:
    """Batches of a number of columns: crops of similar width, brought to one width by a changed aspect ratio, moved,
    rotated and slanted a little."""

    def __init__(self, pool, seed, columns):
        self.pool, self.columns, self.random, self.waiting = pool, columns, numpy.random.default_rng(seed), []

    def next(self):
        if not self.waiting:
            self.waiting = self.gathered()
        return self.waiting.pop()

    def gathered(self):
        crops = [(image.shape[1] * self.random.uniform(0.88, 1.14), about["text"], image)
                 for about, image in self.pool.draw(512)]
        crops.sort(key=lambda crop: crop[0])
        batches, start = [], 0
        while start < len(crops):
            width = int(min(320, max(24, crops[start][0])))
            count = max(8, self.columns // (width + 8))
            part = crops[start:start + count]
            if len(part) >= 8:
                batches.append(self.batch(part))
            start += count
        self.random.shuffle(batches)
        return batches

    def batch(self, part):
        width = int(numpy.mean([crop[0] for crop in part])) // 4 * 4
        width = min(320, max(24, width))
        pixels = numpy.stack([self.moved(image, width) for _, _, image in part])
        pixels = training.lit(torch.from_numpy(pixels).float()[:, None], self.random)
        return training.normalised(pixels), [text for _, text, _ in part]

    def moved(self, image, width):
        uniform, (height, own) = self.random.uniform, image.shape
        wide, high = width / own * uniform(0.98, 1.02), uniform(0.94, 1.06)
        lean = uniform(-0.06, 0.06)
        turn = uniform(-0.02, 0.02)
        matrix = numpy.array([[wide, lean, 0], [turn, high, 0]], numpy.float32)
        middle = matrix[:, :2] @ numpy.array([own / 2, height / 2], numpy.float32)
        matrix[:, 2] = [width / 2 - middle[0] + uniform(-2, 2), height / 2 - middle[1] + uniform(-1.2, 1.2)]
        result = cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if uniform(0, 1) < 0.15:
            result = cv2.GaussianBlur(result, (0, 0), uniform(0.4, 1.1))
        return result


def loss_of(net, pixels, texts):
    with torch.autocast("cpu", torch.bfloat16):
        logits = net(pixels.contiguous(memory_format=torch.channels_last))
    likely = functional.log_softmax(logits.float().squeeze(2).permute(2, 0, 1), 2)
    targets = torch.tensor([index for text in texts for index in classes(text)], dtype=torch.long)
    lengths = torch.tensor([len(text) for text in texts], dtype=torch.long)
    columns = torch.full((len(texts),), likely.shape[0], dtype=torch.long)
    losses = functional.ctc_loss(likely, targets, columns, lengths, reduction="none", zero_infinity=True)
    return losses.mean()


@torch.no_grad()
def read(run, rows):
    """The text of each crop, one at a time as the program does it."""
    result = []
    for about, image in rows:
        pixels = training.normalised(torch.from_numpy(image.astype(numpy.float32))[None, None])
        result.append(text_of(run(pixels)[0, :, 0].argmax(0).tolist()))
    return result


def check(run, rows, show=0):
    """Rows read without an error: all, by kind of text and by length."""
    right, total, wrong = collections.Counter(), collections.Counter(), []
    for (about, _), text in zip(rows, read(run, rows)):
        truth = about["text"]
        for group in ["all", kind(truth), "length %d" % len(truth)]:
            total[group] += 1
            right[group] += truth == text
        if truth != text:
            wrong.append("%s>%s" % (truth, text))
    if show:
        training.log(wrong=wrong[:show])
    names = ["all"] + KINDS + sorted(group for group in total if group.startswith("length"))
    return {name: "%.2f %% of %d" % (100 * right[name] / total[name], total[name]) for name in names if total[name]}


def readable(rows):
    return [row for row in rows if all(c in nets.ALPHABET for c in row[0]["text"])]


def train(options, rows):
    torch.manual_seed(options.seed)
    net = nets.Net(nets.reader_ops()).to(memory_format=torch.channels_last)
    averaged = training.Averaged(net)
    pool = stream.Pool(options.command, options.seed, options.capacity, options.uses, weight)
    batches = Batches(pool, options.seed, options.columns)
    training.resume(options.resume, net, averaged, lambda: batches.next()[0])
    optimizer = training.optimizer(net)
    pool.draw(1)
    schedule, saved, recent, crops = training.Schedule(options.cycles, options.peaks), time.time(), 0.0, 0
    path = os.path.join(options.out, "reader.pt")
    while schedule.index < len(schedule.cycles):
        for group in optimizer.param_groups:
            group["lr"] = schedule.rate
        pixels, texts = batches.next()
        loss = loss_of(net, pixels, texts)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        averaged.follow(net)
        schedule.step += 1
        crops += len(texts)
        recent += (float(loss.detach()) - recent) * (0.01 if schedule.step > 100 else 0.1)
        if schedule.step % 200 == 0:
            training.log(cycle=schedule.index, step=schedule.step, part=round(schedule.progress, 3),
                         loss=round(recent, 4), rate=round(schedule.rate, 6), crops=crops, made=pool.made)
        ended = schedule.progress >= 1
        if ended or time.time() - saved > options.every:
            saved = time.time()
            about = {"cycle": schedule.index, "step": schedule.step, "crops": crops, "made": pool.made}
            training.save(path, net, averaged, about)
            training.log(check=check(averaged.net, rows, 30), **about)
            if ended:
                training.save(os.path.join(options.out, "reader-cycle%d.pt" % schedule.index), net, averaged, about)
                schedule.begin(schedule.index + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--out", default=".")
    parser.add_argument("--cycles", nargs="+", default=["20000"])
    parser.add_argument("--peaks", nargs="+", type=float, default=[3e-3])
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--uses", type=float, default=2.5)
    parser.add_argument("--capacity", type=int, default=60000)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--every", type=float, default=300)
    parser.add_argument("--resume")
    parser.add_argument("--check")
    parser.add_argument("--check-seed", type=int, default=900001)
    parser.add_argument("--check-count", type=int, default=2000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.command = [options.generator, "rows"]
    held = ["--seed", str(options.check_seed), "--count", str(options.check_count)]
    rows = readable(stream.drawn(options.command + held))
    if options.check:
        run = vbn.File(options.check).run
        training.log(check=check(run, rows, 100))
    else:
        train(options, rows)


if __name__ == "__main__":
    main()
