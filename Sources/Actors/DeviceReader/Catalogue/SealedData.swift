internal import ActorRuntime
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Stores devices' secrets on disk, each sealed for its device and purpose.
struct SealedData: Sendable {
    /// The kind of a device's own encryption key.
    static let encryptionKey = "encryptionKey"

    /// The kind of a scale user's consent.
    static let consent = "consent"

    let key: SiteKey
    let store: OutboxStore

    /// Seals and stores a secret, replacing an earlier one.
    func keep(
        _ secret: [UInt8],
        kind: String,
        of device: DeviceID,
        userIndex: Int? = nil,
        at now: Date
    ) async throws {
        let sealed = try key.seal(secret, context: Self.context(device, kind: kind, userIndex: userIndex))
        try await store.storePeripheralData(
            device: device.description,
            kind: kind,
            userIndex: userIndex,
            content: Data(sealed),
            at: now
        )
    }

    /// A secret; nil if none is stored.
    ///
    /// - Throws: `RuntimeError` `notOpened` if it was sealed with another site's key; `StoreError`.
    func secret(kind: String, of device: DeviceID) async throws -> [UInt8]? {
        guard let sealed = try await store.peripheralData(device: device.description, kind: kind) else { return nil }
        return try key.open(Array(sealed), context: Self.context(device, kind: kind, userIndex: nil))
    }

    /// The consents of a scale's users, oldest first.
    ///
    /// - Throws: As ``secret(kind:of:)``; `DecodingError` for data of another version.
    func consents(of device: DeviceID) async throws -> [StoredConsent] {
        let rows = try await store.peripheralData(kind: Self.consent).filter { $0.device == device.description }
        return try rows.map { row in
            let bytes = try key.open(
                Array(row.content),
                context: Self.context(device, kind: Self.consent, userIndex: row.userIndex)
            )
            return try WireJSON.decode(StoredConsent.self, from: bytes)
        }
    }

    /// Erases the consents of a seat's users on a scale, and the personal data not yet written to the scale.
    ///
    /// - Returns: The number of erased consents.
    /// - Throws: As ``consents(of:)``.
    @discardableResult
    func eraseConsents(of device: DeviceID, seat: String) async throws -> Int {
        let own = try await consents(of: device).filter { $0.seat == seat }
        for consent in own {
            try await store.erasePeripheralData(
                device: device.description,
                kind: Self.consent,
                userIndex: Int(consent.user)
            )
        }
        return own.count
    }

    /// Stores a user's consent.
    func keep(_ consent: StoredConsent, of device: DeviceID, at now: Date) async throws {
        let bytes = Array(try WireJSON.encode(consent))
        try await keep(bytes, kind: Self.consent, of: device, userIndex: Int(consent.user), at: now)
    }

    private static func context(_ device: DeviceID, kind: String, userIndex: Int?) -> String {
        "peripheral-data/\(device)/\(kind)" + (userIndex.map { "/\($0)" } ?? "")
    }
}

/// A scale's user that a pairing registered or took over, as stored in sealed form.
struct StoredConsent: Codable, Sendable, Hashable {
    /// The scale's index of the user.
    let user: UInt8
    /// The consent code, 0 to 9999.
    let code: UInt16
    /// The seat that the user was registered for.
    let seat: String
    /// The person's data not yet written to the scale, as given at pairing; erased once written.
    var unwritten: ScaleUserData?

    /// The consent without data to write.
    var known: ConsentProcedure.Consent { ConsentProcedure.Consent(user: user, code: code) }

    /// The consent to send to the scale, with the data to write after it.
    var consent: ConsentProcedure.Consent {
        ConsentProcedure.Consent(user: user, code: code, data: unwritten)
    }
}
