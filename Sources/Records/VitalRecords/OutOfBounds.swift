/// A device's word that a value lay outside of what it can measure, like a meter's HI.
public struct OutOfBounds: Hashable, Sendable, Codable {
    /// What was measured.
    public let metric: MetricName
    /// On which side.
    public let direction: BoundsDirection

    /// Makes the statement.
    public init(metric: MetricName, direction: BoundsDirection) {
        self.metric = metric
        self.direction = direction
    }
}
