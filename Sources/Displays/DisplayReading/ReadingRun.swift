import DisplayLayouts
import NeuralNet
import Pixels
import VitalRecords

/// One reading of one image, from the first pass to the judgement.
struct ReadingRun {
    /// The longer sides of the first pass: for a whole photo, a display's box, a close photo and turned photos; and of
    /// the pass for small meters, if none was read and beside one that was.
    static let sides = (whole: 320, box: 256, close: 128, turned: 224, far: 480, quarter: 352)
    /// The most rows that are read.
    static let mostRows = 8
    /// The most faint rows that are read if a field is missing.
    static let mostFaintRows = 4
    /// The quality from which a reading needs no other pass, and below which it is not worth showing.
    static let (good, poor) = (0.5, 0.2)
    /// The factor by which the odds of a turned reading must exceed those of the upright one, because photos are
    /// usually upright.
    static let turnedOdds = 3.0

    let reader: DisplayReader
    let request: ReadingRequest
    private var image: GrayPyramid
    private var region: OrientedBox
    private var context = RunContext()
    /// What the first pass over the whole region saw.
    private var elsewhere = Elsewhere(rows: [], displays: [])
    /// The numbers that earlier passes saw this way up: a later pass may see less of one.
    private var witnesses: [RowReading] = []

    /// Prepares a reading.
    init(_ reader: DisplayReader, image: GrayImage, request: ReadingRequest) {
        self.reader = reader
        self.image = GrayPyramid(image)
        self.request = request
        region = Self.region(of: request.box, in: image)
    }

    /// Reads the image.
    func outcome() -> DisplayOutcome {
        var run = self
        return run.read()
    }

    /// The part of the image to read: a box with a margin, since frames are set by eye.
    private static func region(of box: PixelRect?, in image: GrayImage) -> OrientedBox {
        let all = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        guard let box, box.width > 7, box.height > 7 else { return OrientedBox(all) }
        let margin = max(box.width, box.height) / 12
        let grown = PixelRect(
            x: box.x.subtractingReportingOverflow(margin).partialValue,
            y: box.y.subtractingReportingOverflow(margin).partialValue,
            width: box.width.addingReportingOverflow(2 * margin).partialValue,
            height: box.height.addingReportingOverflow(2 * margin).partialValue
        )
        let part = grown.clamped(width: image.width, height: image.height)
        return OrientedBox(part.width > 7 && part.height > 7 ? part : all)
    }

    private mutating func read() -> DisplayOutcome {
        let search = RowSearch(finder: reader.finder, image: image)
        var best = firstAttempt(side: request.box == nil ? Self.sides.whole : Self.sides.box)
        for display in elsewhere.displays where best.strength < Self.good && isSmall(display) {
            let around = display.grown(along: 0.08 * display.width, across: 0.08 * display.height)
            let near = attempt(search.rows(in: around, side: Self.sides.box, context: &context))
            if near.strength > best.strength { best = near }
        }
        if best.strength < Self.good {
            let close = attempt(search.rows(in: region, side: Self.sides.close, context: &context))
            if close.strength > best.strength { best = close }
        }
        if best.strength < Self.poor, request.box == nil {
            var far = attempt(search.rows(in: region, side: Self.sides.far, context: &context))
            // Small text may be print, so the reading must be worth showing.
            far.suspicion = .smallPrint
            if far.strength > Self.poor { best = far }
        }
        if let turned = turned(than: best) { return turned }
        return settled(best)
    }

    /// Finishes a reading; one that would be accepted from a whole photo only after a check of the whole photo.
    private mutating func settled(_ attempt: ReadingAttempt) -> DisplayOutcome {
        let isTaken = request.box == nil && attempt.doubts.words.isEmpty
        return (isTaken ? lookingAround(attempt) : attempt).outcome(of: image.image, layouts: request.layouts)
    }

    /// Reads what a first pass over the whole region shows, and keeps what it saw elsewhere.
    private mutating func firstAttempt(side: Int) -> ReadingAttempt {
        let look = FinderLook(at: region, side: side)
        let seen = look.candidates(in: image, finder: reader.finder, context: &context)
        elsewhere = Elsewhere(rows: seen.clear, displays: seen.displays)
        return attempt(RowSearch(finder: reader.finder, image: image).rows(seenBy: look, seen: seen, in: &context))
    }

