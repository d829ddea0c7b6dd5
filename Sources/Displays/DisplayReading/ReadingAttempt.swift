import DisplayLayouts
import Pixels
import VitalRecords

/// Rows as read, fitted to the layouts.
struct ReadingAttempt {
    let rows: [RowReading]
    let fit: LayoutFit
    /// Other rows and displays in view.
    let elsewhere: Elsewhere
    /// The angle of the display in the request, in radians.
    private let angle: Double

    /// A doubt from how it was found, whatever the confidence: it is small enough to be print, or may be upside down.
    var suspicion: ReadingDoubt?
    /// The rows that the finder saw in the same pass and that were not read.
    var unread: [RowCandidate] = []
    /// Those of them that were read later, before acceptance.
    var others: [RowReading] = []
    /// Whether the time ended before every direction was tried.
    var isOutOfTime = false
    /// The evidence for the best reading; nil without one.
    let evidence: Evidence?
    /// Whether a value's last digit may be the symbol of its unit.
    private let endsWithSymbol: Bool
    /// Whether the best reading uses all characters seen; nil without one.
    let whole: WholeRows?

    /// Judges the reading once.
    ///
    /// - Parameters:
    ///   - witnesses: Rows of earlier passes.
    ///   - angle: The angle of the display in the request, in radians.
    init(
        rows: [RowReading],
        fit: LayoutFit,
        elsewhere: Elsewhere,
        witnesses: [RowReading] = [],
        angle: Double = 0
    ) {
        self.angle = angle
        self.rows = rows
        self.fit = fit
        self.elsewhere = elsewhere
        let judgement = fit.best.first.map { best in
            Judgement(rows: rows, fit: fit, reading: best, elsewhere: elsewhere)
        }
        evidence = judgement?.evidence
        endsWithSymbol = judgement?.endsWithSymbol ?? false
        whole = fit.best.first.map { best in
            let isCuff = best.layout.kind == .bloodPressure && best.choices.count == 3
            return WholeRows(best.choices, rows: rows, witnesses: witnesses, isCuff: isCuff)
        }
    }

    /// The quality of the best reading, 0…1: its confidence; 0 without a reading.
    var strength: Double { evidence.map { Calibration.current.confidence(of: $0) } ?? 0 }

    /// The odds that the best reading is correct and the right way up, to compare turns of the same photo.
    var uprightOdds: Double { strength / max(1 - strength, 1e-9) * (showsPoint ? Self.pointOdds : 1) }

    /// The factor by which a point makes an orientation likelier, because upside down no point is on the baseline.
    private static let pointOdds = 10.0

    /// Whether the best reading has a visible point.
    var showsPoint: Bool { texts.contains { $0.contains(".") } }

    /// The texts of the best reading's rows.
    private var texts: [String] {
        fit.best.first?.choices.map { rows[$0.row].strings[$0.string].text } ?? []
    }

    /// The boxes of the best reading's rows; empty without one.
    var boxes: [OrientedBox] { fit.best.first?.choices.map { rows[$0.row].box } ?? [] }

    /// Whether a row shows a message, such as a clock's time.
    var showsMessage: Bool { ScreenMessages(rows).refusal != nil }

    /// Whether the best reading has several rows.
    var hasSeveralRows: Bool { (fit.best.first?.choices.count ?? 0) > 1 }

    /// Whether the best reading's digits are also digits upside down, such as `85` and `58`, and then form values of
    /// the layout.
    var readsUpsideDown: Bool { fit.best.first.map { UpsideDown.isReading($0, rows: rows, unit: fit.unit) } ?? false }

    /// Whether they form such values even without the visible point.
    ///
    /// A glucose of `12.2` is 221 upside down, but `36.6` is not a temperature. A number of any kind always would be
    /// one, so it does not count.
    var readsUpsideDownAsSeen: Bool {
        guard let best = fit.best.first, best.layout.kind != .any else { return false }
        return UpsideDown.isReading(best, rows: rows, unit: fit.unit, allowsRestored: false)
    }

    /// Whether each row is a message upside down: `13` is `E1`, and `70` is `0L`.
    var isMessageUpsideDown: Bool {
        !texts.isEmpty && texts.allSatisfy { text in UpsideDown.message(text).flatMap(DisplayGrammar.message) != nil }
    }

