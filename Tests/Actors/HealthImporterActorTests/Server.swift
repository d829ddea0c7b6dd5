import FoundationEssentials
import HealthRecords
import Testing
import VitalRecords

/// The session manager's data after each import: the last revision of each record.
struct Server {
    private(set) var records: [ReadingKey: Reading] = [:]

    /// Takes over the waiting readings, whose revisions must be consecutive.
    mutating func take(_ readings: [Reading]) {
        for reading in readings {
            #expect(reading.revision == (records[reading.readingKey]?.revision ?? 0) + 1)
            records[reading.readingKey] = reading
        }
    }

    /// The records of a type, by the date (UTC) of their end.
    func days(_ type: RecordType) -> [LocalDay: Reading] {
        Dictionary(
            records.values.filter { $0.type == type }.map { ($0.day, $0) }
        ) { first, _ in
            Issue.record("two records of one day")
            return first
        }
    }

    /// The value of a metric in a day's only record.
    func value(_ metric: MetricName = .steps, _ type: RecordType = .routine, day: Int = 0) -> DecimalNumber? {
        days(type)[LocalDay(number: 20_758 + day)]?.measurements.first { $0.metric == metric }?.value
    }
}

extension Reading {
    /// The date (UTC) of its end.
    var day: LocalDay {
        LocalDay(number: Int((details?.end ?? timestamp).timeIntervalSince1970) / 86_400)
    }
}
