internal import VitalRecords

extension AppleExportScanner {
    // MARK: Correlations

    mutating func startCorrelation(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ isEmpty: Bool,
        _ sink: inout some HealthSink
    ) {
        let type = tag.value(.type).map { ByteText.unescaped(bytes, $0) } ?? AppleElement.correlation.rawValue
        count(type, &sink)
        guard !isEmpty, let times = times(bytes, at: offset, .correlation) else { return }
        openOffset = offset
        openOffsetOfDates = times.endOffset
        isInCorrelation = true
        correlation = HealthCorrelation(
            type: type,
            source: sourceNumber(bytes, &sink),
            start: times.start,
            end: times.end
        )
    }

    mutating func finishCorrelation(_ sink: inout some HealthSink) {
        if let correlation { sink.receive(.correlation(correlation)) }
        correlation = nil
        isInCorrelation = false
    }

    // MARK: Workouts

    mutating func startWorkout(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        _ isEmpty: Bool,
        _ sink: inout some HealthSink
    ) {
        count("HKWorkoutTypeIdentifier", &sink)
        guard let times = times(bytes, at: offset, .workout) else { return }
        openOffset = offset
        openOffsetOfDates = times.endOffset
        isInWorkout = true
        workout = HealthWorkout(
            activity: tag.value(.workoutActivityType).map { ByteText.unescaped(bytes, $0) } ?? "",
            source: sourceNumber(bytes, &sink),
            start: times.start,
            end: times.end,
            duration: duration(bytes),
            statistics: totals(bytes)
        )
        if isEmpty { finishWorkout(&sink) }
    }

    mutating func finishWorkout(_ sink: inout some HealthSink) {
        if let workout { sink.receive(.workout(workout)) }
        workout = nil
        isInWorkout = false
        isInActivity = false
    }

    /// The time without pauses, in seconds.
    private func duration(_ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        guard let value = number(.duration, bytes) else { return nil }
        let factor: Int64 =
            switch text(.durationUnit, bytes) {
            case "s", "sec": 1
            case "hr", "h": 3_600
            default: 60
            }
        return value.multiplied(by: factor, over: 1, fractionDigits: 6)?.withoutTrailingFractionZeros
    }

    /// The totals of old exports and of other apps' workouts; a statistic of the same type goes before them.
    private func totals(_ bytes: borrowing Span<UInt8>) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        if let distance = number(.totalDistance, bytes) {
            let unit = text(.totalDistanceUnit, bytes) ?? "km"
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: unit, sum: distance))
        }
        if let energy = number(.totalEnergyBurned, bytes) {
            let unit = text(.totalEnergyBurnedUnit, bytes) ?? "kcal"
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: unit, sum: energy))
        }
        return found
    }

    /// Takes in what a workout says of one type; a part of a workout only repeats it.
    mutating func statistic(_ bytes: borrowing Span<UInt8>) {
        guard isInWorkout, !isInActivity, let type = text(.type, bytes) else { return }
        guard workout?.statistics.count ?? 0 < 64 else { return }
        let statistic = HealthStatistic(
            type: type,
            unit: text(.unit, bytes) ?? "",
            sum: number(.sum, bytes),
            average: number(.average, bytes),
            minimum: number(.minimum, bytes),
            maximum: number(.maximum, bytes)
        )
        workout?.statistics.append(statistic)
    }

    mutating func route(_ bytes: borrowing Span<UInt8>, _ sink: inout some HealthSink) {
        guard isInWorkout, let path = text(.path, bytes), workout?.routes.count ?? 0 < 64 else { return }
        workout?.routes.append(path)
        sink.receive(.attachment(HealthAttachment(kind: .workoutRoute, path: path)))
    }

    private func text(_ name: AppleAttributeName, _ bytes: borrowing Span<UInt8>) -> String? {
        guard let range = tag.value(name), range.count <= 1_024 else { return nil }
        return ByteText.unescaped(bytes, range)
    }

    private func number(_ name: AppleAttributeName, _ bytes: borrowing Span<UInt8>) -> DecimalNumber? {
        tag.value(name).flatMap { ByteNumber.decimal(bytes, $0) }
    }
}
