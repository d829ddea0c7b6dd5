internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Makes a reading of a frame and what is known of its device.
///
/// Pure: the same frame gives the same reading again.
struct ReadingBuilder: Sendable {
    /// How far ahead of the hub's a device's time may be and still be believed.
    static let futureTolerance: TimeInterval = 120
    /// Readings older than this are history: live ones go first.
    static let liveAge: TimeInterval = 3600

    let hub: HubID
    let device: DeviceID
    let context: ReadContext

    /// Decodes a blood-pressure measurement; nil when the frame is whole but says nothing of a value.
    ///
    /// - Throws: `CodecError` for a frame that cannot be decoded.
    func bloodPressure(_ bytes: [UInt8], receivedAt: Date) throws(CodecError) -> Reading? {
        let measurement = try BloodPressureMeasurement(decoding: bytes)
        // "Too high to measure" is a result too, without a number.
        guard !measurement.measurements.isEmpty || measurement.context?.outOfBounds.isEmpty == false else { return nil }
        let time = time(of: measurement, receivedAt: receivedAt)
        let deviceTime = measurement.time?.deviceTime
        let isTwin = ReadingKey.dependsOnEpisode(deviceTime: deviceTime, sequence: nil)
        return Reading(
            readingKey: .bluetooth(
                device: device,
                deviceTime: deviceTime,
                sequence: nil,
                measurement: bytes,
                episode: context.episode
            ),
            twinKey: isTwin ? .bluetoothTwin(device: device, measurement: bytes) : nil,
            revision: BloodPressureMeasurement.decoderRevision,
            type: .biometrics,
            timestamp: time.timestamp,
            utcOffset: context.utcOffset,
            timeQuality: time.quality,
            deviceTime: deviceTime,
            clockOffsetSeconds: context.clockOffsetSeconds.map { -$0 },
            receivedAt: receivedAt,
            hub: hub,
            seat: context.seat.flatMap { SeatID(rawValue: $0) },
            device: device,
            userIndex: measurement.userIndex,
            source: source,
            measurements: measurement.measurements,
            context: measurement.context,
            history: receivedAt.timeIntervalSince(time.timestamp) > Self.liveAge,
            awaitsConfirmation: context.isSubmitted ? nil : true
        ).flaggingImplausibleValues()
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

    /// The measurement's time: the device's, corrected by its clock's offset.
    ///
    /// It is unknown where the clock is not set, where nothing says that a measurement without a time was made just now,
    /// and for an old measurement by a clock that nobody could compare: each may be another person's.
    private func time(
        of measurement: BloodPressureMeasurement,
        receivedAt: Date
    ) -> (timestamp: Date, quality: TimeQuality) {
        guard let sent = measurement.time else {
            return (receivedAt, context.hasMemory == false ? .received : .unknown)
        }
        guard let civil = sent.civil else { return (receivedAt, .unknown) }
        let offset = context.clockOffsetSeconds ?? 0
        let timestamp = civil.date(utcOffset: context.utcOffset).addingTimeInterval(Double(offset))
        guard timestamp <= receivedAt.addingTimeInterval(Self.futureTolerance) else { return (receivedAt, .unknown) }
        let isOld = receivedAt.timeIntervalSince(timestamp) > Self.liveAge
        guard !isOld || context.clockOffsetSeconds != nil else { return (timestamp, .unknown) }
        return (min(timestamp, receivedAt), abs(offset) > 2 ? .corrected : .deviceClock)
    }
}
