internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// The hub's services for a driver on a link, other than the radio.
struct DriverDesk: Sendable {
    /// Whether the driver may write these bytes.
    var mayWrite: @Sendable (_ bytes: [UInt8], _ characteristic: BluetoothUUID) -> Bool = { _, _ in true }
    /// The driver's small data at the link's start, other than a secret; nil if there is none.
    var stored: [UInt8]?
    /// Stores the driver's small data, sealed if it is secret.
    var keep: @Sendable (_ bytes: [UInt8], _ isSecret: Bool) async throws -> Void = { _, _ in }
    /// Bonds with the device; the failure is `notPaired` if no person has paired it here.
    var bond: @Sendable () async -> StepFailure? = { .notPaired }
}

/// The small data of a driver about a device, kept across links and restarts.
struct DriverShelf: Sendable {
    /// The position up to which the driver has read, in its own form.
    static let markKind = "driverMark"
    /// A key, sealed.
    static let secretKind = "driverSecret"
    /// The mark that a driver dropped the bond of a device that a person had paired.
    static let bondKind = "driverBond"

    let device: DeviceID
    let store: OutboxStore
    let secrets: DeviceSecrets
    let environment: BusEnvironment
    let logger: Logger

    /// The stored data; nil if there is none, or a key cannot be opened.
    func kept(isSecret: Bool) async throws -> [UInt8]? {
        guard isSecret else {
            return try await store.peripheralData(device: device.description, kind: Self.markKind).map { Array($0) }
        }
        let sealed = try await store.peripheralData(device: device.description, kind: Self.secretKind)
        guard sealed != nil else { return nil }
        do {
            return try await secrets.opened().secret(kind: Self.secretKind, of: device)
        } catch {
            logger.error(
                "a device's key cannot be opened with this site's key; pair the device again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return nil
        }
    }

    /// Replaces the stored data.
    func keep(_ bytes: [UInt8], isSecret: Bool) async throws {
        guard !isSecret else {
            let sealing = try secrets.opened()
            return try await sealing.keep(bytes, kind: Self.secretKind, of: device, at: environment.now())
        }
        try await store.storePeripheralData(
            device: device.description,
            kind: Self.markKind,
            content: Data(bytes),
            at: environment.now()
        )
    }

    /// Whether a driver dropped the bond of the device after an earlier link.
    func hasDroppedBond() async throws -> Bool {
        try await store.peripheralData(device: device.description, kind: Self.bondKind) != nil
    }

    /// Records that the bond was dropped, so that the next link may bond again without a person.
    func noteDroppedBond() async throws {
        try await store.storePeripheralData(
            device: device.description,
            kind: Self.bondKind,
            content: Data([1]),
            at: environment.now()
        )
    }
}
