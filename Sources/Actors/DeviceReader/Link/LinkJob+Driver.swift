internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// The services for drivers' links, other than the radio and the store.
struct DriverMeans: Sendable {
    /// Opens and seals devices' secrets.
    let secrets: DeviceSecrets
    /// Bonds with a device that a person paired here before; the agent refuses all others.
    let bond: @Sendable (BluetoothAddress) async throws -> Void
    /// Whether a person is pairing the device now.
    var isPairing = false
}

extension LinkJob {
    /// The driver's small data about a device.
    func shelf(of device: DeviceID) -> DriverShelf {
        DriverShelf(
            device: device,
            store: store,
            secrets: means.secrets,
            environment: environment,
            logger: logger
        )
    }

    /// Whether the driver has the pairing data that it needs for a device; true for a driver that needs only the bond.
    ///
    /// - Throws: `StoreError`.
    func isPrepared(_ driver: any ProtocolDriver, device: DeviceID) async throws -> Bool {
        guard type(of: driver).pairsOverLink, !means.isPairing else { return true }
        let shelf = shelf(of: device)
        if try await shelf.kept(isSecret: false) != nil { return true }
        return try await shelf.kept(isSecret: true) != nil
    }

    /// The start values of a driver's session.
    ///
    /// - Throws: `StoreError`.
    func start(_ identity: DeviceIdentity, link: Link, shelf: DriverShelf) async throws -> DriverStart {
        let characteristics = link.services.flatMap(\.characteristics)
        // Absent is nil: a device that BlueZ has forgotten has no bond.
        let isBonded = try? await radio.device(link.address).isBonded
        let hasDroppedBond = try await shelf.hasDroppedBond()
        var start = DriverStart(
            device: identity,
            now: environment.now(),
            utcOffset: link.context.zone.utcOffset(at: environment.now()),
            mtu: characteristics.compactMap(\.mtu).max(),
            writable: Set(characteristics.filter { $0.flags.contains("write") }.compactMap { BluetoothUUID($0.uuid) }),
            wasBonded: isBonded == true || hasDroppedBond,
            isPairing: means.isPairing,
            stored: try await shelf.kept(isSecret: false),
            secret: try await shelf.kept(isSecret: true),
            entropy: (0..<32).map { _ in UInt8.random(in: 0...255) }
        )
        let zone = link.context.zone
        start.utcOffsetAt = { zone.utcOffset(at: $0) }
        return start
    }

    /// The hub's services for a driver on a link.
    func desk(_ driver: any ProtocolDriver, start: DriverStart, link: Link, shelf: DriverShelf) -> DriverDesk {
        let (type, isPairing) = (type(of: driver), start.isPairing)
        var desk = DriverDesk()
        desk.stored = start.stored
        desk.mayWrite = { type.mayWrite($0, to: $1, isPairing: isPairing) }
        desk.keep = { try await shelf.keep($0, isSecret: $1) }
        guard start.wasBonded || isPairing else { return desk }
        desk.bond = { [means] in
            do {
                try await means.bond(link.address)
                return nil
            } catch {
                return BlueZLink.failure(error)
            }
        }
        return desk
    }

    /// Removes the bond if the driver wants that after each link.
    func dropBond(_ result: LinkResult, link: Link, shelf: DriverShelf) async {
        guard result.dropsBond else { return }
        do {
            // Recorded first, because without the record the next link would need a person.
            try await shelf.noteDroppedBond()
            try await radio.removeDevice(link.address)
        } catch {
            logger.info(
                "a device's bond stays although its driver drops it; the next link may have to be paired again",
                metadata: ["device": "\(link.device)", "error": "\(error)"]
            )
        }
    }
}
