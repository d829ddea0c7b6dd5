"""Shared by the training of both networks: schedule, averaged weights, checkpoints, small changes to pictures."""

import copy
import json
import math
import os
import time

import torch

import vbn


class Schedule:
    """Cycles of a learning rate that rises for a twentieth of the cycle and then falls as a cosine to nothing.

    A cycle lasts a number of steps ("4000"), some seconds ("700s") or until a time of day ("07:20"): time is for the
    machine at hand, steps repeat what it did.
    """

    def __init__(self, cycles, peaks):
        self.cycles, self.peaks = cycles, peaks
        self.begin(0)

    def begin(self, index):
        self.index, self.step, self.started = index, 0, time.time()
        if index < len(self.cycles) and ":" in self.cycles[index]:
            hour, minute = map(int, self.cycles[index].split(":"))
            now = time.localtime()
            seconds = (hour - now.tm_hour) * 3600 + (minute - now.tm_min) * 60 - now.tm_sec
            self.cycles[index] = "%ds" % max(1, seconds)

    @property
    def progress(self):
        length = self.cycles[self.index]
        if length.endswith("s"):
            return (time.time() - self.started) / float(length[:-1])
        return self.step / float(length)

    @property
    def rate(self):
        part = min(1.0, self.progress)
        peak = self.peaks[min(self.index, len(self.peaks) - 1)]
        return peak * (max(part, 0.002) / 0.05 if part < 0.05 else 0.5 + 0.5 * math.cos(math.pi * (part - 0.05) / 0.95))


class Averaged:
    """A copy of a network whose weights trail the trained ones, less noisy in the middle of a cycle."""

    def __init__(self, net, decay=0.998):
        self.net, self.decay, self.count = copy.deepcopy(net).eval(), decay, 0

    @torch.no_grad()
    def follow(self, net):
        self.count += 1
        decay = min(self.decay, self.count / (self.count + 10))
        for mine, other in zip(self.net.state_dict().values(), net.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(other, 1 - decay)
            else:
                mine.copy_(other)


def optimizer(net):
    decayed = [value for value in net.parameters() if value.dim() > 1]
    others = [value for value in net.parameters() if value.dim() <= 1]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}], 1e-3)


def lit(pixels, random):
    """A batch N x 1 x H x W of 0...255 in other light: brightness, contrast, gamma, slope, noise, negative."""
    count, _, height, width = pixels.shape

    def uniform(low, high):
        return torch.from_numpy(random.uniform(low, high, (count, 1, 1, 1)).astype("float32"))

    x = (pixels / 255).clamp(0, 1) ** torch.exp(uniform(-0.4, 0.4))
    across = torch.linspace(-1, 1, width)[None, None, None, :] * uniform(-0.15, 0.15)
    along = torch.linspace(-1, 1, height)[None, None, :, None] * uniform(-0.15, 0.15)
    x = x * (1 + (across + along) * (uniform(0, 1) < 0.5)) * uniform(0.6, 1.15) + uniform(-0.1, 0.15)
    x = x + torch.randn_like(x) * uniform(0, 1) ** 3 * 0.06
    negative = uniform(0, 1) < 0.08
    return torch.where(negative, 1 - x, x).clamp(0, 1) * 255


def normalised(pixels):
    """Each picture of a batch in the form for the networks: (p - mean) / (deviation + 8)."""
    mean = pixels.mean((1, 2, 3), keepdim=True)
    deviation = pixels.std((1, 2, 3), keepdim=True, correction=0)
    return (pixels - mean) / (deviation + 8)


def save(path, net, averaged, about):
    torch.save({"net": net.state_dict(), "averaged": averaged.net.state_dict(), "about": about}, path + ".part")
    os.replace(path + ".part", path)


def resume(path, net, averaged, batches):
    """Continues from a checkpoint, or from a file of weights: `batches()` gives pictures for measuring its channels."""
    if path and path.endswith(".vbn"):
        unfold(vbn.File(path), net, [batches() for _ in range(8)])
        averaged.net.load_state_dict(net.state_dict())
        averaged.count = 1 << 20
        return None
    if path and os.path.exists(path):
        state = torch.load(path)
        net.load_state_dict(state["net"])
        averaged.net.load_state_dict(state["averaged"])
        averaged.count = 1 << 20
        return state["about"]
    return None


@torch.no_grad()
def unfold(file, net, batches):
    """Sets a network to a file's weights, where batch norms are multiplied in.

    A batch norm that did nothing would change its output at the first step, when it takes the mean and the deviation of
    the batch.  So each is set to what its channels measure over `batches`, and its gain and offset take that back.
    """
    sums = {}
    for pixels in batches:
        for name, values in file.convolved(pixels).items():
            part = torch.stack([values.mean((0, 2, 3)), (values**2).mean((0, 2, 3))])
            sums[name] = sums.get(name, 0) + part / len(batches)
    for name, layer in net.convs.items():
        layer.weight.copy_(file.tensors[name + ".weight"])
        bias = file.tensors[name + ".bias"]
        if name not in net.norms:
            layer.bias.copy_(bias)
            continue
        norm, (mean, square) = net.norms[name], sums[name]
        # The file's sums include the bias, which the layer lacks.
        norm.running_mean.copy_(mean - bias)
        norm.running_var.copy_(square - mean**2)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
        norm.bias.copy_(mean)


def log(**values):
    print(time.strftime("%H:%M:%S"), json.dumps(values), flush=True)
