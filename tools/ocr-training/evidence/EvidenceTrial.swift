internal import DisplayGenerator
internal import DisplayLayouts
internal import DisplayReading
internal import Pixels
internal import VitalRecords

/// A drawn display, read and compared with its truth.
struct EvidenceTrial {
    private static let sides = [480, 640, 960]

    let seed: UInt64
    let kind: DisplayGenerator.DisplayKind?
    let band: DisplayBand
    let mayRefuse: Bool

    /// Draws and reads it; every other one with the display's place given, and with the unit told.
    func line(_ reader: DisplayReader) -> EvidenceLine {
        let isBoxed = seed % 2 == 0
        let scene = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: mayRefuse)
        let drawn = scene.draw(side: Self.sides[Int(seed % 3)])
        // What is dark, blurred or hidden may be read if it is read rightly; so may the one of several that is pointed at.
        let mayBeRead = [.dark, .blurred, .glare].contains(drawn.refusal) || drawn.refusal == .several && isBoxed
        let values =
            mayBeRead
            ? drawn.values.map(\.text) : drawn.expected.filter { $0.key != "unit" }.map { Self.plain($0.value) }
        let unit = drawn.expected.first { $0.key == "unit" }.map { Self.plain($0.value) }
        let box = isBoxed ? drawn.display?.bounds : nil
        let request = ReadingRequest(
            layouts: [.standard(DisplayLayouts.DisplayKind(rawValue: drawn.kind.rawValue) ?? .any)],
            // What a scale weighs in is nowhere in its digits.
            unit: drawn.kind == .weightScale || seed / 2 % 2 == 0 ? unit : nil,
            box: box
        )
        let outcome = reader.read(drawn.gray, request)
        let read = Self.values(of: outcome)
        let isSame = drawn.refusal == .several ? values.starts(with: read) : values == read
        let isRight = (drawn.refusal == nil || mayBeRead) && isSame && Self.has(outcome, unit)
        return EvidenceLine(
            seed: seed,
            kind: drawn.kind.rawValue,
            band: band.rawValue,
            input: box == nil ? "whole" : "box",
            must: drawn.refusal?.rawValue ?? "read",
            result: outcome.refusal != nil ? "refused" : isRight ? "right" : "wrong",
            expected: values.joined(separator: " "),
            outcome: outcome
        )
    }

    private static func plain(_ value: String) -> String { value.filter { $0 != "\"" } }

    /// The values as shown; stones and pounds of one text as two.
    private static func values(of outcome: DisplayOutcome) -> [String] {
        outcome.measurements.flatMap { measurement in
            var text = measurement.text
            if text.last == "." { text.removeLast() }
            let parts = text.split { ":-".contains($0) }.map(String.init)
            return measurement.unit == "lb" && parts.count == 2 ? parts : [text]
        }
    }

    private static func has(_ outcome: DisplayOutcome, _ unit: String?) -> Bool {
        guard let unit, let shown = outcome.measurements.first?.unit else { return true }
        return DisplayUnit.named(unit) == DisplayUnit.named(shown) || unit == "st"
    }
}
