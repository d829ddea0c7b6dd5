extension VirtualDevice {
    /// Fills a meter's or an Omron cuff's memory with earlier records, two hours apart.
    mutating func fillMemory(at now: Duration) {
        guard script.profile == .glucose || script.profile == .omronCuff else { return }
        for place in 0..<script.records {
            let age = 7200 * (script.records - place)
            let moment = ProfileMoment(
                now: now,
                clock: CivilTime(seconds: clock.time(at: now).seconds - age),
                isClockSet: clock.isSet,
                subscribed: []
            )
            let values = MeasurementValues()
            taken += 1
            let frames = profile.frames(values, number: taken, at: moment, random: &random)
            _ = profile.keep(StoredReading(number: taken, frames: frames), values: values, at: moment)
        }
    }

    mutating func measure(frame: [UInt8]?, values: MeasurementValues, at now: Duration) -> [DeviceOutput] {
        taken += 1
        let moment = moment(at: now)
        let reading = StoredReading(
            number: taken,
            frames: makeFrames(frame, values: values, moment: moment),
            user: values.byte(.user)
        )
        lastMeasured = reading
        let outputs: [DeviceOutput] = [.measured(reading)]
        if profile.keep(reading, values: values, at: moment) { return outputs + advertise(at: now) }
        stored.append(reading)
        return outputs + (isConnected ? news(values, reading: reading, at: now) : advertise(at: now))
    }

    private mutating func makeFrames(
        _ frame: [UInt8]?,
        values: MeasurementValues,
        moment: ProfileMoment
    ) -> [DeviceFrame] {
        guard let frame else { return profile.frames(values, number: taken, at: moment, random: &random) }
        profile.skip(values, random: &random)
        return [DeviceFrame(profile.measurement, bytes: frame)]
    }

    /// Handles a reading taken while a link is up.
    private mutating func news(
        _ values: MeasurementValues,
        reading: StoredReading,
        at now: Duration
    ) -> [DeviceOutput] {
        var outputs: [DeviceOutput] = []
        if let short = profile.intermediate, subscribed.contains(short) {
            outputs.append(.notify(DeviceFrame(short, bytes: profile.intermediateFrame(values, of: reading))))
        }
        // An A&D device sends a new reading only on the next link.
        if !script.quirks.contains(.aAndD) {
            readableOnThisLink += 1
            scheduleFrame(at: now)
        }
        return outputs
    }

    /// Erases the memory.
    mutating func clear() -> [DeviceOutput] {
        stored = []
        _ = profile.clear()
        return []
    }
}
