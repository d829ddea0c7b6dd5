package import Pixels
package import VitalRecords

/// The strongest doubts about a reading whose confidence does not suffice.
///
/// The cost of each value is its weighted distance from a typical accepted reading. If characters or the display are
/// unclear, the picture's faults come first, because a person can fix those.
package struct StrongestDoubts {
    /// The largest number of doubts reported from the evidence.
    private static let most = 2
    /// The share of the strongest doubt's cost from which another one is reported, too.
    private static let comparable = 0.5
    /// The height below which a row is enlarged for the network, in pixels: a crop of 32 has a margin above and below.
    static let leastHeight = 32 / (1 + 2 * RowReader.margins[0].across)
    /// The sharpness and contrast that 19 of 20 accepted readings of drawn displays exceed.
    static let least = (sharpness: 0.26, contrast: 0.12)

    /// The doubts, the strongest first; never empty.
    package let words: [ReadingDoubt]

    /// Finds the strongest doubts about a reading.
    ///
    /// - Parameters:
    ///   - rows: The boxes of its rows, in the image's pixels.
    ///   - angle: The angle of the display's box in the request, in radians; 0 is upright in the image.
    package init(
        _ evidence: Evidence,
        rows: [OrientedBox],
        angle: Double = 0,
        calibration: Calibration = .current
    ) {
        let seen = Self.dearest(evidence, calibration: calibration)
        let isUnclear = seen.contains { [.unclearDigits, .unclearPoint, .unclearDisplay].contains($0) }
        words = (isUnclear ? Self.faults(evidence, rows: rows, angle: angle) : []) + seen
    }

    /// The doubts with the highest costs.
    private static func dearest(_ evidence: Evidence, calibration: Calibration) -> [ReadingDoubt] {
        var costs: [ReadingDoubt: Double] = [:]
        for (doubt, cost) in zip(Evidence.doubts, calibration.costs(of: evidence)) { costs[doubt, default: 0] += cost }
        // Ordered by their list, too, so that equal costs give the same result in each run.
        let ranked = ReadingDoubt.known.filter { costs[$0] != nil }.sorted { costs[$0] ?? 0 > costs[$1] ?? 0 }
        guard let first = ranked.first, let greatest = costs[first] else { return [] }
        return Array(ranked.filter { $0 == first || costs[$0] ?? 0 >= comparable * greatest }.prefix(most))
    }

    /// The faults of the picture in the rows.
    private static func faults(_ evidence: Evidence, rows: [OrientedBox], angle: Double) -> [ReadingDoubt] {
        var faults: [ReadingDoubt] = []
        if evidence.sharpness < least.sharpness { faults.append(.blurred) }
        if evidence.contrast < least.contrast { faults.append(.faint) }
        if rows.contains(where: { $0.height < leastHeight }) { faults.append(.tooSmall) }
        if rows.contains(where: { $0.isAskew(against: angle) }) { faults.append(.tilted) }
        return faults
    }
}

extension OrientedBox {
    /// The angle from which a display counts as askew and is read badly, in radians: about 20 degrees.
    package static let askew = 0.35

    /// Whether its reading direction differs by more than that from another one, in radians, modulo whole turns.
    package func isAskew(against angle: Double) -> Bool {
        Angle.cosine(self.angle - angle) < Angle.cosine(Self.askew)
    }
}

extension Evidence {
    /// The doubt that a low value raises, in the order of ``names``.
    static let doubts: [ReadingDoubt] = [
        .unclearDigits, .unclearDigits, .unclearDigits, .unclearDigits, .unclearDisplay, .unusualLayout,
        .unusualValue, .unclearDigits, .blurred, .faint, .unusualLayout, .unclearDigits, .mayContinue,
        .unclearDisplay, .missingValue, .fewChecks, .unusualValue, .unclearDigits, .unclearDigits, .fewChecks,
        .severalDisplays, .unclearDigits, .unclearPoint,
    ]

    /// The doubts that no other evidence can compensate.
    ///
    /// A number may have more digits, or the reading may leave out something large, such as the rest of a clock or a
    /// counter.
    package var standing: [ReadingDoubt] {
        (reach >= 0.2 || constraint >= 0.5 ? [] : [.mayContinue]) + (explained >= 0.2 ? [] : [.unusualLayout])
    }
}
