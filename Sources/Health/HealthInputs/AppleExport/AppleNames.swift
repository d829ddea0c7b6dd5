/// The elements of Apple's export that are read.
enum AppleElement: String, Hashable {
    case record = "Record"
    case metadataEntry = "MetadataEntry"
    case beat = "InstantaneousBeatsPerMinute"
    case correlation = "Correlation"
    case workout = "Workout"
    case workoutActivity = "WorkoutActivity"
    case workoutStatistics = "WorkoutStatistics"
    case fileReference = "FileReference"
    case activitySummary = "ActivitySummary"
    case clinicalRecord = "ClinicalRecord"
    case audiogram = "Audiogram"
    case visionPrescription = "VisionPrescription"
    case healthData = "HealthData"
    case exportDate = "ExportDate"
    case me = "Me"

    /// Identifies an element by its name; nil for an ignored one.
    ///
    /// - Parameters:
    ///   - tail: The last eight bytes of the name, the last one lowest.
    ///   - count: The length of the name in bytes.
    init?(tail: UInt64, count: Int) {
        let found: (element: AppleElement, count: Int)
        switch tail {
        case 0x5265_636F_7264: found = (.record, 6)
        case 0x6174_6145_6E74_7279: found = (.metadataEntry, 13)
        case 0x6572_4D69_6E75_7465: found = (.beat, 27)
        case 0x7265_6C61_7469_6F6E: found = (.correlation, 11)
        case 0x57_6F72_6B6F_7574: found = (.workout, 7)
        case 0x4163_7469_7669_7479: found = (.workoutActivity, 15)
        case 0x6174_6973_7469_6373: found = (.workoutStatistics, 17)
        case 0x6566_6572_656E_6365: found = (.fileReference, 13)
        case 0x7953_756D_6D61_7279: found = (.activitySummary, 15)
        case 0x616C_5265_636F_7264: found = (.clinicalRecord, 14)
        case 0x7564_696F_6772_616D: found = (.audiogram, 9)
        case 0x6372_6970_7469_6F6E: found = (.visionPrescription, 18)
        case 0x616C_7468_4461_7461: found = (.healthData, 10)
        case 0x706F_7274_4461_7465: found = (.exportDate, 10)
        case 0x4D65: found = (.me, 2)
        default: return nil
        }
        guard found.count == count else { return nil }
        self = found.element
    }
}

/// The attributes that are read, identified by the last eight letters and the length of their names.
///
/// Millions of records have nine attributes each, so a name is compared as one number and not as text.
enum AppleAttributeName: Int {
    /// The number of cases.
    static let count = 26

    case type
    case unit
    case value
    case sourceName
    case source
    case device
    case startDate
    case endDate
    case key
    case time
    case path
    case duration
    case durationUnit
    case totalDistance
    case totalDistanceUnit
    case totalEnergyBurned
    case totalEnergyBurnedUnit
    case workoutActivityType
    case resourceFilePath
    case sum
    case average
    case minimum
    case maximum
    case dateOfBirth
    case biologicalSex
    case bloodType

    /// Identifies an attribute by its name; nil for an ignored one.
    ///
    /// - Parameters:
    ///   - tail: The last eight bytes of the name, the last one lowest.
    ///   - count: The length of the name in bytes.
    init?(tail: UInt64, count: Int) {
        let found: (name: AppleAttributeName, count: Int)
        switch tail {
        case 0x7479_7065: found = (.type, 4)
        case 0x756E_6974: found = (.unit, 4)
        case 0x76_616C_7565: found = (.value, 5)
        case 0x7572_6365_4E61_6D65: found = (.sourceName, 10)
        case 0x736F_7572_6365: found = (.source, 6)
        case 0x6465_7669_6365: found = (.device, 6)
        case 0x7461_7274_4461_7465: found = (.startDate, 9)
        case 0x65_6E64_4461_7465: found = (.endDate, 7)
        case 0x6B_6579: found = (.key, 3)
        case 0x7469_6D65: found = (.time, 4)
        case 0x7061_7468: found = (.path, 4)
        case 0x6475_7261_7469_6F6E: found = (.duration, 8)
        case 0x7469_6F6E_556E_6974: found = (.durationUnit, 12)
        case 0x4469_7374_616E_6365: found = (.totalDistance, 13)
        case 0x616E_6365_556E_6974: found = (.totalDistanceUnit, 17)
        case 0x6779_4275_726E_6564: found = (.totalEnergyBurned, 17)
        case 0x726E_6564_556E_6974: found = (.totalEnergyBurnedUnit, 21)
        case 0x7669_7479_5479_7065: found = (.workoutActivityType, 19)
        case 0x4669_6C65_5061_7468: found = (.resourceFilePath, 16)
        case 0x73_756D: found = (.sum, 3)
        case 0x61_7665_7261_6765: found = (.average, 7)
        case 0x6D_696E_696D_756D: found = (.minimum, 7)
        case 0x6D_6178_696D_756D: found = (.maximum, 7)
        case 0x654F_6642_6972_7468: found = (.dateOfBirth, 41)
        case 0x6769_6361_6C53_6578: found = (.biologicalSex, 43)
        case 0x6C6F_6F64_5479_7065: found = (.bloodType, 39)
        default: return nil
        }
        guard found.count == count else { return nil }
        self = found.name
    }
}
