internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Finds how a device's clock stood at its records, from all records of one link.
///
/// Pure. A glucose record may have the time of the meter's own clock, which runs on, and how far the shown clock was ahead of
/// it (Glucose Service 1.0.1, Base Time and Time Offset). The clock that the hub can compare is the one of the newest
/// record, so an older record was made by a clock that differs from it by as much as the offsets do. Where the meter's own
/// clock was set back between two records, nothing says how the older one's stood. Of a device that shows no clock, the
/// newest record tells the older ones whether its clock is right.
struct RecordClock: Sendable {
    /// The newest record of a link: what its clock showed, and when it came.
    struct Newest: Sendable, Hashable {
        let shown: CivilDateTime
        let receivedAt: Date
    }

    private struct Record {
        let index: Int
        let number: UInt16
        let civil: CivilDateTime
        /// The time of the device's own clock, in seconds.
        let base: TimeInterval
        let offsetMinutes: Int

        init?(_ frames: AssembledFrames, index: Int) {
            guard let time = frames.measurement?.time, let civil = time.civil else { return nil }
            self.index = index
            self.civil = civil
            let partner = frames.measurement?.partner
            if case .glucoseRecord(let sequence)? = partner { number = sequence } else { number = 0 }
            base = (time.userClock?.base ?? civil).date(utcOffset: 0).timeIntervalSince1970
            offsetMinutes = time.userClock?.offsetMinutes ?? 0
        }
    }

    /// Whether the device shows no clock that the hub could compare.
    private let isClockHidden: Bool
    private var waiting: [AssembledFrames] = []

    init(isClockHidden: Bool) {
        self.isClockHidden = isClockHidden
    }

    /// Keeps back a record that a later one of the link tells more about; returns all others.
    mutating func add(_ frames: AssembledFrames) -> [AssembledFrames] {
        guard let measurement = frames.measurement, let time = measurement.time, !frames.isLive else { return [frames] }
        // A date that no calendar has tells others nothing, and whether it comes alone matters.
        let isOddDate = isClockHidden && time.text != nil && Self.measuredOnce.contains(measurement.characteristic)
        guard time.civil != nil || isOddDate else { return [frames] }
        // A meter may leave the offset out until its user moves the clock, so that all of its records wait.
        guard isClockHidden || measurement.characteristic == .glucoseMeasurement else { return [frames] }
        waiting.append(frames)
        return []
    }

    /// Returns the records that waited, in order of arrival.
    mutating func flush(quirks: Set<DeviceQuirk>) -> [AssembledFrames] {
        defer { waiting = [] }
        var results = tellingEqualsApart(waiting)
        // The newest first: by the number, or by the device's clock where numbers do not rise.
        let hasNumbers = !quirks.contains(.taidocReverseSequence)
        let records = waiting.indices.compactMap { Record(waiting[$0], index: $0) }.sorted { left, right in
            hasNumbers && left.number != right.number ? left.number > right.number : left.base > right.base
        }
        guard let newest = records.first else { return results }
        // Equal offsets say that the user never moved the clock; numbers may run backwards then.
        let isMoved = Set(records.map(\.offsetMinutes)).count > 1
        var (earliest, isSetBack) = (newest.base, false)
        for record in records {
            if isMoved, record.base > earliest { isSetBack = true }
            earliest = min(earliest, record.base)
            results[record.index].clockShift = Double(newest.offsetMinutes - record.offsetMinutes) * 60
            results[record.index].isTimeAmbiguous = isSetBack
            results[record.index].newest = Newest(
                shown: newest.civil,
                receivedAt: waiting[newest.index].receivedAt
            )
        }
        return results
    }

    /// The records of a device that shows no clock: which one came alone, and which is the second of two equal ones.
    ///
    /// Two equal records may be two measurements by a clock that starts anew at each switch-on. More of them come from a device
    /// that repeats itself. A scale repeats one weighing, and a meter sends a record twice when it is asked twice.
    private func tellingEqualsApart(_ records: [AssembledFrames]) -> [AssembledFrames] {
        guard isClockHidden else { return records }
        var results = records
        let places = Dictionary(grouping: records.indices) { records[$0].measurement?.keyBytes ?? [] }
        for (_, equal) in places {
            guard let sender = records[equal[0]].measurement?.characteristic, Self.measuredOnce.contains(sender) else {
                continue
            }
            if places.count == 1 { results[equal[0]].isOnlyRecord = true }
            if equal.count == 2 { results[equal[1]].isSecondOfEquals = true }
        }
        return results
    }

    /// What sends each measurement once for each time that it is taken.
    private static let measuredOnce: Set<BluetoothUUID> = [
        .bloodPressureMeasurement, .temperatureMeasurement, .spotCheck,
    ]
}
