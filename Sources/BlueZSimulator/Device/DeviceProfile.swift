/// Which standard service a virtual device has.
package enum DeviceProfile: String, Codable, Sendable {
    /// Blood Pressure, 0x1810.
    case bloodPressure
    /// Health Thermometer, 0x1809.
    case thermometer
    /// Weight Scale, 0x181D.
    case weightScale

    /// The service's 16-bit UUID.
    var service: UInt16 {
        switch self {
        case .bloodPressure: 0x1810
        case .thermometer: 0x1809
        case .weightScale: 0x181D
        }
    }

    /// The indicated measurement.
    var measurement: UInt16 {
        switch self {
        case .bloodPressure: 0x2A35
        case .thermometer: 0x2A1C
        case .weightScale: 0x2A9D
        }
    }

    /// The notified value beside it, such as the intermediate cuff pressure.
    var intermediate: UInt16? {
        switch self {
        case .bloodPressure: 0x2A36
        case .thermometer: 0x2A1E
        case .weightScale: nil
        }
    }

    /// The feature characteristic and its value.
    var feature: (uuid: UInt16, value: [UInt8]) {
        switch self {
        case .bloodPressure: (0x2A49, [0x3F, 0x00])
        case .thermometer: (0x2A1D, [0x02])
        case .weightScale: (0x2A9E, [0x19, 0x00, 0x00, 0x00])
        }
    }
}
