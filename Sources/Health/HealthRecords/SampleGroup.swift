internal import VitalRecords

/// Samples of one source and time that make one record: a blood pressure, what a scale says at once.
struct SampleGroup {
    /// What names a group.
    struct Place: Hashable {
        let identifier: String
        let source: Int
        let start: Int64
        let end: Int64
        let ordinal: Int
    }

    let place: Place
    let type: RecordType
    var measurements: [Measurement] = []
}
