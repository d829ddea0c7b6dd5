internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Finds the secrets of a device's encrypted adverts: its key, and its address, a part of each nonce.
///
/// Both are sealed on disk.
struct AdvertKeys: Sendable {
    /// The kind of a device's sealed address.
    static let addressKind = "advertAddress"

    let secrets: DeviceSecrets

    /// The key and the address of a device; neither where no key is stored.
    ///
    /// - Throws: `StoreError`; `RuntimeError` where the site's key does not open them.
    func options(of device: DeviceID) async throws -> DriverOptions {
        var options = DriverOptions()
        let stored = try await secrets.store.peripheralData(
            device: device.description,
            kind: SealedData.encryptionKey
        )
        guard stored != nil else { return options }
        let sealed = try secrets.opened()
        options.key = try await sealed.secret(kind: SealedData.encryptionKey, of: device)
        options.address = try await sealed.secret(kind: Self.addressKind, of: device)
        return options
    }

    /// Stores a device's address: after a restart its frames are decoded before it is in sight.
    ///
    /// - Throws: `StoreError`, `RuntimeError`.
    func keep(address: String, of device: DeviceID, at now: Date) async throws {
        let bytes = address.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        try await secrets.opened().keep(bytes, kind: Self.addressKind, of: device, at: now)
    }
}
