/// How Home Assistant shows a metric.
public struct HomeAssistantSensor: Hashable, Sendable {
    /// The sensor's device class, or nil where none fits.
    public let deviceClass: String?
    /// The unit of measurement.
    public let unit: String
    /// The same unit in UCUM.
    public let ucum: String

    init(deviceClass: String? = nil, unit: String, ucum: String) {
        self.deviceClass = deviceClass
        self.unit = unit
        self.ucum = ucum
    }
}
