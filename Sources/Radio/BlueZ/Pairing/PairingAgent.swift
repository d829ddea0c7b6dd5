/// Answers BlueZ's questions while a device is paired (org.bluez.Agent1).
///
/// Throwing refuses; BlueZ gets a `CancellationError` as cancelled, any other error as rejected. By default every
/// question is refused, and the `show` methods do nothing.
public protocol PairingAgent: Sendable {
    /// The six digits that the device shows, 0 to 999999.
    func passkey(for device: DeviceInfo) async throws -> UInt32
    /// The code of 1 to 16 letters or digits that an old device wants.
    func pinCode(for device: DeviceInfo) async throws -> String
    /// Shows digits that the person types on the device; `entered` of them are typed.
    func show(passkey: UInt32, entered: UInt16, for device: DeviceInfo) async
    /// Shows a code that the person types on the device.
    func show(pinCode: String, for device: DeviceInfo) async throws
    /// Returns when the person confirms that the device shows the same digits.
    func confirm(passkey: UInt32, for device: DeviceInfo) async throws
    /// Returns when the device may pair without any check.
    func authorizePairing(of device: DeviceInfo) async throws
    /// Returns when the device may use a service.
    func authorize(service uuid: String, for device: DeviceInfo) async throws
    /// Withdraws the last question.
    func cancel() async
}

extension PairingAgent {
    /// Refuses.
    public func passkey(for device: DeviceInfo) async throws -> UInt32 { throw PairingRefusal() }
    /// Refuses.
    public func pinCode(for device: DeviceInfo) async throws -> String { throw PairingRefusal() }
    /// Shows nothing.
    public func show(passkey: UInt32, entered: UInt16, for device: DeviceInfo) async {}
    /// Refuses.
    public func show(pinCode: String, for device: DeviceInfo) async throws { throw PairingRefusal() }
    /// Refuses.
    public func confirm(passkey: UInt32, for device: DeviceInfo) async throws { throw PairingRefusal() }
    /// Refuses.
    public func authorizePairing(of device: DeviceInfo) async throws { throw PairingRefusal() }
    /// Refuses.
    public func authorize(service uuid: String, for device: DeviceInfo) async throws { throw PairingRefusal() }
    /// Does nothing.
    public func cancel() async {}
}

/// The answer of an agent that refuses.
public struct PairingRefusal: Error, Hashable, Sendable {
    /// Makes a refusal.
    public init() {}
}
