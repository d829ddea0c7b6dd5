internal import VitalRecords

/// One point of a metric: the fields of all shapes, because their order says nothing.
struct AutoPoint {
    var date: CivilMoment?
    var start: CivilMoment?
    var end: CivilMoment?
    var quantity: DecimalNumber?
    var average: DecimalNumber?
    var systolic: DecimalNumber?
    var diastolic: DecimalNumber?
    var source: String?
    var mealTime: String?
    var stage: String?
    var night = AutoNight()
    /// Where it stands in the file.
    var offset: UInt64

    /// Reads the object that comes.
    init(_ reader: inout JSONReader) throws {
        _ = try reader.peek()
        offset = reader.window.offset
        var point = AutoPoint(offset: offset)
        try reader.members { reader, name in try point.take(name, &reader) }
        self = point
    }

    private init(offset: UInt64) {
        self.offset = offset
    }

    private mutating func take(_ name: String, _ reader: inout JSONReader) throws {
        switch name {
        case "date": date = try reader.moment()
        case "startDate", "start": start = try reader.moment()
        case "endDate", "end": end = try reader.moment()
        case "qty": quantity = try reader.decimal()
        case "Avg", "avg": average = try reader.decimal()
        case "systolic": systolic = try reader.decimal()
        case "diastolic": diastolic = try reader.decimal()
        case "source": source = try reader.name()
        case "mealTime": mealTime = try reader.text()
        case "value": stage = try reader.text()
        default: try night.take(name, &reader)
        }
    }

    /// When it began, on the phone's clock.
    var moment: CivilMoment? { start ?? date }
}
