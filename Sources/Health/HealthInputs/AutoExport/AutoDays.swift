internal import HealthTypes
internal import VitalRecords

/// The daily sums of a file, which the app can also group by weeks or months.
///
/// No field names the grouping, so all series of a file decide together.
struct AutoDays {
    /// A sum at midnight.
    struct Sum {
        /// The day as days since 1970.
        let day: Int
        /// The midnight in seconds since 1970 (UTC); nil if the date has no offset.
        let start: Int64?
        let value: DecimalNumber
        let source: HealthSource
    }

    /// The sums of one metric.
    struct Series {
        let identifier: String
        let type: Int
        /// The unit as HealthKit writes it; nil for a count of a category.
        let unit: String?
        var sums: [Sum] = []

        /// Whether everyone has a sum on each day; other metrics may occur once a week.
        fileprivate var isOfEveryDay: Bool { AutoDays.everyDay.contains(identifier) }

        /// Delivers the sums.
        func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
            for sum in sums {
                writer.deliver(
                    dayTotal: sum.value,
                    of: type,
                    unit: unit,
                    on: sum.day,
                    from: sum.start,
                    source: sum.source,
                    into: &sink
                )
            }
        }
    }

    private static let week = 7
    private static let everyDay: Set<String> = [
        HealthIdentifier.steps, HealthIdentifier.activeEnergy, HealthIdentifier.basalEnergy,
        HealthIdentifier.quantity("DistanceWalkingRunning"),
    ]

    private var series: [Series] = []

    /// Adds the sums of a metric.
    mutating func add(_ found: Series) {
        if !found.sums.isEmpty { series.append(found) }
    }

    /// Delivers the sums, unless they are those of weeks or months, which no day has.
    func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        let areLonger = areLonger
        for series in series {
            writer.count(series.identifier, times: series.sums.count)
            if areLonger {
                writer.report.leftOut.note(series.identifier, reason: .noMeasurement, count: series.sums.count)
            } else {
                series.deliver(&writer, into: &sink)
            }
        }
    }

    /// Whether the sums are those of weeks or months.
    private var areLonger: Bool {
        let days = series.map { Set($0.sums.map(\.day)).sorted() }
        let isCertain = zip(series, days).contains { $0.isOfEveryDay && $1.count > 1 }
        return isCertain && (days.allSatisfy(Self.areWeeks) || days.allSatisfy(Self.areMonths))
    }

    private static func areWeeks(_ days: [Int]) -> Bool {
        zip(days, days.dropFirst()).allSatisfy { ($1 - $0) % week == 0 }
    }

    private static func areMonths(_ days: [Int]) -> Bool {
        days.allSatisfy { CivilDateTime(daysSince1970: $0, secondOfDay: 0)?.day == 1 }
    }
}
