/// Which optional fields a cuff's frames have, and the unit.
package struct CuffFields: Decodable, Equatable, Sendable {
    /// Flag bit 1.
    package var timestamp = true
    /// Flag bit 2.
    package var pulse = true
    /// Flag bit 3.
    package var user = true
    /// Flag bit 4.
    package var status = true
    /// Flag bit 0.
    package var kilopascal = false

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case timestamp
        case pulse
        case user
        case status
        case kilopascal
    }

    /// All fields, in mmHg.
    package init() {}

    /// Reads the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        timestamp = try box.value(.timestamp, default: true)
        pulse = try box.value(.pulse, default: true)
        user = try box.value(.user, default: true)
        status = try box.value(.status, default: true)
        kilopascal = try box.value(.kilopascal, default: false)
    }
}
