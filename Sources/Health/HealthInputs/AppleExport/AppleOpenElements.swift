/// The elements whose end tags have not been read yet: a record, a correlation, a workout.
struct AppleOpenElements {
    /// The most samples of one correlation.
    private static let mostChildren = 256

    var record: AppleRecord?
    var correlation: HealthCorrelation?
    var workout: HealthWorkout?
    // Read at every tag; reading the values above would copy them.
    var isInRecord = false
    var isInCorrelation = false
    var isInWorkout = false
    var isInActivity = false
    private var isCorrelationTyped = false
    /// The position of the open correlation or workout in the file.
    var offset: UInt64 = 0
    /// The UTC offset of the end of the open correlation or workout, in seconds.
    var utcOffset = 0

    /// Delivers the open record.
    mutating func finishRecord(to sink: inout some HealthSink) {
        if let sample = record?.sample { deliver(sample, to: &sink) }
        record = nil
        isInRecord = false
    }

    /// Delivers the open correlation.
    mutating func finishCorrelation(to sink: inout some HealthSink) {
        if var correlation {
            for index in correlation.samples.indices where isCorrelationTyped {
                correlation.samples[index].flags.insert(.userEntered)
            }
            sink.receive(.correlation(correlation))
        }
        correlation = nil
        isInCorrelation = false
        isCorrelationTyped = false
    }

    /// Delivers the open workout.
    mutating func finishWorkout(to sink: inout some HealthSink) {
        if let workout { sink.receive(.workout(workout)) }
        workout = nil
        isInWorkout = false
        isInActivity = false
    }

    /// Adds a sample to the open correlation, or delivers it if there is none.
    mutating func deliver(_ sample: HealthSample, to sink: inout some HealthSink) {
        if isInCorrelation {
            guard correlation?.samples.count ?? 0 < Self.mostChildren else { return }
            correlation?.samples.append(sample)
        } else {
            sink.receive(sample)
        }
    }

    /// Closes elements that cannot contain a new record: an open record, or a workout with its content.
    mutating func closeRecord(noting damage: inout HealthDamageLog, to sink: inout some HealthSink) {
        if isInWorkout { return close(noting: &damage, to: &sink) }
        guard isInRecord else { return }
        note(.record, in: &damage)
        finishRecord(to: &sink)
    }

    /// Closes all elements because a top-level element begins; those without an end tag are delivered as if complete.
    mutating func close(noting damage: inout HealthDamageLog, to sink: inout some HealthSink) {
        if isInRecord {
            note(.record, in: &damage)
            finishRecord(to: &sink)
        }
        if isInCorrelation {
            note(.correlation, in: &damage)
            finishCorrelation(to: &sink)
        }
        if isInWorkout {
            note(.workout, in: &damage)
            finishWorkout(to: &sink)
        }
        isInActivity = false
    }

    /// Marks the open element as typed by a person.
    mutating func noteUserEntered() {
        if isInRecord {
            record?.sample?.flags.insert(.userEntered)
        } else if isInWorkout {
            workout?.isUserEntered = true
        } else if isInCorrelation {
            isCorrelationTyped = true
        }
    }

    private func note(_ element: AppleElement, in damage: inout HealthDamageLog) {
        damage.note(
            record?.offset ?? offset,
            element: element.rawValue,
            message: "its end tag is missing; it was treated as complete"
        )
    }
}
