/// The time between two attempts to connect: exponential with full jitter.
///
/// The n-th attempt waits a random time between zero and `minimum * 2^n`, never more than `maximum`.
public struct ReconnectDelay: Sendable, Hashable {
    /// The upper bound of the first wait.
    public var minimum: Duration

    /// The upper bound of every wait.
    public var maximum: Duration

    /// Creates a delay.
    ///
    /// - Parameters:
    ///   - minimum: The upper bound of the first wait, more than zero.
    ///   - maximum: The upper bound of every wait.
    public init(minimum: Duration = .milliseconds(250), maximum: Duration = .seconds(30)) {
        self.minimum = minimum
        self.maximum = maximum
    }
}
