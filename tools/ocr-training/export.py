"""Writes the averaged weights of a checkpoint as a file of weights: export.py reader|finder CHECKPOINT FILE.vbn

With --parity FIXTURE it also writes a fixture of outputs: inputs are seeded noise and shapes, so that it needs no
generator; --untrained takes random weights instead of a checkpoint.
"""

import argparse

import numpy
import torch

import nets
import vbn


def network(name):
    return nets.Net(nets.reader_ops() if name == "reader" else nets.finder_ops())


def stand_in(channels, height, width, random):
    """A picture of bars and noise with a mean near zero, as normalised pictures have."""
    values = random.normal(0, 0.3, (channels, height, width))
    for _ in range(6):
        y, x = random.integers(0, height - 2), random.integers(0, width - 2)
        values[:, y:y + random.integers(2, max(3, height // 2)), x:x + random.integers(2, max(3, width // 6))] -= 1.5
    return torch.from_numpy(values[None].astype(numpy.float32))


def inputs(name):
    random = numpy.random.default_rng(7)
    if name == "reader":
        widths = [24, 25, 31, 32, 36, 40, 47, 64]
        return [stand_in(1, 32, width, random) for width in widths]
    return [stand_in(1, height, width, random) for height, width in [(32, 32), (64, 32), (32, 64), (64, 64)] * 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=["reader", "finder"])
    parser.add_argument("checkpoint")
    parser.add_argument("target")
    parser.add_argument("--parity")
    parser.add_argument("--untrained", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(1)
    net = network(options.name).eval()
    if not options.untrained:
        net.load_state_dict(torch.load(options.checkpoint)["averaged"])
    reader = options.name == "reader"
    vbn.write(options.target, options.name, net.ops, net.folded(), [1, 32, 0] if reader else [1, 0, 0],
              [32, 1] if reader else [32, 32], nets.ALPHABET if reader else "")
    with torch.no_grad():
        worst = max(float((net(x) - vbn.File(options.target).run(x)).abs().max()) for x in inputs(options.name))
    print("largest difference by folding and float16: %.4f" % worst)
    if options.parity:
        vbn.write_parity(options.parity, options.target, inputs(options.name))


if __name__ == "__main__":
    main()
