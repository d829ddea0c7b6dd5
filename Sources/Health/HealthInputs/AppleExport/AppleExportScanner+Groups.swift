internal import VitalRecords

extension AppleExportScanner {
    // MARK: Correlations

    mutating func startCorrelation(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        isEmpty: Bool,
        into sink: inout some HealthSink
    ) {
        let type = tag.value(.type).map { ByteText.unescaped(bytes, in: $0) } ?? AppleElement.correlation.rawValue
        count(type, into: &sink)
        guard !isEmpty, let times = times(bytes, at: offset, element: .correlation) else { return }
        pending.offset = offset
        pending.utcOffset = times.endOffset
        pending.isInCorrelation = true
        pending.correlation = HealthCorrelation(
            type: type,
            source: names.sourceNumber(bytes, of: tag, to: &sink),
            start: times.start,
            end: times.end
        )
    }

    // MARK: Workouts

    mutating func startWorkout(
        _ bytes: borrowing Span<UInt8>,
        at offset: UInt64,
        isEmpty: Bool,
        into sink: inout some HealthSink
    ) {
        count("HKWorkoutTypeIdentifier", into: &sink)
        guard let times = times(bytes, at: offset, element: .workout) else { return }
        pending.offset = offset
        pending.utcOffset = times.endOffset
        pending.isInWorkout = true
        pending.workout = HealthWorkout(
            activity: tag.value(.workoutActivityType).map { ByteText.unescaped(bytes, in: $0) } ?? "",
            source: names.sourceNumber(bytes, of: tag, to: &sink),
            start: times.start,
            end: times.end,
            duration: tag.duration(bytes),
            statistics: tag.totals(bytes)
        )
        if isEmpty { pending.finishWorkout(to: &sink) }
    }

    /// Adds a statistic to the open workout; those of its activities only repeat them.
    mutating func statistic(_ bytes: borrowing Span<UInt8>) {
        guard pending.isInWorkout, !pending.isInActivity, let statistic = tag.statistic(bytes) else { return }
        guard pending.workout?.statistics.count ?? 0 < 64 else { return }
        pending.workout?.statistics.append(statistic)
    }

    mutating func route(_ bytes: borrowing Span<UInt8>, into sink: inout some HealthSink) {
        guard pending.isInWorkout, let path = tag.text(.path, bytes: bytes), pending.workout?.routes.count ?? 0 < 64
        else {
            return
        }
        pending.workout?.routes.append(path)
        sink.receive(.attachment(HealthAttachment(kind: .workoutRoute, path: path)))
    }
}
