internal import DeviceCodecs

/// Oximeters that stream in a maker's protocol: subscribe, ask if the protocol wants it, and find the one result.
///
/// Nothing is set, deleted or stored. No model was tried on a device.
struct StreamDriver<Stream: OximeterStream>: ProtocolDriver {
    static var name: ProtocolName { Stream.name }

    /// Needs no secrets.
    init(_: DriverSecrets) {}

    func makeSession(for device: DeviceIdentity) -> any DriverSession { makeSession(on: DriverStart(device: device)) }

    func makeSession(on start: DriverStart) -> any DriverSession { StreamSession<Stream>(start) }

    /// Whether a write is one of the protocol's few requests, byte by byte.
    static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        (Stream.requests + [Stream.thanks].compactMap { $0 }).contains {
            $0.channel == characteristic && $0.bytes == bytes
        }
    }
}