    /// Judges a reading of a whole photo again with the numbers that a closer pass finds beside it, because the first
    /// pass misses small meters.
    private mutating func lookingAround(_ attempt: ReadingAttempt) -> ReadingAttempt {
        var seen: [RowCandidate] = []
        for quarter in quarters {
            let found = FinderLook(at: quarter, side: Self.sides.quarter).candidates(
                in: image,
                finder: reader.finder,
                context: &context
            )
            seen += (found.clear + found.faint).filter { row in
                !seen.contains { RowGroups.isSame($0.box, and: row.box) }
            }
        }
        let rowReader = RowReader(network: reader.reader, image: image)
        let own = attempt.fit.best.first?.choices.map { attempt.rows[$0.row].box } ?? []
        let beside = elsewhere.beside(own, rows: seen).sorted { $0.box.height > $1.box.height }
        elsewhere.numbers = beside.prefix(Self.mostRows).compactMap { rowReader.glance($0, in: &context) }
        return ReadingAttempt(rows: attempt.rows, fit: attempt.fit, elsewhere: elsewhere, witnesses: witnesses)
    }

    /// The quarters of the region, overlapping so that no meter is on all their edges.
    private var quarters: [OrientedBox] {
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

    /// True for a display that is too small in a pass over the whole region.
    private func isSmall(_ display: OrientedBox) -> Bool {
        max(display.width, display.height) < 0.6 * max(region.width, region.height)
    }

    /// Reads rows and fits them to the layouts; if a field is missing, faint rows too.
    private mutating func attempt(_ seen: SeenRows) -> ReadingAttempt {
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
        let attempt = ReadingAttempt(rows: rows, fit: fit, elsewhere: elsewhere, witnesses: witnesses)
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

    /// The outcome of the image turned by quarters, if it reads better.
    ///
    /// The finder alone cannot decide: a display on its side looks to it like rows of narrow digits.
    private mutating func turned(than upright: ReadingAttempt) -> DisplayOutcome? {
        guard request.box == nil || upright.fit.best.isEmpty else { return nil }
        // Upside down, `0L` reads as 70 and `E22` as 223: a single row that is a message upright is no number upside
        // down.
        let isMessage = ScreenMessages(upright.rows).refusal != nil || upright.whole?.verdict == .part
        var best: (run: ReadingRun, quarters: Int, attempt: ReadingAttempt)?
        var odds = upright.uprightOdds * Self.turnedOdds
        for quarters in quarters(for: upright) {
            var run = turned(quarters)
            let attempt = lending(to: &run) { $0.firstAttempt(side: Self.sides.turned) }
            guard attempt.strength > Self.poor, attempt.uprightOdds > odds,
                quarters != 2 || !isMessage || attempt.hasSeveralRows
            else { continue }
            odds = attempt.uprightOdds
            best = (run, quarters, attempt)
        }
        guard let (_, quarters, _) = best, var run = best?.run, var attempt = best?.attempt else { return nil }
        // If both ways up are numbers, only a person can decide.
        attempt.suspicion = attempt.readsUpsideDown ? .upsideDown : nil
        let outcome = lending(to: &run) { $0.settled(attempt) }
        return outcome.placed {
            $0.turned(quarters: -quarters, width: run.image.image.width, height: run.image.image.height)
        }
    }

    /// A run of the image turned by quarters, without memory for the networks.
    private func turned(_ quarters: Int) -> ReadingRun {
        var run = ReadingRun(reader, image: image.image.turned(quarters: quarters), request: request)
        run.region = Self.turned(region, in: image.image, quarters: quarters)
        return run
    }

    /// Lends this run's memory to another run, because a copy would double it.
    private mutating func lending<Answer>(to run: inout ReadingRun, _ body: (inout ReadingRun) -> Answer) -> Answer {
        swap(&context, &run.context)
        defer { swap(&context, &run.context) }
        return body(&run)
    }

    /// The turns to try: all if nothing good was read; upside down if a point may have been missed.
    private func quarters(for upright: ReadingAttempt) -> [Int] {
        if upright.strength < Self.good { return [1, 2, 3] }
        return upright.readsUpsideDown && !upright.showsPoint && request.box == nil ? [2] : []
    }

    private static func turned(_ region: OrientedBox, in image: GrayImage, quarters: Int) -> OrientedBox {
        var box = region.turned(quarters: quarters, width: image.width, height: image.height)
        if quarters % 2 != 0 { (box.width, box.height) = (box.height, box.width) }
        box.angle = 0
        return box
    }
}
