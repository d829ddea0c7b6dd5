/// On which side of its range a device found a value.
///
/// Unknown ones are carried.
public struct BoundsDirection: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Below the range.
    public static let low = BoundsDirection(rawValue: "low")
    /// Above the range.
    public static let high = BoundsDirection(rawValue: "high")
}
