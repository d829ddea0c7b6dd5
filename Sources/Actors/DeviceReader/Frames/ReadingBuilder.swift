internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Builds a reading from assembled frames and the context of their link.
///
/// Pure: the same frames always give the same reading.
struct ReadingBuilder: Sendable {
    /// How far a device's time may be ahead of the hub's, in seconds.
    static let futureTolerance: TimeInterval = 120
    /// The largest age of a link's newest record that shows the device's clock is right, in seconds.
    static let freshAge: TimeInterval = 300
    /// The age in seconds from which a reading is history; live ones are sent first.
    static let liveAge: TimeInterval = 3600

    let hub: HubID
    let device: DeviceID
    let context: ReadContext

    /// The reading; nil if the frames hold no result, or not a person's.
    func reading(of frames: AssembledFrames) -> Reading? {
        // "Too high to measure" is a result without a number. A control solution is not a person's blood.
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

    /// The key of a reading that a device without a reliable clock may repeat unless its link ends in order.
    ///
    /// Nil for readings identified by time or number.
    func repeatKey(of reading: Reading, frames: AssembledFrames) -> String? {
        if let twinKey = reading.twinKey { return frames.episode == nil ? twinKey.rawValue : nil }
        guard reading.timeQuality == .unknown, reading.isNumbered == false, let measurement = frames.measurement else {
            return nil
        }
        return ReadingKey.bluetoothTwin(device: device, measurement: measurement.keyBytes).rawValue
    }

    /// Decides for a reading with an untrusted time whether it may differ from an equal earlier one.
    private func tellApart(_ reading: inout Reading, frames: AssembledFrames) {
        guard reading.twinKey == nil, let key = repeatKey(of: reading, frames: frames) else { return }
        // A different moment than `aloneSince`, which the first of the two may have.
        if frames.isSecondOfEquals { reading.readingKey = reading.readingKey.again(at: context.episode + 0.001) }
        if frames.isOnlyRecord, context.repeats?[key] == nil { reading.aloneSince = context.episode }
    }

    /// The reading with metrics marked implausible by its model or frame, in addition to those of the metric table.
    private func doubting(_ metrics: [MetricName], in reading: Reading) -> Reading {
        guard !metrics.isEmpty else { return reading }
        var (result, words) = (reading, reading.context ?? ReadingContext())
        words.implausible += metrics.filter { !words.implausible.contains($0) }
        result.context = words
        return result
    }

    /// The key of the same bytes on an earlier link that did not end in order.
    ///
    /// A device repeats readings that it does not know to be stored. A finger in a sensor is always a new measurement.
    private func repeated(_ twinKey: ReadingKey?, frames: AssembledFrames) -> ReadingKey? {
        guard let twinKey, frames.episode == nil else { return nil }
        return context.repeats?[twinKey.rawValue].flatMap { ReadingKey(rawValue: $0) }
    }

    /// The device's user index; the unknown user if a scale tracks users and the frame names none.
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

    /// The measurement's time by the device's clock, corrected by the clock's offset at that time.
    ///
    /// A wrong time could book the reading to another person. So the time is unknown if
    ///
    /// - the device's clock is not set;
    /// - a measurement without a time may be old;
    /// - the clock of an old measurement could not be compared;
    /// - several times are possible.
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

    /// Whether the newest record of a link is fresh by its own clock, which then agrees with the hub's.
    private func isRight(_ newest: RecordClock.Newest?) -> Bool {
        guard let newest else { return false }
        return TimePlace.all(of: newest.shown, offset: 0, foundAt: newest.receivedAt, zone: context.zone).contains {
            let age = newest.receivedAt.timeIntervalSince($0.moment)
            return (-Self.futureTolerance...Self.freshAge).contains(age)
        }
    }

    /// Whether a measurement without a time was made when it arrived.
    ///
    /// The profiles of cuffs, thermometers, scales and oximeters require a time stamp on stored measurements. A model
    /// with a memory by its catalogue entry may ignore that.
    private func isJustMeasured(_ frames: AssembledFrames) -> Bool {
        frames.isLive || context.hasMemory == false || (context.hasMemory == nil && frames.isAlone)
    }

    /// The time shown by an untrusted clock, for the person who decides; never in the future.
    private func guess(_ civil: CivilDateTime, receivedAt: Date) -> Date {
        min(receivedAt, civil.date(utcOffset: context.utcOffset))
    }
}
