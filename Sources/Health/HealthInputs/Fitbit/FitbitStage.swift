internal import HealthTypes
internal import VitalRecords

/// One stage of a night.
struct FitbitStage {
    private(set) var start: CivilMoment?
    private(set) var seconds: Int64?
    private(set) var level = ""

    /// Reads the object that comes.
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

    /// HealthKit's number of the stage; restless sleep of older devices is no sleep in Fitbit's own sums.
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
