import DisplayLayouts
import NeuralNet
import Pixels

/// One reading of one image, from looking to judging.
struct ReadingRun {
    /// The longer sides of the first look: at a whole photo, at a display's box, at what a close photo shows, and at
    /// turned photos; and of the one that looks for small meters, where none was read and beside one that was.
    static let sides = (whole: 320, box: 256, close: 128, turned: 224, far: 480)
    /// Rows that are read.
    static let mostRows = 8
    /// Faint rows that are read where a field is missing.
    static let mostFaintRows = 4
    /// A reading at least this likely needs no other look; one less likely than the other may be a turned one.
    static let (good, poor) = (0.5, 0.2)

    let reader: DisplayReader
    let request: ReadingRequest
    private var image: GrayPyramid
    private var region: OrientedBox
    private var context = RunContext()
    /// What the first look at all of the region saw.
    private var elsewhere = Elsewhere(rows: [], displays: [])

    /// Prepares a reading.
    init(_ reader: DisplayReader, _ image: GrayImage, _ request: ReadingRequest) {
        self.reader = reader
        self.image = GrayPyramid(image)
        self.request = request
        region = Self.region(of: request.box, in: image)
    }

    /// What the image shows.
    func outcome() -> DisplayOutcome {
        var run = self
        return run.read()
    }

