"""The two networks as lists of operations, and the module that trains such a list.

A network is written once, as the list of operations that also goes into its file of weights (vbn.py).  `Net` builds
the trainable form: each convolution without bias and a batch norm behind it, which `folded()` multiplies into the
convolution when the weights are exported.
"""

import torch
from torch import nn

ALPHABET = "0123456789.:-/ACEFHILPbdhnortu"
CLASSES = len(ALPHABET) + 1  # class 0 is the blank of CTC


def conv(source, name, channels, kernel, stride=1, pad=None, relu=True, norm=True):
    """A convolution; `in` is filled in by `resolved`."""
    kernel = [kernel, kernel] if isinstance(kernel, int) else list(kernel)
    stride = [stride, stride] if isinstance(stride, int) else list(stride)
    pad = [kernel[0] // 2, kernel[1] // 2] if pad is None else list(pad)
    return {"op": "conv2d", "inputs": [source], "output": name, "out": channels, "kernel": kernel, "stride": stride,
            "pad": pad, "relu": relu, "norm": norm}


def pool(source, name, kernel):
    return {"op": "maxpool", "inputs": [source], "output": name, "kernel": list(kernel), "stride": list(kernel)}


def upsample(source, name):
    return {"op": "upsample2", "inputs": [source], "output": name}


def add(first, second, name, relu=False):
    return {"op": "add", "inputs": [first, second], "output": name, "relu": relu}


def concat(first, second, name):
    return {"op": "concat", "inputs": [first, second], "output": name}


def reader_ops():
    """Crop 1 x 32 x W to 31 logits at each second column; the width is halved once, so that a squeezed point keeps a
    column of its own."""
    return resolved([
        conv("input", "c1", 16, 3),
        conv("c1", "c2", 32, 3, 2),
        conv("c2", "c3", 32, 3),
        pool("c3", "p3", (2, 1)),
        conv("p3", "c4", 56, 3),
        pool("c4", "p4", (2, 1)),
        conv("p4", "c5", 64, 3),
        conv("c5", "c6", 96, (4, 3), pad=(0, 1)),
        conv("c6", "c7", 96, (1, 5)),
        conv("c7", "c8", 96, (1, 5)),
        add("c6", "c8", "s8"),
        conv("s8", "logits", CLASSES, 1, relu=False, norm=False),
    ])


def finder_ops():
    """Picture 1 x S x S to 4 maps at a quarter of its size; the pair of 9-long convolutions at the bottom lets each
    cell see the whole picture."""
    return resolved([
        conv("input", "c1", 12, 3, 2),
        conv("c1", "c2", 24, 3, 2),
        conv("c2", "c3", 24, 3),
        conv("c3", "c4", 48, 3, 2),
        conv("c4", "c5", 48, 3),
        conv("c5", "c6", 64, 3, 2),
        conv("c6", "c7", 64, 3),
        conv("c7", "c8", 64, 3, 2),
        conv("c8", "c9", 64, (1, 9)),
        conv("c9", "c10", 64, (9, 1)),
        add("c8", "c10", "s10"),
        upsample("s10", "u1"),
        add("u1", "c7", "s1"),
        conv("s1", "c11", 48, 3),
        upsample("c11", "u2"),
        add("u2", "c5", "s2"),
        conv("s2", "c12", 24, 3),
        upsample("c12", "u3"),
        concat("u3", "c3", "s3"),
        conv("s3", "c13", 28, 3),
        conv("c13", "maps", 4, 1, relu=False, norm=False),
    ])


def resolved(ops):
    """`ops` with the number of input channels written into each convolution."""
    channels = {"input": 1}
    for op in ops:
        sources = [channels[name] for name in op["inputs"]]
        if op["op"] == "conv2d":
            op["in"], result = sources[0], op["out"]
        elif op["op"] == "concat":
            result = sum(sources)
        else:
            assert len(set(sources)) == 1, op
            result = sources[0]
        channels[op["output"]] = result
    return ops


class Net(nn.Module):
    """The trainable form of a list of operations."""

    def __init__(self, ops):
        super().__init__()
        self.ops = ops
        self.convs, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for op in ops:
            if op["op"] != "conv2d":
                continue
            name = op["output"]
            self.convs[name] = nn.Conv2d(op["in"], op["out"], op["kernel"], op["stride"], op["pad"],
                                         bias=not op["norm"])
            nn.init.kaiming_normal_(self.convs[name].weight, nonlinearity="relu")
            if op["norm"]:
                self.norms[name] = nn.BatchNorm2d(op["out"], momentum=0.05)

    def forward(self, x):
        values = {"input": x}
        for op in self.ops:
            values[op["output"]] = self.step(op, [values[name] for name in op["inputs"]])
        return values[self.ops[-1]["output"]]

    def step(self, op, sources):
        x = sources[0]
        if op["op"] == "conv2d":
            x = self.convs[op["output"]](x)
            if op["norm"]:
                x = self.norms[op["output"]](x)
            return nn.functional.relu(x, inplace=True) if op["relu"] else x
        if op["op"] == "maxpool":
            return nn.functional.max_pool2d(x, op["kernel"], op["stride"])
        if op["op"] == "upsample2":
            return nn.functional.interpolate(x, scale_factor=2, mode="nearest")
        if op["op"] == "add":
            x = x + sources[1]
            return nn.functional.relu(x) if op["relu"] else x
        return torch.cat(sources, 1)

    def folded(self):
        """Weight and bias of each convolution by its output's name, with the batch norm multiplied in."""
        result = {}
        for name, layer in self.convs.items():
            weight, bias = layer.weight.detach().double(), layer.bias
            if name in self.norms:
                norm = self.norms[name]
                scale = norm.weight.detach().double() / (norm.running_var.double() + norm.eps).sqrt()
                weight = weight * scale[:, None, None, None]
                bias = norm.bias.detach().double() - norm.running_mean.double() * scale
            result[name] = (weight.float(), bias.detach().float())
        return result


def cost(ops, height, width):
    """Multiply-adds and parameters (batch norms folded) for an input of that size."""
    sizes, work, parameters = {"input": (height, width)}, 0, 0
    for op in ops:
        h, w = sizes[op["inputs"][0]]
        if op["op"] in ("conv2d", "maxpool"):
            pad = op.get("pad", [0, 0])
            h = (h + 2 * pad[0] - op["kernel"][0]) // op["stride"][0] + 1
            w = (w + 2 * pad[1] - op["kernel"][1]) // op["stride"][1] + 1
        if op["op"] == "upsample2":
            h, w = 2 * h, 2 * w
        if op["op"] == "conv2d":
            weights = op["in"] * op["out"] * op["kernel"][0] * op["kernel"][1]
            work, parameters = work + weights * h * w, parameters + weights + op["out"]
        sizes[op["output"]] = (h, w)
    return work, parameters


if __name__ == "__main__":
    print("reader: %d multiply-adds, %d parameters at 32x128" % cost(reader_ops(), 32, 128))
    print("finder: %d multiply-adds, %d parameters at 256x256" % cost(finder_ops(), 256, 256))
