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

    /// The element of a name, or nil for one that means nothing here.
    init?(_ bytes: borrowing Span<UInt8>, _ name: ByteRange) {
        func named(_ text: StaticString, _ element: AppleElement) -> AppleElement? {
            ByteText.equals(bytes, name, text) ? element : nil
        }
        let found: AppleElement? =
            switch name.count {
            case 2: named("Me", .me)
            case 6: named("Record", .record)
            case 7: named("Workout", .workout)
            case 9: named("Audiogram", .audiogram)
            case 10: named("HealthData", .healthData) ?? named("ExportDate", .exportDate)
            case 11: named("Correlation", .correlation)
            case 13: named("MetadataEntry", .metadataEntry) ?? named("FileReference", .fileReference)
            case 14: named("ClinicalRecord", .clinicalRecord)
            case 15: named("ActivitySummary", .activitySummary) ?? named("WorkoutActivity", .workoutActivity)
            case 17: named("WorkoutStatistics", .workoutStatistics)
            case 18: named("VisionPrescription", .visionPrescription)
            case 27: named("InstantaneousBeatsPerMinute", .beat)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }
}
