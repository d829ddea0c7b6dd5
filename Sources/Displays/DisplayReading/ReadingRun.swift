import DisplayLayouts
import NeuralNet
import Pixels
import VitalRecords

/// The reading of one image, from the first pass to the judgement.
struct ReadingRun {
    /// The longer sides of the passes.
    ///
    /// The first pass has one for a whole photo, a display's box, a close photo and a turned box. The pass for small
    /// meters has one if none was read, and another around a reading.
    static let sides = (whole: 320, box: 256, close: 128, turned: 224, far: 480, quarter: 352)
    /// The limit of rows that are read.
    static let mostRows = 8
    /// The limit of faint rows that are read if a field is missing.
    static let mostFaintRows = 4
    /// The quality from which no further pass is needed, and below which a reading is not worth showing.
    static let (good, poor) = (0.5, 0.2)

    let reader: DisplayReader
    let request: ReadingRequest
    let image: GrayPyramid
    /// The part of the image to read, in its reading direction.
    var region: OrientedBox
    /// The factor by which the region is longer than its content, because it encloses it at an angle.
    var stretch = 1.0
    /// Whether the reading direction differs from the image's.
    var isTurned = false
    /// Memory for the networks.
    var context = RunContext()
    /// The rows and displays that the first pass saw in the whole region.
    var elsewhere = Elsewhere(rows: [], displays: [])
    /// Whether the image upside down shows other digits and reads better.
    var isRivalled = false
    /// The end of the time for the image.
    let end: SearchEnd
    /// Whether the time ended before all looks were made.
    var isOutOfTime = false
    /// The numbers that earlier passes saw this way up, because a later pass may see less of one.
    var witnesses: [RowReading] = []

    /// Prepares a reading.
    init(_ reader: DisplayReader, image: GrayPyramid, request: ReadingRequest, end: SearchEnd = .never) {
        self.reader = reader
        self.image = image
        self.request = request
        self.end = end
        region = Self.region(of: request.box, in: image.image)
    }

    /// Reads the image.
    func outcome() -> DisplayOutcome {
        var run = self
        return run.read()
    }

    /// The part of the image to read: the box with a margin, because frames are set by eye.
    private static func region(of box: OrientedBox?, in image: GrayImage) -> OrientedBox {
        let all = OrientedBox(PixelRect(x: 0, y: 0, width: image.width, height: image.height))
        guard let box, box.width > 7, box.height > 7 else { return all }
        let margin = (max(box.width, box.height) / 12).rounded(.down)
        let part = box.grown(along: margin, across: margin).clamped(width: image.width, height: image.height)
        return part.map { $0.width > 7 && $0.height > 7 ? $0 : all } ?? all
    }

    private mutating func read() -> DisplayOutcome {
        let search = RowSearch(finder: reader.finder, image: image)
        var best = firstAttempt(side: request.box == nil ? Self.sides.whole : Self.sides.box)
        best = nearer(than: best, displays: elsewhere.displays.filter(isSmall))
        if best.strength < Self.good, hasTime() {
            let close = attempt(search.rows(in: region, side: Self.sides.close, context: &context))
            if close.strength > best.strength { best = close }
        }
        if best.strength < Self.poor, request.box == nil, hasTime(), let far = farther(than: best) { best = far }
        if let turned = turned(than: best) { return turned }
        // A display that is held askew may also be held upside down. Two values that are also two values the other way
        // up, such as 98 and 88 of an oximeter, do not show the orientation.
        if best.readsUpsideDown, !best.showsPoint, isRivalled || isAskew(best) || isOfAnyWay(best) {
            best.suspicion = .upsideDown
        }
        return settled(best)
    }

    /// Whether there is time for one more look; notes that a look is missing if there is none.
    mutating func hasTime() -> Bool {
        if !isOutOfTime, end.isOver() { isOutOfTime = true }
        return !isOutOfTime
    }

    /// Whether a reading's rows are turned by at least about 20 degrees.
    private func isAskew(_ attempt: ReadingAttempt) -> Bool {
        RowGroups.box(around: attempt.boxes).isAskew(against: region.angle)
    }

    /// Whether several values are also values upside down, and the request does not specify the display's orientation.
    private func isOfAnyWay(_ attempt: ReadingAttempt) -> Bool {
        attempt.hasSeveralRows && request.box?.angle ?? 0 == 0
    }

    /// Finishes a reading; one from a whole photo is accepted only after a check of the whole photo.
    mutating func settled(_ attempt: ReadingAttempt) -> DisplayOutcome {
        var settled = attempt
        settled.isOutOfTime = isOutOfTime
        if settled.doubts.words.isEmpty { settled.others = glances(at: settled.unread, most: Self.mostFaintRows) }
        let isTaken = request.box == nil && settled.doubts.words.isEmpty
        if isTaken { settled = lookingAround(settled) }
        if isTurned, isTaken, settled.evidence.map({ $0.alone < Self.turnedAlone }) ?? false {
            settled.suspicion = .severalDisplays
        }
        return settled.outcome(of: image.image, layouts: request.layouts)
    }

    /// Reads rows that may belong to nothing in the reading, the highest first.
    private mutating func glances(at rows: [RowCandidate], most: Int) -> [RowReading] {
        let rowReader = RowReader(network: reader.reader, image: image)
        return rows.sorted { $0.box.height > $1.box.height }.prefix(most)
            .compactMap { rowReader.glance($0, in: &context) }
    }

