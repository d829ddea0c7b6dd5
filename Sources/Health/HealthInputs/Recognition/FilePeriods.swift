/// The possible times of an export's files, from the dates in their names.
///
/// `steps-2026-03-25.json` ends where the next file of that name begins; a file without a date, and the last one, have
/// no end.
struct FilePeriods {
    /// 2100-01-01; later samples are invalid.
    private static let end: Int64 = 4_102_444_800

    private var periods: [String: Range<Int64>] = [:]

    /// - Parameters:
    ///   - names: The names of all files.
    ///   - clock: The clock of their dates; nil for UTC.
    init(_ names: [String], clock: LocalClock?) {
        let dated = names.compactMap { name in Self.date(name).map { (name: name, series: $0.series, day: $0.day) } }
        for group in Dictionary(grouping: dated, by: \.series).values {
            let days = Set(group.map(\.day)).sorted()
            for file in group {
                let next = days.first { $0 > file.day }.map { Self.start($0, clock: clock) } ?? Self.end
                let first = Self.start(file.day, clock: clock)
                if first < next { periods[file.name] = first..<next }
            }
        }
    }

    /// The times of a file; nil for any.
    subscript(_ name: String) -> Range<Int64>? { periods[name] }

    private static func start(_ day: Int, clock: LocalClock?) -> Int64 {
        (clock ?? .utc).instant(Int64(day) * 86_400)
    }

    /// The date in a name, and what precedes it; nil without one.
    private static func date(_ name: String) -> (series: String, day: Int)? {
        let bytes = Array(name.utf8)
        let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        var place = start
        while place + 10 <= bytes.count {
            let text = String(decoding: bytes[place..<(place + 10)], as: UTF8.self)
            if bytes[place + 4] == UInt8(ascii: "-"), let moment = CivilMoment(text), moment.second == nil {
                return (String(decoding: bytes[..<place], as: UTF8.self), moment.day)
            }
            place += 1
        }
        return nil
    }
}
