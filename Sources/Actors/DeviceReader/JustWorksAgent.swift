internal import BlueZ
internal import Synchronization

/// Answers the pairing that an operator asked for, where it needs no code; every other one is refused.
///
/// BlueZ pairs by itself when a guarded characteristic is used, so without this a neighbour's device in range could be
/// bonded to this hub. A device that shows a code is refused, since nobody can be asked here yet.
final class JustWorksAgent: PairingAgent {
    private let wanted = Mutex<BluetoothAddress?>(nil)

    /// Allows one device to pair while the body runs.
    func allowing<Result>(_ address: BluetoothAddress, _ body: () async throws -> Result) async rethrows -> Result {
        wanted.withLock { $0 = address }
        defer { wanted.withLock { $0 = nil } }
        return try await body()
    }

    func authorizePairing(of device: DeviceInfo) async throws { try check(device) }

    func authorize(service uuid: String, for device: DeviceInfo) async throws { try check(device) }

    private func check(_ device: DeviceInfo) throws {
        guard wanted.withLock({ $0 }) == device.address else { throw PairingRefusal() }
    }
}