    /// The part of the image that is looked at: a box with a margin, since frames are set by eye.
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
        let side = request.box == nil ? Self.sides.whole : Self.sides.box
        let search = RowSearch(finder: reader.finder, image: image)
        let first = FinderLook(at: region, side: side)
        let seen = first.candidates(in: image, reader.finder, &context)
        elsewhere = Elsewhere(rows: seen.clear, displays: seen.displays)
        var best = attempt(search.rows(seenBy: first, seen, &context))
        for display in seen.displays where best.strength < Self.good && isSmall(display) {
            let around = display.grown(along: 0.08 * display.width, across: 0.08 * display.height)
            let near = attempt(search.rows(in: around, side: Self.sides.box, &context))
            if near.strength > best.strength { best = near }
        }
        if best.strength < Self.good {
            let close = attempt(search.rows(in: region, side: Self.sides.close, &context))
            if close.strength > best.strength { best = close }
        }
        if best.strength < Self.poor, request.box == nil {
            var far = attempt(search.rows(in: region, side: Self.sides.far, &context))
            far.isFar = true
            // Small, it may be print: it has to be a reading that is worth showing.
            if far.strength > Self.poor { best = far }
        }
        if best.strength < Self.poor, let turned = turned(than: best, seen) { return turned }
        if request.box == nil, best.isAcceptable, Calibration.current.suffices(best.strength) {
            best = lookingAround(best)
        }
        return best.outcome(of: image.image, request.layouts)
    }

    /// Judges a reading of a whole photo once more, by the numbers that a nearer look sees beside it: small meters escape
    /// the first look.
    private mutating func lookingAround(_ attempt: ReadingAttempt) -> ReadingAttempt {
        let seen = FinderLook(at: region, side: Self.sides.far).candidates(in: image, reader.finder, &context)
        let rowReader = RowReader(network: reader.reader, image: image)
        let own = attempt.fit.best.first?.choices.map { attempt.rows[$0.row].box } ?? []
        let beside = elsewhere.beside(own, seen.clear + seen.faint).sorted { $0.box.height > $1.box.height }
        elsewhere.numbers = beside.prefix(Self.mostRows).compactMap { rowReader.glance($0, &context) }
        return ReadingAttempt(rows: attempt.rows, fit: attempt.fit, elsewhere: elsewhere)
    }

    /// True for a display that a look at all of the region shows too small.
    private func isSmall(_ display: OrientedBox) -> Bool {
        max(display.width, display.height) < 0.6 * max(region.width, region.height)
    }

    /// Reads rows and fits them to the layouts; where a field is missing, faint rows too.
    private mutating func attempt(_ seen: SeenRows) -> ReadingAttempt {
        let rowReader = RowReader(network: reader.reader, image: image)
        let highest = seen.clear.map(\.box.height).max() ?? 0
        var rows = seen.clear.filter { $0.box.height > 0.25 * highest }.prefix(Self.mostRows)
            .compactMap { rowReader.glance($0, &context) }
        rows += rows.flatMap { parts(of: $0, rowReader) }
        var fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
        if !(fit.best.first?.isComplete ?? false), !rows.isEmpty {
            rows += seen.faint.filter { $0.box.height > 0.25 * highest && $0.box.height < 1.4 * highest }
                .prefix(Self.mostFaintRows).compactMap { rowReader.glance($0, &context) }
            fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
            if let best = fit.best.first, let between = RowGaps.missing(between: best.choices.map { rows[$0.row] }) {
                rows += [rowReader.glance(between, &context)].compactMap(\.self)
                fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
            }
        }
        let wanted = Set(fit.best.prefix(2).flatMap { $0.choices.map(\.row) })
        for row in wanted { rows[row] = rowReader.confirm(rows[row], &context) }
        if !wanted.isEmpty { fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit) }
        let chosen = fit.best.first?.choices ?? []
        func log(_ choice: FieldChoice) -> Double { rows[choice.row].strings[choice.string].log }
        if let weakest = chosen.min(by: { log($0) < log($1) }) {
            rows[weakest.row].steadiness = rowReader.steadiness(of: rows[weakest.row], weakest.string, &context)
        }
        for choice in chosen {
            guard let longer = rowReader.reach(&rows[choice.row], choice.string, &context) else { continue }
            rows.append(rowReader.confirm(longer, &context))
            fit = LayoutFit(rows, layouts: request.expandedLayouts, unit: request.unit)
        }
        return ReadingAttempt(rows: rows, fit: fit, elsewhere: elsewhere)
    }

    private mutating func parts(of row: RowReading, _ rowReader: RowReader) -> [RowReading] {
        guard let (left, right) = RowGaps.split(row) else { return [] }
        return [left, right].compactMap { box in
            rowReader.glance(
                RowCandidate(box: box, score: row.score, display: row.display, inside: row.inside),
                &context
            )
        }
    }

    /// The outcome of the image turned by quarters, where the finder sees rows more surely so, and they read better.
    ///
    /// Only the finder looks at each turn; what is read is the surest turn.
    private mutating func turned(than upright: ReadingAttempt, _ seen: SeenRows) -> DisplayOutcome? {
        guard request.box == nil || upright.fit.best.isEmpty else { return nil }
        var surest: (run: ReadingRun, quarters: Int, look: FinderLook, seen: SeenRows)?
        var most = 1.15 * Self.weight(seen)
        // Half turned, `0L` reads as 70: what is a message as it stands is no number upside down.
        let isMessage = ScreenMessages(upright.rows).refusal != nil
        for quarters in 1...3 where quarters != 2 || !isMessage {
            var run = self
            run.image = GrayPyramid(image.image.turned(quarters: quarters))
            run.region = Self.turned(region, in: image.image, quarters)
            let look = FinderLook(at: run.region, side: Self.sides.turned)
            let rows = look.candidates(in: run.image, reader.finder, &run.context)
            guard Self.weight(rows) > most else { continue }
            most = Self.weight(rows)
            surest = (run, quarters, look, rows)
        }
        guard let (_, quarters, look, rows) = surest, var run = surest?.run else { return nil }
        run.elsewhere = Elsewhere(rows: rows.clear, displays: rows.displays)
        let search = RowSearch(finder: reader.finder, image: run.image)
        let attempt = run.attempt(search.rows(seenBy: look, rows, &run.context))
        guard attempt.strength > max(upright.strength, Self.poor) else { return nil }
        let (width, height) = (run.image.image.width, run.image.image.height)
        return attempt.outcome(of: run.image.image, request.layouts).placed {
            $0.turned(quarters: -quarters, width: width, height: height)
        }
    }

    /// How much the finder sees: the rows' scores by their lengths, in heights.
    private static func weight(_ seen: SeenRows) -> Double {
        seen.clear.reduce(0) { $0 + $1.score * min($1.box.width / max($1.box.height, 1), 4) }
    }

    private static func turned(_ region: OrientedBox, in image: GrayImage, _ quarters: Int) -> OrientedBox {
        var box = region.turned(quarters: quarters, width: image.width, height: image.height)
        if quarters % 2 != 0 { (box.width, box.height) = (box.height, box.width) }
        box.angle = 0
        return box
    }
}
