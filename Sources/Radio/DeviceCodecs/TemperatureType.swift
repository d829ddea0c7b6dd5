/// Where on the body a temperature was taken (0x2A1D, and the last byte of 0x2A1C).
public struct TemperatureType: Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The name, like `site_ear`; nil for numbers without a meaning.
    public var name: String? {
        guard (1...Self.all.count).contains(Int(rawValue)) else { return nil }
        return "site_\(Self.all[Int(rawValue) - 1])"
    }

    private static let all = [
        "armpit", "body", "ear", "finger", "gastrointestinal_tract", "mouth", "rectum", "toe", "tympanum",
    ]
}
