import DisplayLayouts
import Pixels

/// Rows with a message instead of a value: errors, times, numbers of stored values.
struct ScreenMessages {
    /// A row with a message.
    private struct Seen {
        let message: ScreenMessage
        let row: RowReading
    }

    private let seen: [Seen]

    /// Finds the messages among rows.
    ///
    /// - Parameter layouts: The possible layouts, whose usual values are not error codes; none for any message.
    init(_ rows: [RowReading], layouts: [DisplayLayout] = []) {
        seen = rows.compactMap { row in
            guard row.probability > 0.2, let message = DisplayGrammar.message(row.text),
                !Self.isFramed(row.text, layouts: layouts)
            else { return nil }
            return Seen(message: message, row: row)
        }
        .sorted { $0.row.box.height * $0.row.score > $1.row.box.height * $1.row.score }
    }

    /// The refusal if there are only messages; nil without a message.
    var refusal: Refusal? {
        seen.first.map { Refusal(Self.reason($0.message), text: $0.row.text) }
    }

    /// The refusal if a message is so large that an apparent value next to it is not one, or if the value is part of a
    /// message.
    func refusal(against reading: LayoutReading, of rows: [RowReading]) -> Refusal? {
        let chosen = reading.choices.map { rows[$0.row] }
        if let whole = whole(of: chosen, reading: reading) {
            return Refusal(Self.reason(whole.message), text: whole.row.text)
        }
        guard let highest = chosen.map(\.box.height).max() else { return refusal }
        let other = seen.first { message in
            // A speck of dirt reads as a dash.
            guard message.row.box.height > 0.7 * highest, message.row.score > 0.6, message.row.text.count > 1 else {
                return false
            }
            return !chosen.contains { RowGroups.isSame($0.box, and: message.row.box) } && Self.isGrave(message.message)
        }
        return other.map { Refusal(Self.reason($0.message), text: $0.row.text) }
    }

    /// The refusal of a value that is part of a longer text.
    static func refusal(ofPart longer: String) -> Refusal {
        Refusal(DisplayGrammar.message(longer).map(reason) ?? .notThisField, text: longer)
    }

    /// Whether a text is an oximeter's usual value after the bars of its screen's frame, which look like an `E`.
    ///
    /// Its error codes are smaller: `E99` is a saturation of 99, `E7` an error.
    private static func isFramed(_ text: String, layouts: [DisplayLayout]) -> Bool {
        guard text.first == "E", text.count > 2, layouts.allSatisfy({ $0.kind == .pulseOximeter }) else { return false }
        return layouts.flatMap(\.fields).contains { field in
            DisplayGrammar.interpret(String(text.dropFirst()), as: field).contains { $0.penalty == 0 }
        }
    }

    /// The message that contains a value, such as `E15` for `15` and `2:08` for `08`.
    ///
    /// Next to other values, a letter before a number is probably an icon, unless it indicates an error.
    private func whole(of chosen: [RowReading], reading: LayoutReading) -> Seen? {
        seen.first { message in
            guard message.row.probability > 0.5, chosen.count == 1 || Self.isGrave(message.message) else {
                return false
            }
            return zip(chosen, reading.choices).contains { row, choice in
                let value = row.strings[choice.string].text
                return message.row.text != value && message.row.text.contains(value.filter { $0 != "." })
                    && RowGroups.isSame(row.box, and: message.row.box)
            }
        }
    }

    /// True for messages that a display does not show next to a value.
    private static func isGrave(_ message: ScreenMessage) -> Bool {
        switch message {
        case .error, .low, .high, .blank, .off, .selfTest: true
        case .clock, .date, .memory, .average, .battery, .word: false
        }
    }

    private static func reason(_ message: ScreenMessage) -> Refusal.Reason {
        switch message {
        case .error, .battery, .word: .errorCode
        case .low, .high: .outOfRange
        case .clock, .date: .clock
        case .memory, .average: .memory
        case .blank, .off, .selfTest: .displayOff
        }
    }
}
