"""Fits the confidence of readings on what `ocr-evidence` printed, and writes Calibration+Current.swift.

    ocr-evidence --seed 900000000 --count 5000 --refusals > evidence.csv
    python calibrate.py evidence.csv [MORE.csv ...] ../../Sources/Displays/DisplayReading/Judgement/Calibration+Current.swift

With `--threshold` as the first argument the weights stay, and only the threshold is chosen, from the confidences that they gave.
"""

import csv
import re
import sys

import numpy

NAMES_FROM = 12  # columns before the evidence
MUST, RESULT, ACCEPTABLE, CONFIDENCE = 4, 5, 6, 8


def load(paths):
    rows, names = [], None
    for path in paths:
        with open(path, newline="") as file:
            reader = csv.reader(file)
            header = next(reader)
            names = header[NAMES_FROM:]
            rows += [row for row in reader if len(row) == len(header)]
    return names, rows


def features(values):
    """The same as Calibration.features(of:) in Swift."""
    values = numpy.clip(values, 0, 1)
    return numpy.hstack([-numpy.log(1.001 - values) / 6.907755, values])


def fit(x, y, sample, steps=4000, rate=0.05, shrink=5e-4):
    """Logistic regression with weights of no less than 0, since all evidence grows with trust."""
    weights, bias = numpy.full(x.shape[1], 0.5), -1.0
    moments = [numpy.zeros(x.shape[1] + 1), numpy.zeros(x.shape[1] + 1)]
    for step in range(1, steps + 1):
        error = sample * (1 / (1 + numpy.exp(-(x @ weights + bias))) - y)
        gradient = numpy.append(x.T @ error / sample.sum() + shrink * weights, error.sum() / sample.sum())
        moments[0] = 0.9 * moments[0] + 0.1 * gradient
        moments[1] = 0.999 * moments[1] + 0.001 * gradient**2
        move = rate * (moments[0] / (1 - 0.9**step)) / (numpy.sqrt(moments[1] / (1 - 0.999**step)) + 1e-9)
        weights = numpy.maximum(weights - move[:-1], 0)
        bias -= move[-1]
    return weights, bias


def wilson(right, count, z=1.96):
    if count == 0:
        return 0.0, 1.0
    share = right / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * numpy.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - half, middle + half


def choose(confidence, right, must_read, wanted=0.9963):
    """The lowest threshold from which the accepted displays are right as often as wanted; prints the curve.

    99.5 % is promised. The fitted displays must be better, so that other displays keep the promise.
    """
    order = numpy.argsort(-confidence)
    hits = numpy.cumsum(right[order])
    counts = numpy.arange(1, len(order) + 1)
    best = None
    for threshold in (0.5, 0.7, 0.8, 0.9, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 0.998, 0.999):
        taken = confidence >= threshold
        low, high = wilson(int(right[taken].sum()), int(taken.sum()))
        covered = (taken & must_read).sum() / max(must_read.sum(), 1)
        share = right[taken].mean() if taken.any() else 1
        print(f"  {threshold:.3f}: {taken.sum():5d} accepted, right {share:.4f} "
              f"({low:.4f}..{high:.4f}), coverage {covered:.3f}")
    for index in range(len(order) - 1, -1, -1):
        if hits[index] >= wanted * counts[index]:
            best = confidence[order[index]]
            break
    return max(0.9, float(best)) if best is not None else 0.999


def typical(values, accepted):
    """The median of each value of the accepted readings, for comparison with the doubts of others."""
    return numpy.median(values[accepted], axis=0)


def set_threshold(paths, target):
    """Chooses the threshold for the weights in the file, which gave the confidences."""
    rows = load(paths)[1]
    must_read_all = sum(row[MUST] == "read" for row in rows)
    answered = [row for row in rows if row[RESULT] != "refused"]
    right = numpy.array([row[RESULT] == "right" for row in answered])
    must_read = numpy.array([row[MUST] == "read" for row in answered])
    confidence = numpy.array([float(row[CONFIDENCE]) if row[ACCEPTABLE] == "1" else 0 for row in answered])
    # No weights were fitted on these displays.
    threshold = choose(confidence, right, must_read, wanted=0.995)
    taken = confidence >= threshold
    low, high = wilson(int(right[taken].sum()), int(taken.sum()))
    print(f"threshold {threshold:.4f}: {int(right[taken].sum())} of {taken.sum()} right ({low:.4f}..{high:.4f}), "
          f"{(taken & must_read).sum()} of {must_read_all} covered")
    with open(target) as file:
        text = file.read()
    with open(target, "w") as file:
        file.write(re.sub(r"threshold: [0-9.]+", f"threshold: {threshold:.4f}", text))


def main():
    if sys.argv[1] == "--threshold":
        set_threshold(sys.argv[2:-1], sys.argv[-1])
        return
    *paths, target = sys.argv[1:]
    names, rows = load(paths)
    must_read_all = numpy.array([row[MUST] == "read" for row in rows])
    answered = [row for row in rows if row[RESULT] != "refused"]
    values = numpy.array([[float(value) for value in row[NAMES_FROM:]] for row in answered])
    right = numpy.array([row[RESULT] == "right" for row in answered], float)
    x = features(values)
    print(f"{len(rows)} displays, {must_read_all.sum()} to be read, {len(answered)} answered, {int(right.sum())} right")
    # Each fifth is judged by weights from the others, so the curve shows displays that were not fitted.
    confidence = numpy.zeros(len(answered))
    part_of = numpy.array([int(row[0]) % 5 for row in answered])
    for part in range(5):
        mine = part_of == part
        weights, bias = fit(x[~mine], right[~mine], numpy.ones((~mine).sum()))
        confidence[mine] = 1 / (1 + numpy.exp(-(x[mine] @ weights + bias)))
    must_read = numpy.array([row[MUST] == "read" for row in answered])
    # These are never accepted, whatever their confidence.
    confidence[numpy.array([row[ACCEPTABLE] != "1" for row in answered])] = 0
    threshold = choose(confidence, right.astype(bool), must_read)
    taken = confidence >= threshold
    low, high = wilson(int(right[taken].sum()), int(taken.sum()))
    print(f"threshold {threshold:.4f}: {int(right[taken].sum())} of {taken.sum()} right ({low:.4f}..{high:.4f}), "
          f"{(taken & must_read).sum()} of {must_read_all.sum()} covered")
    weights, bias = fit(x, right, numpy.ones(len(right)))
    for name, weight in zip([f"near {name}" for name in names] + names, weights):
        print(f"  {name:22s} {weight:7.3f}")
    with open(target, "w") as file:
        medians = ",\n".join(f"            {value:.4f}" for value in typical(values, taken & right.astype(bool)))
        numbers = ",\n".join(f"            {weight:.4f}" for weight in weights)
        file.write(f"""extension Calibration {{
    /// The calibration in use, as `tools/ocr-training/calibrate.py` fitted it on {len(answered)} readings of drawn displays.
    package static let current = Calibration(
        weights: [
{numbers},
        ],
        bias: {bias:.4f},
        threshold: {threshold:.4f},
        typical: [
{medians},
        ]
    )
}}
""")


if __name__ == "__main__":
    main()
