internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Finds the state of a device's clock at each record, from all records of one link.
///
/// Pure. A glucose record may have the time of the meter's internal clock, which is never set again. It then also has
/// the offset of the displayed clock from it (Glucose Service 1.0.1, Base Time and Time Offset). The hub can compare only the clock of
/// the newest record, so an older record's clock differs from that by the difference of their offsets. If the internal
/// clock was set back between two records, the older one's time is ambiguous. For a device that shows no clock, the
/// newest record shows whether its clock is right.
struct RecordClock: Sendable {
    /// The newest record of a link: the time that its clock showed, and its arrival.
    struct Newest: Sendable, Hashable {
        let shown: CivilDateTime
        let receivedAt: Date
    }

    private struct Record {
        let index: Int
        let number: UInt16
        let civil: CivilDateTime
        /// The time of the device's internal clock, in seconds.
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

    /// Holds back a record whose time depends on later ones of the link, and returns all others.
    mutating func add(_ frames: AssembledFrames) -> [AssembledFrames] {
        guard let measurement = frames.measurement, let time = measurement.time, !frames.isLive else { return [frames] }
        // An impossible date reveals nothing about other records, but whether the record arrives alone still matters.
        let isOddDate = isClockHidden && time.text != nil && Self.measuredOnce.contains(measurement.characteristic)
        guard time.civil != nil || isOddDate else { return [frames] }
        // A meter may omit the offset until its user moves the clock, so all of its records wait.
        guard isClockHidden || measurement.characteristic == .glucoseMeasurement else { return [frames] }
        waiting.append(frames)
        return []
    }

    /// Returns the records that waited, in order of arrival.
    mutating func flush(quirks: Set<DeviceQuirk>) -> [AssembledFrames] {
        defer { waiting = [] }
        var results = tellingEqualsApart(waiting)
        // Newest first, by number, or by the device's clock if numbers do not rise.
        let hasNumbers = !quirks.contains(.taidocReverseSequence)
        let records = waiting.indices.compactMap { Record(waiting[$0], index: $0) }.sorted { left, right in
            hasNumbers && left.number != right.number ? left.number > right.number : left.base > right.base
        }
        guard let newest = records.first else { return results }
        // Equal offsets show that the user never moved the clock; in that case numbers may run backwards.
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

    /// Marks, for a device that shows no clock, the only record of the link and the second of two equal ones.
    ///
    /// Two equal records may be two measurements, if the clock restarts at each switch-on; more than two come from a
    /// device that repeats itself. Scales repeat one weighing, and glucose meters repeat a record on request, so
    /// neither counts.
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

    /// The characteristics that send each measurement exactly once.
    private static let measuredOnce: Set<BluetoothUUID> = [
        .bloodPressureMeasurement, .temperatureMeasurement, .spotCheck,
    ]
}
