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

/// Sports of the FIT profile as HealthKit workout types.
enum FITSport {
    /// The HealthKit workout type of a sport and sub-sport.
    static func activity(_ sport: Int64?, part: Int64?) -> String {
        let name =
            if let named = part.flatMap({ parts[$0] }) { named } else { sport.flatMap { sports[$0] } ?? "Other" }
        return "HKWorkoutActivityType" + name
    }

    private static let sports: [Int64: String] = [
        1: "Running", 2: "Cycling", 4: "MixedCardio", 5: "Swimming", 6: "Basketball", 7: "Soccer", 8: "Tennis",
        9: "AmericanFootball", 10: "TraditionalStrengthTraining", 11: "Walking", 12: "CrossCountrySkiing",
        13: "DownhillSkiing", 14: "Snowboarding", 15: "Rowing", 16: "Climbing", 17: "Hiking", 19: "PaddleSports",
        21: "Cycling", 25: "Golf", 30: "SkatingSports", 31: "Climbing", 33: "SkatingSports", 35: "SnowSports",
        37: "PaddleSports", 38: "SurfingSports", 41: "PaddleSports", 47: "Boxing", 48: "Climbing",
    ]

    /// Sub-sports that HealthKit has a type for.
    private static let parts: [Int64: String] = [
        14: "Rowing", 15: "Elliptical", 16: "StairClimbing", 20: "TraditionalStrengthTraining", 43: "Yoga",
        44: "Pilates",
    ]
}
