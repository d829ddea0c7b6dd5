internal import VitalRecords

/// Samples of one source and time that make one record.
struct SampleGroup {
    let type: RecordType
    /// What names the group in its key.
    let identifier: String
    let source: Int
    let start: Int64
    let end: Int64
    var ordinal: Int
    var measurements: [Measurement] = []
    var meal: String?

    /// Where a group of the same name stands.
    struct Place: Hashable {
        let identifier: String
        let source: Int
        let start: Int64
        let end: Int64
        let ordinal: Int
    }
}
