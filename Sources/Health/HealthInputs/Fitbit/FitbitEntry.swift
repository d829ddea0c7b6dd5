internal import HealthTypes
internal import VitalRecords

/// One element of a Fitbit file with the fields of all kinds, because only together they identify the kind.
struct FitbitEntry: JSONEntry {
    var dateTime: CivilMoment?
    var value: DecimalNumber?
    var beats: DecimalNumber?
    /// How certain a heart rate is, from 0 to 3; 0 is a watch that did not measure.
    var confidence: DecimalNumber?
    /// The date inside a value, for example of a resting heart rate.
    var valueDate: CivilMoment?
    var isResting = false
    var weight: DecimalNumber?
    var fat: DecimalNumber?
    var bmi: DecimalNumber?
    var date: CivilMoment?
    var time: String?
    var startTime: CivilMoment?
    var endTime: CivilMoment?
    var isNight = false
    var stages: [FitbitStage] = []
    /// The short awakenings within the stages.
    var awakenings: [FitbitStage] = []
    var minutesAsleep: DecimalNumber?
    var activity: String?
    var numbers: [String: DecimalNumber] = [:]
    var distanceUnit: String?
    private(set) var offset: UInt64

    /// The most stages of a night; a real one has about fifty.
    private static let mostStages = 4_096

    init(offset: UInt64) {
        self.offset = offset
    }

    mutating func take(_ name: String, from reader: inout JSONReader) throws {
        switch name {
        case "dateTime": dateTime = try reader.moment()
        case "value": try takeValue(&reader)
        case "weight": weight = try reader.decimal()
        case "fat": fat = try reader.decimal()
        case "bmi": bmi = try reader.decimal()
        case "date": date = try reader.moment()
        case "time": time = try reader.text()
        case "startTime": startTime = try reader.moment()
        case "endTime": endTime = try reader.moment()
        case "dateOfSleep":
            isNight = true
            try reader.skip()
        case "minutesAsleep": minutesAsleep = try reader.decimal()
        case "levels": try takeLevels(&reader)
        case "activityName": activity = try reader.text()
        case "distanceUnit": distanceUnit = try reader.text()
        case "averageHeartRate", "calories", "duration", "activeDuration", "distance":
            numbers[name] = try reader.decimal()
        default: try reader.skip()
        }
    }

    /// Reads a number, or an object that contains one.
    private mutating func takeValue(_ reader: inout JSONReader) throws {
        let head = try reader.head()
        guard head == .object else {
            try reader.skip(head)
            value = reader.decimal(head)
            return
        }
        var entry = self
        try reader.rest { reader, name in
            switch name {
            case "bpm": entry.beats = try reader.decimal()
            case "confidence": entry.confidence = try reader.decimal()
            case "value": entry.value = try reader.decimal()
            case "date":
                entry.isResting = true
                entry.valueDate = try reader.moment()
            default: try reader.skip()
            }
        }
        self = entry
    }

    private mutating func takeLevels(_ reader: inout JSONReader) throws {
        var entry = self
        try reader.members { reader, name in
            switch name {
            case "data": entry.stages = try Self.stages(&reader)
            case "shortData": entry.awakenings = try Self.stages(&reader)
            default: try reader.skip()
            }
        }
        self = entry
    }

    private static func stages(_ reader: inout JSONReader) throws -> [FitbitStage] {
        var found: [FitbitStage] = []
        try reader.elements { reader in
            let stage = try FitbitStage(&reader)
            if found.count < mostStages { found.append(stage) }
        }
        return found
    }
}

/// One stage of a night.
struct FitbitStage {
    private(set) var start: CivilMoment?
    private(set) var seconds: Int64?
    private(set) var level = ""

    /// Reads the next object.
    init(_ reader: inout JSONReader) throws {
        var stage = FitbitStage()
        try reader.members { reader, name in
            switch name {
            case "dateTime": stage.start = try reader.moment()
            case "seconds": stage.seconds = try reader.decimal()?.wholeNumber
            case "level": stage.level = try reader.text() ?? ""
            default: try reader.skip()
            }
        }
        self = stage
    }

    private init() {}

    /// HealthKit's number of the stage; Fitbit's own totals do not count the restless sleep of older devices as sleep.
    var value: Int64? {
        switch level {
        case "light": HealthCategory.asleepCore
        case "deep": HealthCategory.asleepDeep
        case "rem": HealthCategory.asleepREM
        case "asleep": HealthCategory.asleepUnspecified
        case "wake", "awake", "restless": HealthCategory.awake
        default: nil
        }
    }
}

/// The unit of weights in Fitbit files: the account's unit, which the files do not name.
public enum FitbitWeightUnit: String, Hashable, Sendable {
    /// Kilograms.
    case kilograms = "kg"
    /// Pounds.
    case pounds = "lb"
    /// Stones.
    case stones = "st"

    /// Infers the unit from weight and body mass index: only one gives the height of a person.
    ///
    /// Weight over index is the square of the height: 1 to 4.3 square metres in kilograms (1.00 m to 2.08 m), in pounds
    /// 4.3 to 10 (1.40 m to 2.13 m), in stones below 0.7.
    static func guess(weight: DecimalNumber, bmi: DecimalNumber) -> FitbitWeightUnit? {
        guard weight.mantissa > 0, bmi.mantissa > 0 else { return nil }
        func exceeds(_ tenths: Int64) -> Bool {
            bmi.multiplied(by: tenths, over: 10, fractionDigits: 6).map { weight > $0 } ?? false
        }
        if exceeds(100) { return nil }
        if exceeds(43) { return .pounds }
        if exceeds(10) { return .kilograms }
        return exceeds(7) ? nil : .stones
    }
}
