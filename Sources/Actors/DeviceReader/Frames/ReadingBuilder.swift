internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Builds a reading from assembled frames and the context of their link.
///
/// Pure: the same frames always give the same reading.
struct ReadingBuilder: Sendable {
    /// How far a device's time may be ahead of the hub's and still be accepted, in seconds.
    static let futureTolerance: TimeInterval = 120
    /// How old the newest record of a link may be to show that the device's clock is right, in seconds.
    static let freshAge: TimeInterval = 300
    /// The age in seconds from which a reading is history; live ones are sent first.
    static let liveAge: TimeInterval = 3600

    let hub: HubID
    let device: DeviceID
    let context: ReadContext

    /// The reading; nil where the frames hold no result, or not a person's.
    func reading(of frames: AssembledFrames) -> Reading? {
        // "Too high to measure" is a result too, without a number. A control solution is nobody's blood.
        guard let measurement = frames.measurement, measurement.isUsable, measurement.isPatient else { return nil }
        let time = time(of: measurement, frames: frames)
        let deviceTime = measurement.time?.text
        let isTwin = ReadingKey.dependsOnEpisode(deviceTime: deviceTime, sequence: measurement.sequence)
        let twinKey = isTwin ? ReadingKey.bluetoothTwin(device: device, measurement: measurement.keyBytes) : nil
        var reading = Reading(
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
            utcOffset: context.zone.utcOffset(at: time.timestamp),
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
            askedAt: context.askedAt,
            isNumbered: measurement.sequence != nil
        )
        tellApart(&reading, frames: frames)
        return doubting(measurement.doubted, in: reading.flaggingImplausibleValues())
    }

    /// What a device without a sure clock may send again unless its link ends in order; nil for all that is known by time or number.
    func repeatKey(of reading: Reading, frames: AssembledFrames) -> String? {
        if let twinKey = reading.twinKey { return frames.episode == nil ? twinKey.rawValue : nil }
        guard reading.timeQuality == .unknown, reading.isNumbered == false, let measurement = frames.measurement else {
            return nil
        }
        return ReadingKey.bluetoothTwin(device: device, measurement: measurement.keyBytes).rawValue
    }

    /// Says of a reading with a shown time that nobody can believe whether it may be another one than an equal earlier one.
    private func tellApart(_ reading: inout Reading, frames: AssembledFrames) {
        guard reading.twinKey == nil, let key = repeatKey(of: reading, frames: frames) else { return }
        // Not the moment of `aloneSince`, which the first of the two may have.
        if frames.isSecondOfEquals { reading.readingKey = reading.readingKey.again(at: context.episode + 0.001) }
        if frames.isOnlyRecord, context.repeats?[key] == nil { reading.aloneSince = context.episode }
    }

    /// The reading with what is known of its model or frame beside what the table of metrics says.
    private func doubting(_ metrics: [MetricName], in reading: Reading) -> Reading {
        guard !metrics.isEmpty else { return reading }
        var (result, words) = (reading, reading.context ?? ReadingContext())
        words.implausible += metrics.filter { !words.implausible.contains($0) }
        result.context = words
        return result
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
    /// measurement by a clock that could not be compared, and where several times are possible: a wrong time could book the
    /// reading on another person.
    private func time(of measurement: DeviceMeasurement, frames: AssembledFrames) -> ReadingTime {
        let now = context.clockOffsetSeconds.map { Double($0) }
        let receivedAt = frames.receivedAt
        let unknown = ReadingTime(timestamp: receivedAt, quality: .unknown, offset: now)
        guard let sent = measurement.time else {
            guard isJustMeasured(frames) else { return unknown }
            return ReadingTime(timestamp: receivedAt, quality: .received, offset: now)
        }
        guard let civil = sent.civil, sent.isReliable else {
            // A clock that was never set says nothing, and the hub saw when the measurement was made.
            let isSeen = frames.isLive && sent.text == nil
            return isSeen ? ReadingTime(timestamp: receivedAt, quality: .received, offset: now) : unknown
        }
        var book = context.clock
        let zone = context.zone
        let isCompared = !context.isClockHidden || isRight(frames.newest)
        if context.isClockHidden { book.offset = 0 }
        let places = book.places(receivedAt: receivedAt) { offset, foundAt in
            TimePlace.all(of: civil, offset: offset + frames.clockShift, foundAt: foundAt, zone: zone)
        }
        let shown = ReadingTime.certain(of: places, receivedAt: receivedAt)
        let offset = isCompared ? shown?.offset : nil
        guard let shown, !frames.isTimeAmbiguous else {
            return ReadingTime(timestamp: guess(civil, receivedAt: receivedAt), quality: .unknown, offset: offset)
        }
        guard shown.moment <= receivedAt.addingTimeInterval(Self.futureTolerance) else {
            return ReadingTime(timestamp: receivedAt, quality: .unknown, offset: offset)
        }
        let isOld = receivedAt.timeIntervalSince(shown.moment) > Self.liveAge
        guard isCompared || !isOld else { return ReadingTime(timestamp: shown.moment, quality: .unknown, offset: nil) }
        let quality: TimeQuality = abs(shown.offset) > 2 ? .corrected : .deviceClock
        return ReadingTime(timestamp: min(shown.moment, receivedAt), quality: quality, offset: offset)
    }

    /// Whether the newest record of a link was just made by what its clock showed: the clock agrees with the hub's then.
    private func isRight(_ newest: RecordClock.Newest?) -> Bool {
        guard let newest else { return false }
        return TimePlace.all(of: newest.shown, offset: 0, foundAt: newest.receivedAt, zone: context.zone).contains {
            let age = newest.receivedAt.timeIntervalSince($0.moment)
            return (-Self.futureTolerance...Self.freshAge).contains(age)
        }
    }

    /// Whether a measurement without a time was made when it arrived.
    ///
    /// The profiles of cuffs, thermometers, scales and oximeters ask for a time stamp in what a device has stored. Where a
    /// row says that its model has a memory, it may not know.
    private func isJustMeasured(_ frames: AssembledFrames) -> Bool {
        frames.isLive || context.hasMemory == false || (context.hasMemory == nil && frames.isAlone)
    }

    /// What a clock said that is not believed, for the person who decides; never in the future.
    private func guess(_ civil: CivilDateTime, receivedAt: Date) -> Date {
        min(receivedAt, civil.date(utcOffset: context.utcOffset))
    }
}
