internal import HealthTypes
internal import VitalRecords

/// The content of a Google Health table; Fitbit accounts that moved there are exported as tables by month.
///
/// Names and units come from its headers; for one table the file's name gives the quantity.
enum GoogleHealthTable: Hashable {
    /// A number at a time.
    struct Measure: Hashable {
        let identifier: String
        let unit: String
        /// How many places the decimal point moves to the left: 2 from percent to a fraction.
        var places: Int8 = 0
        /// How long a row lasts, in seconds.
        var length: Int64 = 0
        /// The number that a row has in place of a measurement; nil for none.
        var missing: DecimalNumber?
        /// Whether a row describes a day, so that midnight in UTC means the day, not a time.
        var isDaily = false
        /// Whether later tables of an account repeat it.
        var isOlder = false
    }

    case numbers(Measure)
    case sleeps
    case stages
    case workouts
    /// Rows that do not become records.
    case counted(String)
    /// A table whose numbers only the file's name could identify.
    case unknown

    /// Recognises a table by its header, and by its file's name if the header is not enough.
    init(_ header: CSVHeader, named name: String) {
        let columns = header.names.filter { $0 != "data source" }
        if columns.first == "sleep_id" {
            self = columns.contains("sleep_stage_type") ? .stages : .sleeps
        } else if columns.first == "exercise_id" {
            self = .workouts
        } else if columns.count == 2 {
            self = Self.numbers(columns[1], file: Self.file(name))
        } else {
            self = .counted("Google Health \(columns.dropFirst().first ?? "table")")
        }
    }

    /// Whether a file begins like a table of Google Health.
    static func recognizes(_ head: [UInt8]) -> Bool {
        guard let line = InputHead.lines(head).first?.lowercased() else { return false }
        if line.hasPrefix("sleep_id,sleep_") || line.hasPrefix("exercise_id,exercise_start,") { return true }
        let columns = line.split(separator: ",")
        guard columns.first == "timestamp", columns.count > 1 else { return false }
        return columns.last == "data source" || measures[String(columns[1])] != nil || isOxygen(head)
    }

    /// Whether a file's name is that of the older table of oxygen saturations, which has no name for its numbers.
    static func isOxygen(named name: String) -> Bool { file(name).hasPrefix("minute spo2") }

    /// Whether a file begins like the older table of oxygen saturations by the minute, with its lowest number 50.
    private static func isOxygen(_ head: [UInt8]) -> Bool {
        let lines = InputHead.lines(head)
        guard lines.count > 1, lines[0].lowercased() == "timestamp,value" else { return false }
        let cells = lines[1].split(separator: ",")
        guard cells.count == 2, let moment = CivilMoment(String(cells[0])), moment.second != nil,
            let value = DecimalNumber(String(cells[1]))
        else { return false }
        return value >= 50 && value <= 100
    }

    private static func numbers(_ column: String, file: String) -> GoogleHealthTable {
        if let measure = measures[column] { return .numbers(measure) }
        if column == "value" {
            guard isOxygen(named: file), var measure = measures["oxygen saturation percentage"] else { return .unknown }
            measure.isOlder = true
            return .numbers(measure)
        }
        guard column == "beats per minute" else { return .counted("Google Health \(column)") }
        if file.contains("resting") {
            var measure = rate(HealthIdentifier.restingHeartRate)
            measure.isDaily = file.hasPrefix("daily_")
            return .numbers(measure)
        }
        return file.hasPrefix("heart_rate") ? .numbers(rate(HealthIdentifier.heartRate)) : .unknown
    }

    private static func file(_ name: String) -> String { name.split(separator: "/").last?.lowercased() ?? "" }

    private static func rate(_ identifier: String) -> Measure { Measure(identifier: identifier, unit: "count/min") }

    private static func quantity(
        _ name: String,
        unit: String,
        places: Int8 = 0,
        length: Int64 = 0,
        missing: DecimalNumber? = nil
    ) -> Measure {
        let identifier = HealthIdentifier.quantity(name)
        return Measure(identifier: identifier, unit: unit, places: places, length: length, missing: missing)
    }

    // Counts cover a minute, so that a band's count can hide a phone's in the same minute.
    private static let measures: [String: Measure] = [
        "steps": quantity("StepCount", unit: "count", length: 60),
        "distance": quantity("DistanceWalkingRunning", unit: "m", length: 60),
        "floors": quantity("FlightsClimbed", unit: "count", length: 60),
        "weight grams": quantity("BodyMass", unit: "g"),
        "height millimeters": quantity("Height", unit: "mm"),
        "body fat percentage": quantity("BodyFatPercentage", unit: "%", places: 2),
        // A band writes 50.0 for each minute of a night that it could not measure, and nothing else below 70.
        "oxygen saturation percentage": quantity("OxygenSaturation", unit: "%", places: 2, missing: 50),
    ]
}

/// The days of each type that tables cover; older files repeat some of them.
struct GoogleHealthDays {
    private var days: [String: Set<Int64>] = [:]

    mutating func insert(_ identifier: String, at time: Int64) {
        days[identifier, default: []].insert(Self.day(time))
    }

    func contains(_ identifier: String, at time: Int64) -> Bool {
        days[identifier]?.contains(Self.day(time)) ?? false
    }

    private static func day(_ time: Int64) -> Int64 { (time - (time % 86_400 + 86_400) % 86_400) / 86_400 }
}
