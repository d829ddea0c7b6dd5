internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Opens the devices' secrets with the site's key, which is loaded at its first use.
struct DeviceSecrets: Sendable {
    let siteKey: @Sendable () throws -> SiteKey
    let store: OutboxStore

    /// - Throws: `RuntimeError` if the site's key cannot be read.
    func opened() throws -> SealedData { SealedData(key: try siteKey(), store: store) }
}

/// Serves the catalogue: the readable models, the parts that others lack, and devices' own keys.
@ReaderIsolation struct CatalogueService {
    let catalogue: PeripheralCatalogue
    let parts: ClosedParts
    let secrets: DeviceSecrets
    let schedule: PassiveSchedule
    let context: ActorContext

    nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.supportedPeripherals) { [self] body, _ in try view(body) },
            RequestHandler(ReaderTopics.storePeripheralData) { [self] body, _ in try await store(body) },
        ]
    }

    /// An entry that may be read or paired.
    ///
    /// - Throws: `BusError` `invalidArgument` if it does not exist or is disabled.
    nonisolated func peripheral(_ id: Int) throws -> Peripheral {
        guard let peripheral = catalogue.peripheral(id: id) else {
            throw BusError(
                .invalidArgument,
                message: "peripheral \(id) is not in the catalogue; see supportedPeripherals"
            )
        }
        guard !peripheral.disabled else {
            throw BusError(
                .invalidArgument,
                message: "peripheral \(id) is switched off; the catalogue file can switch it on"
            )
        }
        return peripheral
    }

    /// Why pairing a model here would be useless; nil if the hub can read it.
    nonisolated func refusalToPair(_ peripheral: Peripheral) -> MissingPart? { parts.refusalToPair(peripheral) }

    /// A driver for the peripheral's protocol, with its keys; nil if this program speaks the protocol itself.
    ///
    /// - Throws: ``MissingPart``; `RuntimeError` or `StoreError` if a stored key cannot be read.
    func driver(_ id: Int, for device: DeviceID) async throws -> (any ProtocolDriver)? {
        guard let peripheral = catalogue.peripheral(id: id),
            !peripheral.speaks.isBuiltIn || parts.drivers.has(peripheral.speaks)
        else { return nil }
        let needsKey = peripheral.needs.contains(.encryptionKey)
        let key = try await needsKey ? secrets.opened().secret(kind: SealedData.encryptionKey, of: device) : nil
        return try parts.driver(for: peripheral, device: device, encryptionKey: key)
    }

    /// Whether the peripheral is read on a USB cable, without a radio.
    nonisolated func isOnCable(_ id: Int) -> Bool { catalogue.peripheral(id: id)?.isOnCable == true }

    /// The decoder of the peripheral's adverts; nil for one that needs a connection, as an installed driver does.
    nonisolated func advertDecoder(_ id: Int) -> AdvertDecoder? {
        guard let peripheral = catalogue.peripheral(id: id), !parts.drivers.has(peripheral.speaks) else { return nil }
        return AdvertTable.decoder(for: peripheral.speaks)
    }

    /// The catalogue entries that match a filter, each with its missing parts.
    ///
    /// - Throws: `BusError` `invalidArgument` for a type that no peripheral has.
    private nonisolated func view(_ filter: PeripheralFilter) throws -> SupportedPeripherals {
        var filter = filter
        if let word = filter.type {
            guard let type = PeripheralType(word: word) else {
                let known = PeripheralType.known.map(\.rawValue).joined(separator: ", ")
                throw BusError(
                    .invalidArgument,
                    message: "'\(word.prefix(64))' is not a type of peripheral: "
                        + "use \(known)"
                )
            }
            filter.type = type.rawValue
        }
        let found = catalogue.peripherals.filter { $0.passes(filter) }.map { peripheral in
            var view = peripheral.view(
                missing: parts.missing(for: peripheral),
                evidence: parts.reads(peripheral) ? peripheral.evidence : nil
            )
            // Only for a single entry, because those of all entries together exceed a message.
            if filter.peripheralID != nil {
                view.image = CatalogueImage(peripheral).address
            } else {
                view.startInstructions = nil
            }
            return view
        }
        let wanted = found.filter { [nil, $0.verified].contains(filter.verified) }
        return try CataloguePages(wanted).answer(filter.page)
    }

    /// Stores a device's own key, sealed.
    private func store(_ body: StorePeripheralData) async throws -> PeripheralDataStored {
        let peripheral = try peripheral(body.peripheralID)
        guard peripheral.needs.contains(.encryptionKey) else {
            throw BusError(
                .invalidArgument,
                message: "peripheral \(body.peripheralID) does not use an encryption key"
            )
        }
        guard let key = EncryptionKey.bytes(body.encryptionKey) else {
            throw BusError(
                .invalidArgument,
                message:
                    "the encryption key must have 32 hexadecimal digits, but has \(body.encryptionKey.count) characters. The device's menu shows it under Other > About, also as a QR code"
            )
        }
        try await secrets.opened().keep(
            key,
            kind: SealedData.encryptionKey,
            of: body.device,
            at: context.environment.now()
        )
        // Devices skipped for lack of this key are read now.
        await schedule.repaired(body.device, at: context.environment.steady())
        return PeripheralDataStored(
            hub: context.address.hub,
            device: body.device,
            missing: parts.missing(for: peripheral).map { WireFault($0) }
        )
    }
}

extension Peripheral {
    /// Whether the entry meets all conditions of a filter, except `verified`, which depends on the hub's drivers.
    func passes(_ filter: PeripheralFilter) -> Bool {
        (filter.peripheralID.map { $0 == id } ?? true)
            && (filter.type.map { $0 == type.rawValue } ?? true)
            && (filter.text.map { name.lowercased().contains($0.lowercased()) } ?? true)
            && (filter.requiresPairing.map { $0 == requiresPairing } ?? true)
            && (filter.disabled.map { $0 == disabled } ?? true)
    }

    /// The entry as sent over the bus.
    ///
    /// - Parameter evidence: The evidence for reading it; nil if the hub cannot read it.
    func view(missing: [MissingPart], evidence: ModelEvidence?) -> PeripheralView {
        PeripheralView(
            peripheralID: id,
            name: name,
            manufacturer: manufacturer,
            model: model,
            type: type.rawValue,
            requiresPairing: requiresPairing,
            pairingInstructions: pairingInstructions,
            startInstructions: startInstructions,
            readingInstructions: readingInstructions,
            imageURL: imageURL,
            advertises: .init(rawValue: advertises.rawValue),
            hasMemory: hasMemory,
            speaks: speaks.rawValue,
            quirks: quirks.map(\.rawValue).sorted(),
            missing: missing.map { WireFault($0) },
            disabled: disabled,
            verified: evidence == .captured,
            evidence: evidence.map { PeripheralView.Evidence(rawValue: $0.rawValue) }
        )
    }
}
