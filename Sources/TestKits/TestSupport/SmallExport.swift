package import FoundationEssentials

/// A small Apple Health export with chosen content.
package struct SmallExport: Sendable {
    /// Midnight (UTC) of the first day.
    package var first = Date(timeIntervalSince1970: 1_735_689_600)
    /// The steps at noon (UTC), by days since the first one.
    package var steps: [Int: Int] = [:]
    /// The weights in kilograms, by hours since midnight of the first day.
    package var weights: [Int: Int] = [:]
    /// The birth year of the person; another year means another person.
    package var birthYear = 1950
    /// The day of the export, in days since 1 January 2026.
    package var exportDay = 1
    private static let exportYear = Date(timeIntervalSince1970: 1_767_225_600)

    /// Creates an empty export.
    package init() {}

    /// Creates an export with a number of days with steps and a number of weights.
    package init(days: Int, weights: Int) {
        for day in 0..<days { steps[day] = 1_000 + day }
        for hour in 0..<weights { self.weights[hour] = 60 + hour % 30 }
    }

    /// The text of the file.
    package var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<HealthData locale="en_GB">"#,
            #" <ExportDate value="\#(time(Self.exportYear, hour: exportDay * 24 + 8, minute: 0))"/>"#,
            #" <Me HKCharacteristicTypeIdentifierDateOfBirth="\#(birthYear)-02-03" "#
                + #"HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>"#,
        ]
        for (day, count) in steps.sorted(by: { $0.key < $1.key }) {
            lines.append(record("StepCount", unit: "count", hour: day * 24 + 12, value: count, minutes: 30))
        }
        for (hour, kilograms) in weights.sorted(by: { $0.key < $1.key }) {
            lines.append(record("BodyMass", unit: "kg", hour: hour, value: kilograms, minutes: 0))
        }
        return (lines + ["</HealthData>", ""]).joined(separator: "\n")
    }

    private func record(_ type: String, unit: String, hour: Int, value: Int, minutes: Int) -> String {
        let start = time(hour, minute: 0)
        return #" <Record type="HKQuantityTypeIdentifier\#(type)" sourceName="iPhone" unit="\#(unit)" "#
            + #"creationDate="\#(start)" startDate="\#(start)" endDate="\#(time(hour, minute: minutes))" value="\#(value)"/>"#
    }

    private func time(_ hour: Int, minute: Int) -> String { time(first, hour: hour, minute: minute) }

    private func time(_ start: Date, hour: Int, minute: Int) -> String {
        let text = start.addingTimeInterval(Double(hour * 3_600 + minute * 60)).formatted(.iso8601)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
    }
}
