package import FoundationEssentials

/// Wall-clock times as they are saved: whole milliseconds since 1970.
package enum StoreTime {
    /// What is saved for a date; dates beyond the column are held at its ends.
    package static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    /// The date that was saved.
    package static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
