internal import HealthTypes
internal import VitalRecords

/// One point of a metric with the fields of all shapes, which can come in any order.
struct AutoPoint: JSONEntry {
    var date: CivilMoment?
    var start: CivilMoment?
    var end: CivilMoment?
    var quantity: DecimalNumber?
    var average: DecimalNumber?
    var minimum: DecimalNumber?
    var maximum: DecimalNumber?
    var systolic: DecimalNumber?
    var diastolic: DecimalNumber?
    var source: String?
    var mealTime: String?
    var stage: String?
    private var code: Int64?
    var night = AutoNight()
    /// Its position in the file.
    var offset: UInt64

    init(offset: UInt64) {
        self.offset = offset
    }

    mutating func take(_ name: String, from reader: inout JSONReader) throws {
        switch name {
        case "date": date = try reader.moment()
        case "startDate", "start": start = try reader.moment()
        case "endDate", "end": end = try reader.moment()
        case "qty": quantity = try reader.decimal()
        case "Avg", "avg": average = try reader.decimal()
        case "Min", "min": minimum = try reader.decimal()
        case "Max", "max": maximum = try reader.decimal()
        case "systolic": systolic = try reader.decimal()
        case "diastolic": diastolic = try reader.decimal()
        case "source": source = try reader.name()
        case "mealTime": mealTime = try reader.text()
        case "value": stage = try reader.text()
        case "rawValue": code = try reader.decimal()?.wholeNumber
        default: try night.take(name, from: &reader)
        }
    }

    /// Whether it is the mean of several measurements, without their times.
    var isMean: Bool { average != nil && minimum != maximum }

    /// HealthKit's number of the stage, whose name can be in the phone's language; nil without one.
    var stageNumber: Int64? { code.flatMap { HealthCategory.sleepStages.contains($0) ? $0 : nil } }

    /// The start, on the phone's clock.
    var moment: CivilMoment? { start ?? date }
}

/// A number with its unit: `{"qty": 4.3, "units": "km"}`.
struct AutoQuantity {
    let value: DecimalNumber
    let unit: String

    /// Reads the next value; nil if it is not such an object.
    init?(_ reader: inout JSONReader) throws {
        var value: DecimalNumber?
        var unit = ""
        try reader.members { reader, name in
            switch name {
            case "qty": value = try reader.decimal()
            case "units": unit = AutoUnit.healthKit(try reader.text() ?? "")
            default: try reader.skip()
            }
        }
        guard let value else { return nil }
        self.value = value
        self.unit = unit
    }
}

/// The outer structure of a file: metrics and workouts, inside `data` or at the top level.
enum AutoShape {
    /// Walks the root value.
    ///
    /// - Parameters:
    ///   - metric: Reads one metric.
    ///   - workout: Reads one workout.
    ///   - other: Reads one element of another list, given the list's name.
    static func walk(
        _ reader: inout JSONReader,
        metric: (inout JSONReader) throws -> Void,
        workout: (inout JSONReader) throws -> Void = { try $0.skip() },
        other: (inout JSONReader, String) throws -> Void = { reader, _ in try reader.skip() }
    ) throws {
        func list(_ reader: inout JSONReader, name: String) throws {
            switch name {
            case "metrics": try reader.elements(metric)
            case "workouts": try reader.elements(workout)
            default: try reader.elements { try other(&$0, name) }
            }
        }
        try reader.members { reader, name in
            guard name == "data" else { return try list(&reader, name: name) }
            try reader.members(list)
        }
    }
}