    /// Whether this upside-down reading is likelier than the upright one, and neither shows which way is up.
    func isLikelier(thanUpright upright: ReadingAttempt) -> Bool {
        readsUpsideDown && whole?.verdict == .whole && upright.readsUpsideDown && !upright.showsPoint
            && uprightOdds > Self.rivalOdds * upright.uprightOdds
    }

    /// The factor by which its odds must exceed the upright ones, because photos are usually upright.
    private static let rivalOdds = 1.5

    /// Whether the reading is a single row that is a message the other way up: `0L` upside down reads as 70 and `E22`
    /// as 223.
    ///
    /// A visible point on the baseline proves that it is not.
    ///
    /// - Parameter other: The reading of the image the other way up.
    func isMessage(otherWayUp other: ReadingAttempt) -> Bool {
        guard let choice = fit.best.first?.choices.first, !hasSeveralRows, !showsPoint else { return false }
        if other.whole?.verdict == .part, let longer = other.whole?.longer {
            if DisplayGrammar.message(longer) != nil || !longer.contains(where: \.isLetter) { return true }
        }
        let own = rows[choice.row].box
        return other.rows.contains { row in
            row.probability > 0.2 && row.text.count > 1 && row.box.width > 0.7 * own.width
                && row.box.contains(own.center) && DisplayGrammar.message(row.text) != nil
        }
    }

    /// Whether a wide crop probably shows more digits next to a value that do not belong to another value.
    private var isContinued: Bool {
        let chosen = fit.best.first?.choices.map(\.row) ?? []
        return chosen.contains { row in
            guard let beyond = rows[row].beyond, beyond.probability >= Self.continued else { return false }
            return beyond.areOutside(
                chosen.filter { $0 != row }.map { other in
                    let box = rows[other].box
                    return box.grown(along: 0.3 * box.height, across: 0.3 * box.height)
                }
            )
        }
    }

    /// The confidence below which a lone number may continue beyond its ends, whatever its layout allows.
    private static let leastReach = 0.05

    /// The probability of a longer number from which a reading is not accepted.
    private static let continued = 0.5

    /// The doubts about the best reading; never empty without one.
    var doubts: Doubts {
        guard let best = fit.best.first, let evidence else { return Doubts([], confidence: 0) }
        var standing = suspicion.map { [$0] } ?? []
        if isOutOfTime { standing.append(.outOfTime) }
        if endsWithSymbol { standing.append(.unitSymbol) }
        if whole?.verdict != .whole { standing.append(.longerText) }
        if isContinued { standing.append(.mayContinue) }
        // A restored point is a guess, and so is a missing field or the choice between two displays.
        if best.choices.contains(where: { $0.reading.isPointRestored }) { standing.append(.restoredPoint) }
        if !best.isComplete { standing.append(.missingValue) }
        if SecondNumbers(best, rows: rows, others: others, unit: fit.unit).exist { standing.append(.unusualLayout) }
        if elsewhere.showsMeter(beside: boxes) { standing.append(.severalDisplays) }
        if best.choices.count == 1, evidence.reach < Self.leastReach { standing.append(.mayContinue) }
        return Doubts(
            standing + evidence.standing,
            confidence: strength,
            causes: StrongestDoubts(evidence, rows: best.choices.map { rows[$0.row].box }, angle: angle).words
        )
    }
}

extension ReadingAttempt {
    /// The outcome for the image.
    ///
    /// - Parameters:
    ///   - image: The image, which may explain why nothing is readable.
    ///   - layouts: The possible layouts of a second display in the image.
    func outcome(of image: GrayImage, layouts: [DisplayLayout]) -> DisplayOutcome {
        let messages = ScreenMessages(rows, layouts: layouts)
        guard let best = fit.best.first, let evidence else {
            return refused(messages.refusal ?? unread(image), evidence: Evidence())
        }
        if let refusal = messages.refusal(against: best, of: rows) { return refused(refusal, evidence: evidence) }
        if let whole, whole.verdict == .part {
            return refused(ScreenMessages.refusal(ofPart: whole.longer ?? ""), evidence: evidence)
        }
        let others = OtherDisplays(rows, reading: best, layouts: layouts)
        if others.showFullReading {
            return refused(Refusal(.severalDisplays, text: text(of: best)), evidence: evidence)
        }
        return accepted(best, evidence: evidence, others: others.mayShowReading ? [.severalDisplays] : [])
    }

