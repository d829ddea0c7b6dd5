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
