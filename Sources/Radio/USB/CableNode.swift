public import DeviceCodecs

/// An open way to a meter on a cable; none of its calls waits for the meter.
public protocol CableNode: Sendable {
    /// Reads what the meter sent next.
    func read() -> CableFinding

    /// Sends bytes through one of the cable's pipes.
    ///
    /// - Returns: Whether they are under way; false for a pipe that this meter does not have.
    func write(_ bytes: [UInt8], to pipe: BluetoothUUID) -> Bool

    /// Closes the way.
    func close()
}

/// What a read of a ``CableNode`` finds.
public enum CableFinding: Hashable, Sendable {
    /// A report, a block or a message.
    case report([UInt8])
    /// Nothing yet.
    case nothing
    /// The device is unplugged.
    case gone
}

/// Why a meter on a cable cannot be used.
public struct CableFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people.
    public let description: String

    /// Makes a failure with its words.
    public init(_ description: String) { self.description = description }

    /// The node's mode keeps the hub out.
    static let forbidden = CableFailure(
        "the hub may not open the meter: install deploy/udev/60-vitalbus.rules, and plug the meter in again"
    )
    /// The node is missing or refuses.
    static let closed = CableFailure("the meter cannot be opened; plug it in again")
}
