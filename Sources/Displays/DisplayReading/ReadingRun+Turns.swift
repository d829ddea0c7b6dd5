import NeuralNet
import Pixels
import VitalRecords

/// The passes over an image in other directions, if it was not read well as it is.
///
/// The finder alone cannot decide, because a display on its side looks like rows of narrow digits to it.
extension ReadingRun {
    /// The number of directions in which an image is tried; the finder was trained with rows turned by up to 52
    /// degrees, and works best up to 20.
    static let directions = 8
    /// The factor by which the odds of a turned reading must exceed those of the upright one, because photos are
    /// usually upright.
    static let turnedOdds = 3.0
    /// The confidence that no other meter is in view from which a turned reading of a whole photo is accepted.
    ///
    /// Another meter would have another direction, and is hardly detected in this one.
    static let turnedAlone = 0.7
    /// The limit of displays for which each direction makes a closer pass.
    private static let mostNear = 2

    /// A reading of the image in another direction.
    private struct Turned {
        /// The angle of the reading direction, in steps.
        let direction: Int
        var run: ReadingRun
        var attempt: ReadingAttempt
    }

    /// The outcome of the image in another direction, if it reads better.
    mutating func turned(than upright: ReadingAttempt) -> DisplayOutcome? {
        var tried: [Turned] = []
        for directions in directions(for: upright)
        where !tried.contains(where: { Calibration.current.suffices($0.attempt.strength) }) {
            for direction in directions where hasTime() { tried.append(turned(direction)) }
        }
        if upright.strength < Self.good, !tried.contains(where: { $0.attempt.strength >= Self.good }) {
            for index in tried.indices where hasTime() { lookNearer(&tried[index]) }
        }
        let least = upright.uprightOdds * Self.turnedOdds
        guard
            var best = tried.filter({ $0.attempt.strength > Self.poor && $0.attempt.uprightOdds > least })
                .max(by: { $0.attempt.uprightOdds < $1.attempt.uprightOdds })
        else {
            let other = tried.first { $0.direction == Self.directions / 2 }?.attempt
            isRivalled = other?.isLikelier(thanUpright: upright) ?? false
            return nil
        }
        let opposite = (best.direction + Self.directions / 2) % Self.directions
        if opposite == 0, best.attempt.isMessage(otherWayUp: upright) { return nil }
        if let other = tried.first(where: { $0.direction == opposite }),
            best.attempt.isMessage(otherWayUp: other.attempt)
        {
            best = other
        }
        let first = best.attempt
        best.run.isOutOfTime = isOutOfTime
        return lending(to: &best.run) { run in
            var attempt = run.aligned(first)
            // If both ways up are numbers, only a person can decide. Upside down no point is on the baseline, but a
            // speck may be.
            let isOther = attempt.showsPoint ? attempt.readsUpsideDownAsSeen : attempt.readsUpsideDown
            attempt.suspicion = isOther || attempt.isMessageUpsideDown ? .upsideDown : nil
            return run.settled(attempt)
        }
    }

    /// The directions to try, in groups; each group is tried only if the previous one gave no good reading.
    ///
    /// If nothing was read well, the quarters come first, because the finder sees rows up to halfway between them.
    /// Upside down is tried if a point may have been missed.
    private func directions(for upright: ReadingAttempt) -> [[Int]] {
        if upright.strength < Self.good {
            return [0, 1].map { odd in (1..<Self.directions).filter { $0 % 2 == odd } }
        }
        return upright.readsUpsideDown && !upright.showsPoint ? [[Self.directions / 2]] : []
    }

    /// Reads the image in a direction.
    private mutating func turned(_ direction: Int) -> Turned {
        let turn = Double(direction) * 2 * Double.pi / Double(Self.directions)
        var run = ReadingRun(reader, image: image, request: request, end: end)
        run.isTurned = true
        run.region = region.around(turned: turn)
        run.stretch = max(run.region.width, run.region.height) / max(region.width, region.height)
        let side = request.box == nil ? Self.sides.whole : Self.sides.turned
        let attempt = lending(to: &run) { $0.firstAttempt(side: side) }
        return Turned(direction: direction, run: run, attempt: attempt)
    }

    /// Makes closer passes over small displays that this direction or the upright pass found.
    private mutating func lookNearer(_ turned: inout Turned) {
        let angle = turned.run.region.angle
        let seen = (turned.run.elsewhere.displays + elsewhere.displays).filter(isSmall)
        let displays = seen.prefix(Self.mostNear).map { $0.around(turned: angle - $0.angle) }
        let before = turned.attempt
        turned.attempt = lending(to: &turned.run) { $0.nearer(than: before, displays: displays) }
        isOutOfTime = isOutOfTime || turned.run.isOutOfTime
    }

    /// The better of a reading and another pass in the exact direction of its rows.
    private mutating func aligned(_ first: ReadingAttempt) -> ReadingAttempt {
        let rows = first.boxes
        guard !rows.isEmpty else { return first }
        let around = RowGroups.box(around: rows)
        let height = rows.map(\.height).max() ?? 0
        let near = RowSearch(finder: reader.finder, image: image)
            .rows(in: around.grown(along: height, across: height), side: Self.sides.box, context: &context)
        let second = attempt(near)
        return second.strength > first.strength ? second : first
    }

    /// Lends this run's memory to another run, because a copy would double it.
    private mutating func lending<Answer>(to run: inout ReadingRun, _ body: (inout ReadingRun) -> Answer) -> Answer {
        swap(&context, &run.context)
        defer { swap(&context, &run.context) }
        return body(&run)
    }
}

extension OrientedBox {
    /// The enclosing box in another direction.
    fileprivate func around(turned turn: Double) -> OrientedBox {
        let (cosine, sine) = (abs(Angle.cosine(turn)), abs(Angle.sine(turn)))
        return OrientedBox(
            center: center,
            width: width * cosine + height * sine,
            height: width * sine + height * cosine,
            angle: angle + turn
        )
    }
}
