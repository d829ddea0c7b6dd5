internal import VitalRecords

/// Sums of local days of one column, of the several rows that there are for one day.
struct SamsungDays {
    /// More days than this are none of a person's.
    private static let mostDays = 50_000
    /// The source that is the sum of all others.
    private static let all: Int64 = -2

    private var totals: [Int: (value: DecimalNumber, isWhole: Bool)] = [:]

    /// Takes a row's value: the one for all sources counts, else the highest one, which nearly always is the same.
    mutating func take(_ value: DecimalNumber, on day: Int, source: Int64?) {
        let isWhole = source == Self.all
        guard let known = totals[day] else {
            if totals.count < Self.mostDays { totals[day] = (value, isWhole) }
            return
        }
        if isWhole == known.isWhole {
            totals[day] = (max(value, known.value), isWhole)
        } else if isWhole {
            totals[day] = (value, true)
        }
    }

    /// The days in their order.
    var days: [(day: Int, value: DecimalNumber)] {
        totals.map { ($0.key, $0.value.value) }.sorted { $0.0 < $1.0 }
    }
}
