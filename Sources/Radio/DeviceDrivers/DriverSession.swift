/// One link to one device, as a driver carries it out.
///
/// Each answer is a list of things to do, done in their order. A session that answers nothing waits; the link is ended
/// at the reader's time limit at the latest.
public protocol DriverSession: Sendable {
    /// Takes what happened.
    ///
    /// - Parameter elapsed: The time since the link was ready.
    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput]
}
