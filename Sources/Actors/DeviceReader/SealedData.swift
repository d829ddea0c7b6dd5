internal import ActorRuntime
internal import DurableStore
internal import FoundationEssentials
internal import VitalRecords

/// Devices' secrets on disk, sealed so that each opens for its device and its purpose only.
struct SealedData: Sendable {
    /// The kind of a device's own encryption key.
    static let encryptionKey = "encryptionKey"

    let key: SiteKey
    let store: OutboxStore

    /// Seals and stores a secret in place of what there was.
    func keep(_ secret: [UInt8], kind: String, of device: DeviceID, at now: Date) async throws {
        let sealed = try key.seal(secret, context: Self.context(device, kind))
        try await store.storePeripheralData(
            device: device.description,
            kind: kind,
            content: Data(sealed),
            at: now
        )
    }

    /// A secret, or nil where none is stored.
    ///
    /// - Throws: `RuntimeError` `notOpened` where it was sealed with another site's key; `StoreError`.
    func secret(kind: String, of device: DeviceID) async throws -> [UInt8]? {
        guard let sealed = try await store.peripheralData(device: device.description, kind: kind) else { return nil }
        return try key.open(Array(sealed), context: Self.context(device, kind))
    }

    private static func context(_ device: DeviceID, _ kind: String) -> String { "peripheral-data/\(device)/\(kind)" }
}
