public import DeviceCodecs

/// A protocol that is no part of this program, as a Swift package brings it.
///
/// A driver is pure: it is told what happened on the link and says what to do. This program owns the radio, the disk,
/// the time and the end of the link. README.md in this folder shows how one is made and installed.
public protocol ProtocolDriver: Sendable {
    /// The protocol, as the catalogue's `speaks` names it.
    static var name: ProtocolName { get }

    /// Takes the keys that the catalogue's entry needs; all of them are there.
    ///
    /// - Throws: Any error for keys that the protocol cannot use; its words reach the operator, so they have no secret.
    init(_ secrets: DriverSecrets) throws

    /// Begins one link to one device.
    func makeSession(for device: DeviceIdentity) -> any DriverSession
}

/// What happened on a driver's link.
public enum DriverInput: Hashable, Sendable {
    /// The link is up; these characteristics are there.
    case ready([BluetoothUUID])
    /// Notifications or indications of a characteristic come from now on.
    case subscribed(BluetoothUUID)
    /// A characteristic's value came, by notification, indication or reading; it is on disk already.
    case value(BluetoothUUID, [UInt8])
    /// A characteristic was written.
    case wrote(BluetoothUUID)
    /// What was asked of a characteristic failed; the words are for people.
    case failed(BluetoothUUID, String)
    /// The time asked for with ``DriverOutput/wake(after:)`` has passed.
    case woken
}

/// What a driver wants done on its link.
public enum DriverOutput: Sendable {
    /// Have notifications or indications.
    case subscribe(BluetoothUUID)
    /// Read a value.
    case read(BluetoothUUID)
    /// Write a value, with response.
    case write(BluetoothUUID, [UInt8])
    /// Be told when the time has passed; a later one takes its place.
    case wake(after: Duration)
    /// The device is ready: the person may measure now.
    case tellReady
    /// A measurement; it is committed before anything else is done.
    case measurement(DeviceMeasurement)
    /// All is read, or there is nothing; end the link.
    case done
    /// It cannot go on; the words are for people.
    case fail(String)
}

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