    /// Reads the rows of a first pass over the whole region, and keeps what else it saw.
    mutating func firstAttempt(side: Int) -> ReadingAttempt {
        let look = FinderLook(at: region, side: stretched(side))
        let seen = look.candidates(in: image, finder: reader.finder, context: &context)
        elsewhere = Elsewhere(rows: seen.clear, displays: seen.displays)
        return attempt(RowSearch(finder: reader.finder, image: image).rows(seenBy: look, seen: seen, in: &context))
    }

    /// Judges a reading of a whole photo again with the numbers that a closer pass finds around it, because the first
    /// pass misses small meters.
    private mutating func lookingAround(_ attempt: ReadingAttempt) -> ReadingAttempt {
        let beside = elsewhere.beside(attempt.boxes, rows: quartersRows())
        elsewhere.numbers = glances(at: beside, most: Self.mostRows)
        return ReadingAttempt(
            rows: attempt.rows,
            fit: attempt.fit,
            elsewhere: elsewhere,
            witnesses: witnesses,
            angle: request.box?.angle ?? 0
        )
    }

    /// The side of a pass over the whole region, in the finder's pixels.
    func stretched(_ side: Int) -> Int { Int((Double(side) * stretch).rounded()) }

    /// The quarters of the region, overlapping so that no meter is on all their edges.
    var quarters: [OrientedBox] {
        let share = 0.56
        return [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)].map { side in
            OrientedBox(
                center: region.point(
                    along: side.0 * region.width * (1 - share) / 2,
                    across: side.1 * region.height * (1 - share) / 2
                ),
                width: share * region.width,
                height: share * region.height,
                angle: region.angle
            )
        }
    }

    /// The best of a reading and closer passes over displays, which are tried until one is good.
    mutating func nearer(than first: ReadingAttempt, displays: [OrientedBox]) -> ReadingAttempt {
        let search = RowSearch(finder: reader.finder, image: image)
        var best = first
        for display in displays where best.strength < Self.good && hasTime() {
            let around = display.grown(along: 0.08 * display.width, across: 0.08 * display.height)
            let near = attempt(search.rows(in: around, side: Self.sides.box, context: &context))
            if near.strength > best.strength { best = near }
        }
        return best
    }

    /// True for a display that is too small in a pass over the whole region.
    func isSmall(_ display: OrientedBox) -> Bool {
        max(display.width, display.height) < 0.6 * max(region.width, region.height)
    }

    /// Reads rows and fits them to the layouts; if a field is missing, it also reads faint rows.
    mutating func attempt(_ seen: SeenRows) -> ReadingAttempt {
        let rowReader = RowReader(network: reader.reader, image: image)
        let highest = seen.clear.map(\.box.height).max() ?? 0
        var rows = seen.clear.filter { $0.box.height > 0.25 * highest }.prefix(Self.mostRows)
            .compactMap { rowReader.glance($0, in: &context) }
        rows += rows.flatMap { parts(of: $0, rowReader: rowReader) }
        var fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
        if !(fit.best.first?.isComplete ?? false), !rows.isEmpty {
            rows += seen.faint.filter { $0.box.height > 0.25 * highest && $0.box.height < 1.4 * highest }
                .prefix(Self.mostFaintRows).compactMap { rowReader.glance($0, in: &context) }
            fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
            if let best = fit.best.first, let between = RowGaps.missing(between: best.choices.map { rows[$0.row] }) {
                rows += [rowReader.glance(between, in: &context)].compactMap(\.self)
                fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
            }
        }
        let wanted = Set(fit.best.prefix(2).flatMap { $0.choices.map(\.row) })
        for row in wanted { rows[row] = rowReader.confirm(rows[row], in: &context) }
        if !wanted.isEmpty { fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit) }
        let chosen = fit.best.first?.choices ?? []
        func log(_ choice: FieldChoice) -> Double { rows[choice.row].strings[choice.string].log }
        if let weakest = chosen.min(by: { log($0) < log($1) }) {
            rows[weakest.row].steadiness = rowReader.steadiness(
                of: rows[weakest.row],
                string: weakest.string,
                in: &context
            )
        }
        for choice in chosen {
            guard let longer = rowReader.reach(&rows[choice.row], string: choice.string, in: &context) else { continue }
            rows.append(rowReader.confirm(longer, in: &context))
            fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
        }
        var attempt = ReadingAttempt(
            rows: rows,
            fit: fit,
            elsewhere: elsewhere,
            witnesses: witnesses,
            angle: request.box?.angle ?? 0
        )
        attempt.unread = (seen.clear + seen.faint).filter { row in
            !rows.contains { RowGroups.isSame($0.box, and: row.box) }
        }
        witnesses += rows.filter { $0.probability > 0.5 && $0.text.count(where: \.isNumber) > 1 }
        return attempt
    }

    private mutating func parts(of row: RowReading, rowReader: RowReader) -> [RowReading] {
        guard let (left, right) = RowGaps.split(row) else { return [] }
        return [left, right].compactMap { box in
            rowReader.glance(
                RowCandidate(box: box, score: row.score, display: row.display, inside: row.inside),
                in: &context
            )
        }
    }
}
