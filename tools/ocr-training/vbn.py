"""Files of weights (.vbn), and fixtures that show whether another implementation computes the same.

A .vbn file is one line of JSON and, after its newline, the tensors as float16, little endian, row major:

    {"format": "vbn1", "name": "reader", "input": [1, 32, 0], "multiple": [32, 1], "alphabet": "0123…",
     "ops": [{"op": "conv2d", "inputs": ["input"], "output": "c1", "in": 1, "out": 16, "kernel": [3, 3],
              "stride": [1, 1], "pad": [1, 1], "relu": true, "weight": "c1.weight", "bias": "c1.bias"}, …],
     "output": "logits", "tensors": [{"name": "c1.weight", "shape": [16, 1, 3, 3], "offset": 0}, …]}

`input` is channels, height, width; 0 stands for any number that is a multiple of `multiple`'s.  Offsets are in bytes
after the newline.  The operations run in their order, the first value is called "input":

    conv2d     cross correlation with zero padding, out = floor((n + 2 pad - kernel) / stride) + 1, then relu if true
    maxpool    kernel, stride; no padding
    upsample2  each value twice along both axes
    add        sum of two values of one shape, then relu if true
    concat     along the channels, in the order of the inputs

A parity fixture is one line of JSON and, after its newline, float32 little endian values of inputs and outputs:

    {"format": "vbnparity1", "name": "reader", "cases": [{"input": [c, h, w], "output": [c, h, w],
     "inputOffset": 0, "outputOffset": 16384}, …]}
"""

import json
import os

import numpy
import torch
from torch.nn import functional


def write(path, name, ops, weights, shape, multiple, alphabet=""):
    """Writes the file next to its place and moves it there, so that a reader never sees an incomplete one."""
    table, chunks, offset, listed = [], [], 0, []
    for op in ops:
        entry = {key: value for key, value in op.items() if key != "norm"}
        if op["op"] == "conv2d":
            for part, tensor in zip(("weight", "bias"), weights[op["output"]]):
                entry[part] = "%s.%s" % (op["output"], part)
                chunk = tensor.numpy().astype("<f2").tobytes()
                table.append({"name": entry[part], "shape": list(tensor.shape), "offset": offset})
                chunks.append(chunk)
                offset += len(chunk)
        listed.append(entry)
    header = {"format": "vbn1", "name": name, "input": shape, "multiple": multiple, "alphabet": alphabet, "ops": listed,
              "output": ops[-1]["output"], "tensors": table}
    placed(path, json.dumps(header).encode() + b"\n" + b"".join(chunks))


def placed(path, content):
    with open(path + ".part", "wb") as file:
        file.write(content)
    os.replace(path + ".part", path)


class File:
    """A file of weights, ready to run in float32."""

    def __init__(self, path):
        with open(path, "rb") as file:
            head, _, body = file.read().partition(b"\n")
        self.header = json.loads(head)
        self.tensors = {}
        for entry in self.header["tensors"]:
            count = int(numpy.prod(entry["shape"]))
            values = numpy.frombuffer(body, "<f2", count, entry["offset"]).astype(numpy.float32)
            self.tensors[entry["name"]] = torch.from_numpy(values.reshape(entry["shape"]))

    @torch.no_grad()
    def run(self, values):
        """The output for a batch of inputs, N x C x H x W."""
        known = {"input": torch.as_tensor(values, dtype=torch.float32)}
        for op in self.header["ops"]:
            known[op["output"]] = self.step(op, [known[name] for name in op["inputs"]])
        return known[self.header["output"]]

    @torch.no_grad()
    def convolved(self, values):
        """The output of each convolution before its relu, by its output's name."""
        known, result = {"input": torch.as_tensor(values, dtype=torch.float32)}, {}
        for op in self.header["ops"]:
            sources = [known[name] for name in op["inputs"]]
            if op["op"] == "conv2d":
                result[op["output"]] = self.convolution(op, sources[0])
            known[op["output"]] = self.step(op, sources)
        return result

    def convolution(self, op, x):
        return functional.conv2d(x, self.tensors[op["weight"]], self.tensors[op["bias"]], op["stride"], op["pad"])

    def step(self, op, sources):
        x = sources[0]
        if op["op"] == "conv2d":
            x = self.convolution(op, x)
        elif op["op"] == "maxpool":
            return functional.max_pool2d(x, op["kernel"], op["stride"])
        elif op["op"] == "upsample2":
            return functional.interpolate(x, scale_factor=2, mode="nearest")
        elif op["op"] == "add":
            x = x + sources[1]
        else:
            return torch.cat(sources, 1)
        return functional.relu(x) if op["relu"] else x


def write_parity(path, weights_path, inputs):
    """Writes the fixture of the outputs that the file of weights gives for `inputs`, each 1 x C x H x W."""
    network, cases, chunks, offset = File(weights_path), [], [], 0
    for values in inputs:
        output = network.run(values)
        case = {"input": list(values.shape[1:]), "output": list(output.shape[1:])}
        for key, tensor in (("inputOffset", values), ("outputOffset", output)):
            chunk = tensor.numpy().astype("<f4").tobytes()
            case[key] = offset
            chunks.append(chunk)
            offset += len(chunk)
        cases.append(case)
    header = {"format": "vbnparity1", "name": network.header["name"], "cases": cases}
    placed(path, json.dumps(header).encode() + b"\n" + b"".join(chunks))
