/// Which standard services a virtual device has.
package enum DeviceProfile: String, Codable, CaseIterable, Sendable {
    /// Blood Pressure, 0x1810.
    case bloodPressure
    /// Health Thermometer, 0x1809.
    case thermometer
    /// Weight Scale, 0x181D.
    case weightScale
    /// Weight Scale, Body Composition and User Data: 0x181D, 0x181B, 0x181C.
    case bodyScale
    /// Glucose, 0x1808.
    case glucose
    /// Pulse Oximeter, 0x1822.
    case pulseOximeter

    /// What a measurement may give beside its frame.
    var measurementKeys: Set<MeasurementValues.Key> {
        switch self {
        case .bloodPressure: [.systolic, .diastolic, .meanArterial, .pulse, .user, .status]
        case .thermometer: [.celsius, .site]
        case .weightScale: [.kilograms, .user]
        case .bodyScale: [.kilograms, .user, .bodyFatPercent, .impedanceOhm, .musclePercent, .bodyWaterKilograms]
        case .glucose:
            [.millimolesPerLitre, .milligramsPerDecilitre, .type, .location, .meal, .status, .offsetMinutes]
        case .pulseOximeter: [.spo2, .pulse, .status]
        }
    }

    /// The behaviour of a scripted device.
    func behaviour(of script: ScenarioDevice) -> any ProfileBehaviour {
        switch self {
        case .bloodPressure: CuffProfile(script)
        case .thermometer: ThermometerProfile()
        case .weightScale: ScaleProfile()
        case .bodyScale: BodyScaleProfile(script)
        case .glucose: MeterProfile(script)
        case .pulseOximeter: OximeterProfile(script)
        }
    }
}
