internal import Foundation
internal import MessageBus
internal import SiteHealth
internal import VitalRecords

extension LocalTime {
    /// Parses a time, or a local day as its first moment.
    ///
    /// - Parameter isEnd: Whether the end of the day is meant.
    /// - Throws: ``CommandFailure`` with the option.
    static func moment(_ text: String, of option: String, isEnd: Bool = false, in zone: TimeZone = .current) throws
        -> Date
    {
        if let time = WireJSON.time(text) { return time }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        let calendar = calendar(zone)
        if text.count == 10, numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] {
            let parts = DateComponents(year: year, month: month, day: day)
            if let begin = calendar.date(from: parts), Self.day(begin, in: zone) == text {
                return isEnd ? calendar.date(byAdding: .day, value: 1, to: begin) ?? begin : begin
            }
        }
        throw CommandFailure.input(
            "\(option) '\(text.prefix(40))' is not a time: write a day like 2026-03-01, or a time like 2026-03-01T08:00:00Z"
        )
    }
}
