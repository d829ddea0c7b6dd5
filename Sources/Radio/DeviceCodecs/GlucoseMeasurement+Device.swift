internal import VitalRecords

extension GlucoseMeasurement {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// The frame as a measurement of a device.
    ///
    /// The record's number is in the key only where the clock is not set, and never for models that renumber: a memory
    /// that is numbered anew would else come as new readings each time. The key must not hang on knowing the model, for a
    /// device does not always say it. Two records of one second and one value count as one.
    func deviceMeasurement(frame: [UInt8], modelQuirks: Set<DeviceQuirk> = []) -> DeviceMeasurement {
        let isNumbered = !baseTime.isClockSet && !modelQuirks.contains(.taidocReverseSequence)
        let limit = modelQuirks.contains(.accuchekLimits) ? value.flatMap(GlucoseLimits.accuChek) : nil
        let direction = concentration?.outOfBounds ?? limit ?? statusDirection
        let values = limit == nil ? [value].compactMap { $0 } : []
        let isFakeHigh = modelQuirks.contains(.foraFakeHigh) && baseTime.year >= 2037 && direction == .high
        return DeviceMeasurement(
            characteristic: .glucoseMeasurement,
            time: deviceTime,
            sequence: isNumbered ? UInt64(sequence) : nil,
            keyBytes: isNumbered ? frame : Self.withoutSequence(frame),
            type: .diabetes,
            measurements: values,
            context: ReadingContext(
                statusFlags: (status?.names ?? []) + (sample?.names ?? []),
                outOfBounds: direction.map { [OutOfBounds(metric: .bloodGlucose, direction: $0)] } ?? []
            ),
            isUsable: !isFakeHigh && (!values.isEmpty || direction != nil),
            isPatient: !isControlSolution(modelQuirks),
            quirks: quirks + applied(modelQuirks, limit: limit, isFakeHigh: isFakeHigh),
            partner: .glucoseRecord(sequence: sequence),
            awaitsPartner: flags.contains(.contextFollows),
            decoderRevision: Self.decoderRevision
        )
    }

    private var statusDirection: BoundsDirection? {
        if status?.contains(.resultTooHigh) == true { return .high }
        return status?.contains(.resultTooLow) == true ? .low : nil
    }

    /// Month 13 of the quirk `month_13` stays an invalid date: that it is January does not say of which year.
    private var deviceTime: DeviceTime {
        DeviceTime(baseTime, offsetMinutes: timeOffset, isReliable: status?.contains(.timeFault) != true)
    }

    /// An Accu-Chek's location 4 is unlisted and no control solution; its type 10 is one.
    private func isControlSolution(_ modelQuirks: Set<DeviceQuirk>) -> Bool {
        guard let sample else { return false }
        return modelQuirks.contains(.accuchekType4) ? sample.type == 10 : sample.isControlSolution
    }

    private func applied(
        _ modelQuirks: Set<DeviceQuirk>,
        limit: BoundsDirection?,
        isFakeHigh: Bool
    ) -> [DeviceQuirk] {
        let found: [(DeviceQuirk, Bool)] = [
            (.month13, baseTime.month == 13),
            (.accuchekType4, sample.map { $0.type == 4 || $0.location == 4 } ?? false),
            (.accuchekLimits, limit != nil),
            (.taidocReverseSequence, true),
            (.foraFakeHigh, isFakeHigh),
        ]
        return found.filter { $0.1 && modelQuirks.contains($0.0) }.map(\.0)
    }

    /// The frame with zeros for the record's number.
    private static func withoutSequence(_ frame: [UInt8]) -> [UInt8] {
        var result = frame
        for index in 1...2 where index < result.count { result[index] = 0 }
        return result
    }
}
