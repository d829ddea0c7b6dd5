/// The damage of an input: the first places, and how many there were.
public struct HealthDamageLog: Hashable, Sendable {
    /// How many places are kept; more are only counted.
    public static let limit = 1_000
    /// The first places.
    public private(set) var entries: [HealthDamage] = []
    /// How many places there were.
    public private(set) var count = 0

    /// Makes an empty log.
    public init() {}

    /// Notes a place.
    public mutating func note(_ offset: UInt64, _ element: String, _ message: String) {
        count += 1
        guard entries.count < Self.limit else { return }
        entries.append(HealthDamage(offset: offset, element: element, message: message))
    }
}
