internal import VitalRecords

/// The statistics of a workout in a FIT session message.
enum FITSession {
    /// Distance, energy and heart rate, if present.
    static func statistics(_ message: FITMessage) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        if let distance = message[9] {
            let metres = DecimalNumber(mantissa: distance, exponent: -2)
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: "m", sum: metres))
        }
        if let energy = message[11] {
            let value = DecimalNumber(energy)
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: "kcal", sum: value))
        }
        let (average, minimum, maximum) = (message[16], message[64], message[17])
        if average != nil || minimum != nil || maximum != nil {
            found.append(
                HealthStatistic(
                    type: "HKQuantityTypeIdentifierHeartRate",
                    unit: "count/min",
                    average: average.map { DecimalNumber($0) },
                    minimum: minimum.map { DecimalNumber($0) },
                    maximum: maximum.map { DecimalNumber($0) }
                )
            )
        }
        return found
    }
}
