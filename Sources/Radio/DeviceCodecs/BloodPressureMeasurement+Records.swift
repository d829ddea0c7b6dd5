public import VitalRecords

extension BloodPressureMeasurement {
    /// The revision of this decoder, for ``Reading/revision``.
    ///
    /// Raise it when equal bytes give other values.
    public static let decoderRevision = 1

    /// The unit of the pressures in UCUM, as the device sent them.
    public var unit: String { flags.contains(.kilopascal) ? "kPa" : "mm[Hg]" }

    /// The values with their digits and unit.
    ///
    /// Special values are left out, and so is a mean arterial pressure of 0: cuffs that do not compute it send either.
    /// Empty where the measurement failed.
    public var measurements: [Measurement] {
        var result = [
            measurement(.systolic, systolic, unit),
            measurement(.diastolic, diastolic, unit),
            measurement(.pulse, pulse, "/min"),
        ]
        if meanArterialPressure.number != 0 {
            result.insert(measurement(.meanArterialPressure, meanArterialPressure, unit), at: 2)
        }
        return result.compactMap { $0 }
    }

    /// What the device reports beside the values, or nil where it reports nothing.
    public var context: ReadingContext? {
        let values: [(MetricName, MedicalFloat?)] = [(.systolic, systolic), (.diastolic, diastolic), (.pulse, pulse)]
        let bounds = values.compactMap { metric, value in
            value?.outOfBounds.map { OutOfBounds(metric: metric, direction: $0) }
        }
        let context = ReadingContext(statusFlags: status?.names ?? [], outOfBounds: bounds)
        return context.isEmpty ? nil : context
    }

    /// The device's number for its user, or nil where it sent none or 255, which means unknown.
    public var userIndex: Int? {
        userID.flatMap { $0 == 0xFF ? nil : Int($0) }
    }

    private func measurement(_ metric: MetricName, _ value: MedicalFloat?, _ unit: String) -> Measurement? {
        value?.number.map { Measurement(metric: metric, value: $0, unit: unit) }
    }
}
