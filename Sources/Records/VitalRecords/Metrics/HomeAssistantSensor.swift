/// The presentation of a metric in Home Assistant.
public struct HomeAssistantSensor: Hashable, Sendable {
    /// The sensor's device class; nil if none fits.
    public let deviceClass: String?
    /// The unit of measurement.
    public let unit: String
    /// The same unit in UCUM.
    public let ucum: String
    /// How its history is aggregated: `measurement`, or nil for classes like energy.
    ///
    /// Home Assistant requires those to be meters, but a value here covers one day or one meal.
    public var stateClass: String? { ["energy", "volume"].contains(deviceClass) ? nil : "measurement" }

    init(deviceClass: String? = nil, unit: String, ucum: String) {
        self.deviceClass = deviceClass
        self.unit = unit
        self.ucum = ucum
    }

    /// Derives the sensor from a unit.
    ///
    /// Device classes are those of developers.home-assistant.io, sensor entity, without the ones that convert to a unit
    /// not used for people's values.
    init(of unit: MetricUnit) {
        let deviceClass: String? =
            switch unit.ucum {
            case "s", "ms", "min", "h": "duration"
            case "m", "km", "cm": "distance"
            case "kg", "g", "mg": "weight"
            case "Cel": "temperature"
            case "kcal": "energy"
            case "mL", "L": "volume"
            case "m/s": "speed"
            case "W": "power"
            default: nil
            }
        self.init(deviceClass: deviceClass, unit: unit.label, ucum: unit.ucum)
    }
}
