public import DeviceCodecs
public import VitalRecords

/// A driver for a maker's own protocol, built in or supplied by another Swift package.
///
/// A driver does no I/O: it receives what happened on the link and returns what to do. This program owns the radio, the
/// disk, the time and the end of the link. README.md in this folder shows how to write and install one.
public protocol ProtocolDriver: Sendable {
    /// The protocol, as named by `speaks` in the catalogue.
    static var name: ProtocolName { get }

    /// Whether a pairing opens one link for the driver after the bond, with ``DriverStart/isPairing`` set.
    static var pairsOverLink: Bool { get }

    /// Makes a driver with all secrets that the catalogue entry needs.
    ///
    /// - Throws: Any error for secrets that the protocol cannot use; operators see its description, so it must contain
    ///   no secret.
    init(_ secrets: DriverSecrets) throws

    /// Starts the session of one link to one device.
    func makeSession(for device: DeviceIdentity) -> any DriverSession

    /// Starts the session of one link with all that the hub knows at its start.
    func makeSession(on start: DriverStart) -> any DriverSession

    /// Whether the driver may ever send these bytes; the link refuses all others before they reach the radio.
    static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing: Bool) -> Bool
}

extension ProtocolDriver {
    /// False: a bond is all that the device needs.
    public static var pairsOverLink: Bool { false }

    /// Makes the session from the device's identity alone.
    public func makeSession(on start: DriverStart) -> any DriverSession { makeSession(for: start.device) }

    /// True: the driver itself is the allow list.
    public static func mayWrite(_: [UInt8], to _: BluetoothUUID, isPairing _: Bool) -> Bool { true }
}

/// An event on a driver's link.
public enum DriverInput: Hashable, Sendable {
    /// The link is up, with these characteristics.
    case ready([BluetoothUUID])
    /// The characteristic now sends notifications or indications.
    case subscribed(BluetoothUUID)
    /// A value arrived by notification, indication or read; it is already on disk.
    case value(BluetoothUUID, [UInt8])
    /// A write to the characteristic completed; of a command, it was handed to the radio.
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
    /// End a subscription; no event follows.
    case unsubscribe(BluetoothUUID)
    /// Read the value of a characteristic.
    case read(BluetoothUUID)
    /// Write a value: with response where the characteristic allows it, else without.
    case write(BluetoothUUID, [UInt8])
    /// Write a value without response, where the characteristic allows both and the protocol wants this one.
    case command(BluetoothUUID, [UInt8])
    /// Wake the driver after this time; a later request replaces it.
    case wake(after: Duration)
    /// Report that the device is ready and the person may measure.
    case tellReady
    /// The device's clock shows this local time now; measurements that follow are placed by it.
    case clock(CivilDateTime)
    /// Store a measurement; it is committed before the next action.
    case measurement(DeviceMeasurement)
    /// What arrived since the last measurement cannot be decoded; it is kept and reported. The text is for people.
    case unreadable(String)
    /// Keep up to 1 KiB for the device's next link, in place of the earlier; it is on disk before the next action.
    case keep([UInt8])
    /// Keep up to 1 KiB as ``keep(_:)``, sealed: a key.
    case keepSecret([UInt8])
    /// Bond now; ``DriverSession/bonded(_:elapsed:)`` follows. Only a device that a person paired here is bonded again.
    case bond
    /// Remove the bond after this link, because the device makes a new one for each.
    case dropBond
    /// Everything is read, or there is nothing to read; end the link.
    case done
    /// The device is not paired with this hub, or no longer; end the link, and a person pairs it.
    case unpaired
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

    /// Handles the end of a bonding that the driver asked for.
    ///
    /// - Parameter failure: Why there is no bond, for people; nil if there is one.
    mutating func bonded(_ failure: String?, elapsed: Duration) -> [DriverOutput]

    /// What takes leave of the device when the link is stopped from outside; only writes are executed.
    mutating func farewell() -> [DriverOutput]

    /// Handles the end of the link by the device; only measurements are executed, and one says that nothing is missing.
    mutating func ended(elapsed: Duration) -> [DriverOutput]
}

extension DriverSession {
    /// Nothing.
    public mutating func bonded(_: String?, elapsed _: Duration) -> [DriverOutput] { [] }

    /// Nothing.
    public mutating func farewell() -> [DriverOutput] { [] }

    /// Nothing.
    public mutating func ended(elapsed _: Duration) -> [DriverOutput] { [] }
}
