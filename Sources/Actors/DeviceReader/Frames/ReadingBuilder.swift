internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Builds a reading from assembled frames and the context of their link.
///
/// Pure: the same frames always give the same reading.
struct ReadingBuilder: Sendable {
    /// How far a device's time may be ahead of the hub's and still be accepted, in seconds.
    static let futureTolerance: TimeInterval = 120
    /// The age in seconds from which a reading is history; live ones are sent first.
    static let liveAge: TimeInterval = 3600

    let hub: HubID
    let device: DeviceID
    let context: ReadContext

    /// The reading; nil where the frames hold no result, or not a person's.
    func reading(of frames: AssembledFrames) -> Reading? {
        // "Too high to measure" is a result too, without a number. A control solution is nobody's blood.
        guard let measurement = frames.measurement, measurement.isUsable, measurement.isPatient else { return nil }
        let time = time(of: measurement, isLive: frames.isLive, receivedAt: frames.receivedAt)
        let deviceTime = measurement.time?.text
        let isTwin = ReadingKey.dependsOnEpisode(deviceTime: deviceTime, sequence: measurement.sequence)
        let twinKey = isTwin ? ReadingKey.bluetoothTwin(device: device, measurement: measurement.keyBytes) : nil
        let reading = Reading(
            readingKey: repeated(twinKey, frames: frames)
                ?? .bluetooth(
                    device: device,
                    deviceTime: deviceTime,
                    sequence: measurement.sequence,
                    measurement: measurement.keyBytes,
                    episode: frames.episode ?? context.episode
                ),
            twinKey: twinKey,
            revision: measurement.revision,
            type: measurement.type,
            timestamp: time.timestamp,
            utcOffset: context.utcOffset,
            timeQuality: time.quality,
            deviceTime: deviceTime,
            clockOffsetSeconds: time.offset.map { Int(clamping: -$0.rounded()) },
            receivedAt: frames.receivedAt,
            hub: hub,
            seat: context.seat.flatMap { SeatID(rawValue: $0) },
            device: device,
            userIndex: userIndex(of: measurement),
            source: source,
            measurements: measurement.measurements,
            context: words(measurement.context, flags: frames.flags),
            history: frames.receivedAt.timeIntervalSince(time.timestamp) > Self.liveAge,
            awaitsConfirmation: context.isSubmitted ? nil : true,
            askedAt: context.askedAt
        )
        return reading.flaggingImplausibleValues()
    }

    /// The key of the same bytes on an earlier link that did not end in order.
    ///
    /// The device sends again what it does not know to be stored. A finger in a sensor is always a new measurement.
    private func repeated(_ twinKey: ReadingKey?, frames: AssembledFrames) -> ReadingKey? {
        guard let twinKey, frames.episode == nil else { return nil }
        return context.repeats?[twinKey.rawValue].flatMap { ReadingKey(rawValue: $0) }
    }

    /// The device's user index; the unknown user for scales that track users when the frame names none.
    private func userIndex(of measurement: DeviceMeasurement) -> Int? {
        let scales: [BluetoothUUID] = [.weightMeasurement, .bodyCompositionMeasurement]
        guard scales.contains(measurement.characteristic) else { return measurement.userIndex }
        let unknown = Reading.unknownUser
        guard let index = measurement.userIndex else { return context.hasUsers == true ? unknown : nil }
        return index == unknown && context.hasUsers == false ? nil : index
    }

    private func words(_ context: ReadingContext?, flags: [String]) -> ReadingContext? {
        guard !flags.isEmpty else { return context }
        var words = context ?? ReadingContext()
        words.statusFlags += flags
        return words
    }

    private var source: RecordSource {
        RecordSource(
            kind: .bluetooth,
            peripheralID: context.peripheralID,
            manufacturer: context.manufacturer,
            model: context.model,
            serial: context.serial,
            originalSource: nil
        )
    }

    /// The measurement's time: the device's, corrected by the offset that its clock had then.
    ///
    /// Unknown where the device's clock is not set, where a measurement without a time may be an old one, for an old
    /// measurement by a clock that could not be compared, and where the clock was set in between and both times are
    /// possible: a wrong time could book the reading on another person.
    private func time(
        of measurement: DeviceMeasurement,
        isLive: Bool,
        receivedAt: Date
    ) -> (timestamp: Date, quality: TimeQuality, offset: Double?) {
        let now = context.clockOffsetSeconds.map { Double($0) }
        guard let sent = measurement.time else {
            return (receivedAt, isLive || context.hasMemory == false ? .received : .unknown, now)
        }
        guard let civil = sent.civil, sent.isReliable else { return (receivedAt, .unknown, now) }
        let shown = civil.date(utcOffset: context.utcOffset)
        let offset = context.clock.offset(for: shown, receivedAt: receivedAt)
        let timestamp = shown.addingTimeInterval(offset ?? 0)
        guard timestamp <= receivedAt.addingTimeInterval(Self.futureTolerance) else {
            return (receivedAt, .unknown, offset)
        }
        // A clock that was set says nothing without an era, however young the time looks.
        let isSet = context.clockEras?.isEmpty == false
        let isOld = receivedAt.timeIntervalSince(timestamp) > Self.liveAge
        guard offset != nil || !(isOld || isSet) else { return (timestamp, .unknown, nil) }
        return (min(timestamp, receivedAt), abs(offset ?? 0) > 2 ? .corrected : .deviceClock, offset)
    }
}
