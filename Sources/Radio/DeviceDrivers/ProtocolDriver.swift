public import DeviceCodecs

/// A driver for a proprietary protocol, supplied by another Swift package.
///
/// A driver does no I/O: it receives what happened on the link and returns what to do. This program owns the radio, the
/// disk, the time and the end of the link. README.md in this folder shows how to write and install one.
public protocol ProtocolDriver: Sendable {
    /// The protocol, as named by `speaks` in the catalogue.
    static var name: ProtocolName { get }

    /// Makes a driver with all secrets that the catalogue entry needs.
    ///
    /// - Throws: Any error for secrets that the protocol cannot use; operators see its description, so it must contain
    ///   no secret.
    init(_ secrets: DriverSecrets) throws

    /// Starts the session of one link to one device.
    func makeSession(for device: DeviceIdentity) -> any DriverSession
}

/// An event on a driver's link.
public enum DriverInput: Hashable, Sendable {
    /// The link is up, with these characteristics.
    case ready([BluetoothUUID])
    /// The characteristic now sends notifications or indications.
    case subscribed(BluetoothUUID)
    /// A value arrived by notification, indication or read; it is already on disk.
    case value(BluetoothUUID, [UInt8])
    /// A write to the characteristic completed.
    case wrote(BluetoothUUID)
    /// An operation on the characteristic failed; the text is for people.
    case failed(BluetoothUUID, String)
    /// The time asked for with ``DriverOutput/wake(after:)`` has passed.
    case woken
}

/// An action that a driver requests on its link.
public enum DriverOutput: Sendable {
    /// Subscribe to notifications or indications.
    case subscribe(BluetoothUUID)
    /// Read the value of a characteristic.
    case read(BluetoothUUID)
    /// Write a value, using a write with response.
    case write(BluetoothUUID, [UInt8])
    /// Wake the driver after this time; a later request replaces it.
    case wake(after: Duration)
    /// Report that the device is ready and the person may measure.
    case tellReady
    /// Store a measurement; it is committed before the next action.
    case measurement(DeviceMeasurement)
    /// Everything is read, or there is nothing to read; end the link.
    case done
    /// End the link with a failure; the text is for people.
    case fail(String)
}

/// A driver's side of one link to one device.
///
/// Each call returns actions, which are executed in order. A session that returns none waits; the reader's time limit
/// ends the link at the latest.
public protocol DriverSession: Sendable {
    /// Handles an event and returns the actions that follow.
    ///
    /// - Parameter elapsed: Time since the link became ready.
    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput]
}
