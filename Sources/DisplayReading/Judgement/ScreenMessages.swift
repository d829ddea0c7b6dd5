import DisplayLayouts
import Pixels

/// Rows that say something else than a value: errors, times, numbers of stored values.
struct ScreenMessages {
    /// A row that is a message.
    private struct Seen {
        let message: ScreenMessage
        let row: RowReading
    }

    private let seen: [Seen]

    /// Looks for messages among rows.
    init(_ rows: [RowReading]) {
        seen = rows.compactMap { row in
            guard row.probability > 0.2, let message = DisplayGrammar.message(row.text) else { return nil }
            return Seen(message: message, row: row)
        }
        .sorted { $0.row.box.height * $0.row.score > $1.row.box.height * $1.row.score }
    }

    /// The refusal where there is nothing but messages; nil where there is no message.
    var refusal: Refusal? {
        seen.first.map { Refusal(Self.reason($0.message), text: $0.row.text) }
    }

    /// The refusal where a message is so large that what looks like a value beside it is none.
    func refusal(against reading: LayoutReading, of rows: [RowReading]) -> Refusal? {
        let chosen = reading.choices.map { rows[$0.row] }
        guard let highest = chosen.map(\.box.height).max() else { return refusal }
        let other = seen.first { message in
            // A speck of dirt reads as a dash.
            guard message.row.box.height > 0.7 * highest, message.row.score > 0.6, message.row.text.count > 1 else {
                return false
            }
            return !chosen.contains { RowGroups.isSame($0.box, message.row.box) } && Self.isGrave(message.message)
        }
        return other.map { Refusal(Self.reason($0.message), text: $0.row.text) }
    }

    /// True for what a display does not show beside a value.
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
