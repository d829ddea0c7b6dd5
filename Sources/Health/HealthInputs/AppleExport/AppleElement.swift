/// The elements of Apple's export that mean something here.
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

    /// The element of a name, or nil for one that means nothing here; told as ``AppleAttributeName`` is.
    ///
    /// - Parameters:
    ///   - tail: The last eight bytes of the name, the last one lowest.
    ///   - count: How long the name is.
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
