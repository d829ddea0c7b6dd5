/// A speed below which a transfer is given up.
public struct CurlLowSpeedLimit: Sendable, Hashable {
    /// The average speed, in bytes per second.
    public let bytesPerSecond: Int
    /// For how long it may be below, in whole seconds.
    public let period: Duration

    /// Makes a limit; both values have to be above zero to have an effect.
    public init(bytesPerSecond: Int, period: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.period = period
    }
}
