import DisplayLayouts
import Pixels

/// Detects readings that are different values when the meter is turned by half a turn.
///
/// `58` becomes `85`. But `102`, `89` and `80` of a cuff would become `08`, `68` and `201`, which no cuff shows.
enum UpsideDown {
    /// The digits that are also digits upside down, with the resulting digit.
    private static let digits: [Character: Character] = [
        "0": "0", "1": "1", "2": "2", "5": "5", "6": "9", "8": "8", "9": "6",
    ]

    /// A text as read upside down, without its point, which is then at the top; nil if a character cannot be read.
    static func text(_ text: String) -> String? {
        var turned = ""
        for character in text.reversed() where character != "." {
            guard let digit = digits[character] else { return nil }
            turned.append(digit)
        }
        return turned.isEmpty ? nil : turned
    }

    /// The letters and digits as which a display's digits may be read upside down.
    private static let letters: [Character: Character] = [
        "0": "0", "1": "1", "2": "2", "3": "E", "4": "h", "5": "5", "6": "9", "7": "L", "8": "8", "9": "6", "-": "-",
    ]

    /// A number as a message read upside down, with at least one letter; nil if it cannot be one, for example because
    /// of a point.
    static func message(_ text: String) -> String? {
        let turned = text.reversed().compactMap { letters[$0] }
        guard turned.count == text.count, turned.contains(where: \.isLetter) else { return nil }
        return String(turned)
    }

    /// Whether a reading's rows form a reading of the same layout upside down, with or without a restored point.
    ///
    /// - Parameter allowsRestored: Whether a point may be restored.
    static func isReading(
        _ reading: LayoutReading,
        rows: [RowReading],
        unit: String?,
        allowsRestored: Bool = true
    ) -> Bool {
        let turned = reading.choices.compactMap { choice in
            text(rows[choice.row].strings[choice.string].text).map { row(rows[choice.row], reads: $0) }
        }
        guard !turned.isEmpty, turned.count == reading.choices.count else { return false }
        let readings = LayoutFit(turned, layouts: [reading.layout], unit: unit).best
        return readings.contains { allowsRestored || !$0.choices.contains(where: \.reading.isPointRestored) }
    }

    /// A row as located and read upside down.
    private static func row(_ row: RowReading, reads text: String) -> RowReading {
        var turned = row
        turned.box.center = Point(x: -row.box.center.x, y: -row.box.center.y)
        turned.crops = []
        turned.strings = [
            ScoredString(classes: text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }, log: 0)
        ]
        return turned
    }
}
