import Foundation

/// Reading and writing of the times that both APIs use.
enum Instant {
    /// Reads an ISO 8601 time with a zone, with or without fractions of a second.
    static func parse(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Writes a time in UTC with whole seconds.
    static func format(_ date: Date) -> String { date.formatted(.iso8601) }

    /// The UTC day, as `2026-02-24`.
    static func day(_ date: Date) -> String { String(format(date).prefix(10)) }

    /// Reads a day as the start of it in UTC.
    static func day(_ text: String) -> Date? {
        text.count == 10 ? parse(text + "T00:00:00Z") : nil
    }
}