    /// The confidence below which a reading is refused.
    private static let leastConfidence = 0.05

    private func accepted(
        _ reading: LayoutReading,
        evidence: Evidence,
        others: [ReadingDoubt]
    ) -> DisplayOutcome {
        let confidence = strength
        // If shown, a reading that is almost always wrong would sometimes be confirmed.
        guard confidence >= Self.leastConfidence else {
            return refused(Refusal(isOutOfTime ? .outOfTime : .unreadable, text: text(of: reading)), evidence: evidence)
        }
        return DisplayOutcome(
            measurements: measurements(of: reading),
            text: text(of: reading),
            confidence: confidence,
            doubts: doubts.adding(others),
            refusal: nil,
            rows: found(reading),
            display: display(of: reading),
            evidence: evidence
        )
    }

    private func refused(_ refusal: Refusal, evidence: Evidence) -> DisplayOutcome {
        let display = rows.isEmpty ? nil : RowGroups.box(around: rows.map(\.box))
        return .refused(refusal, rows: found(nil), display: display, evidence: evidence)
    }

    /// The refusal if no row is a value or a message.
    private func unread(_ image: GrayImage) -> Refusal {
        let texts = rows.filter { !$0.text.isEmpty }
        if texts.contains(where: { $0.probability > 0.5 }) { return Refusal(.implausible, text: Self.text(of: texts)) }
        if let fault = PictureQuality(image).fault() { return Refusal(Self.reason(fault), text: Self.text(of: texts)) }
        if isOutOfTime { return Refusal(.outOfTime, text: Self.text(of: texts)) }
        guard rows.isEmpty else { return Refusal(.unreadable, text: Self.text(of: texts)) }
        return Refusal(!elsewhere.displays.isEmpty ? .displayOff : .noDisplay)
    }

    private static func reason(_ fault: PictureFault) -> Refusal.Reason {
        switch fault {
        case .tooDark: .tooDark
        case .blurred: .blurred
        case .glare: .glare
        }
    }

    private func measurements(of reading: LayoutReading) -> [DisplayMeasurement] {
        let made = zip(reading.fields, reading.choices).map { field, choice in
            let row = rows[choice.row]
            return DisplayMeasurement(
                key: field.key,
                value: choice.reading.value,
                text: choice.reading.text,
                unit: choice.reading.unit?.name,
                box: row.box,
                characters: Judgement.characters(row, string: row.strings[choice.string]),
                openEnds: Misreadings.openEnds(choice.reading.text, as: field, unit: choice.reading.unit)
            )
        }
        return reading.layout.fields.compactMap { field in made.first { $0.key == field.key } }
    }

    private func found(_ reading: LayoutReading?) -> [FoundRow] {
        var fields: [Int: String] = [:]
        if let reading {
            for (field, choice) in zip(reading.fields, reading.choices) { fields[choice.row] = field.key }
        }
        let places = RowGeometry(rows.map(\.box)).rows.map(\.middle)
        return rows.indices.sorted { places[$0] < places[$1] }.map { index in
            let row = rows[index]
            return FoundRow(
                box: row.box,
                score: row.score,
                text: row.text,
                probability: row.probability,
                characters: row.strings.first.map { Judgement.characters(row, string: $0) } ?? [],
                field: fields[index]
            )
        }
    }

    private func text(of reading: LayoutReading) -> String {
        reading.choices.map { rows[$0.row].strings[$0.string].text }.joined(separator: "\n")
    }

    /// The texts of rows from top to bottom in reading direction.
    static func text(of rows: [RowReading]) -> String {
        let places = RowGeometry(rows.map(\.box)).rows.map(\.middle)
        return rows.indices.sorted { places[$0] < places[$1] }.map { rows[$0].text }.joined(separator: "\n")
    }

    /// The rows of a reading with the margin of a display.
    private func display(of reading: LayoutReading) -> OrientedBox {
        let boxes = reading.choices.map { rows[$0.row].box }
        let height = boxes.map(\.height).max() ?? 0
        return RowGroups.box(around: boxes).grown(along: 0.6 * height, across: 0.4 * height)
    }
}
