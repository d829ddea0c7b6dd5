internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// A record of a whole local day.
    ///
    /// - Parameter source: Whose words it has; nil for all sources together.
    mutating func summary(
        _ type: RecordType,
        _ set: HealthSet,
        _ day: LocalDay,
        _ extent: (start: Int64, end: Int64),
        _ source: HealthSource?,
        _ measurements: [Measurement],
        details: RecordDetails = RecordDetails()
    ) -> HealthRecord {
        var details = details
        details.end = HealthRecord.date(extent.end - 1)
        details.category = details.category ?? "daily"
        return HealthRecord(
            type: type,
            day: day,
            measurements: measurements,
            details: details,
            identity: .day(set: set, source: source?.name),
            start: extent.start,
            end: extent.end - 1,
            utcOffset: history.offset(at: extent.start),
            source: source,
            context: context
        )
    }

    /// Where a value of samples comes from.
    static func origin(_ flags: HealthSampleFlags) -> MeasurementOrigin {
        flags.contains(.userEntered) ? .manual : .device
    }
}
