internal import BlueZ
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Serves `eraseDevices`: erases this hub's data about a seat's persons.
@ReaderIsolation struct ErasureService: ReaderService {
    let foundation: ReaderFoundation
    let foreground: ForegroundReader
    let adverts: AdvertReader

    nonisolated var handlers: [RequestHandler] {
        [RequestHandler(ReaderTopics.eraseDevices) { [self] body, _ in try await erase(body) }]
    }

    private func erase(_ body: EraseDevices) async throws -> DevicesErased {
        try BusAddress.check(body.seat, as: "seat")
        guard (1...200).contains(body.assignments.count) else {
            throw BusError(
                .invalidArgument,
                message: "a request must have 1 to 200 assignments, not \(body.assignments.count)"
            )
        }
        guard !foreground.isBusy else {
            throw BusError(.busy, message: "a foreground reading is under way; cancel it or wait until it ends")
        }
        // With the radio locked, no frame is between its commit and its decoding. Adverts are read without the radio.
        let erased = try await lock.withRadio { try await adverts.turn.withLock { try await eraseNow(body) } }
        logger.notice(
            "a seat's data was erased",
            metadata: ["seat": "\(body.seat)", "frames": "\(erased.frames)", "readings": "\(erased.readings)"]
        )
        return erased
    }

    private func eraseNow(_ body: EraseDevices) async throws -> DevicesErased {
        // Frames that a crash left undecoded become readings first, because some may be another person's.
        _ = try await foundation.decoding.recover()
        var erased = DevicesErased(
            hub: hub.rawValue,
            frames: 0,
            readings: 0,
            keptFrames: 0,
            keptReadings: 0,
            forgotten: 0
        )
        for erasure in body.erasures {
            try await carryOut(erasure, adding: &erased)
            guard body.forgetPairing == true, let address = await radio.address(of: erasure.device) else { continue }
            try await radio.client.removeDevice(address)
            erased.forgotten += 1
        }
        wake.signal()
        return erased
    }

    private func carryOut(_ erasure: DeviceErasure, adding erased: inout DevicesErased) async throws {
        let device = erasure.device.description
        let frames = erasure.frames(
            try await store.frames(of: device),
            links: try await store.links.all(of: device),
            hub: hub
        )
        let readings = erasure.readings(try await store.rows(ofDevice: device))
        do {
            try await store.forgetRepeats(of: device)
            erased.readings += try await store.erase(
                frames: frames.erased,
                readings: readings.erased,
                device: device
            )
            if erasure.isShared {
                // A key that another person also uses is kept, and so are other seats' users on a scale.
                try await eraseUsers(of: erasure.device, seat: erasure.seat)
            } else {
                try await store.erasePeripheralData(device: device)
            }
        } catch let error as StoreError where error.code == .locked {
            throw BusError(
                .busy,
                message: "all data is erased, but the store's log still contains old pages: repeat the request"
            )
        }
        adverts.forget(erasure.device)
        erased.frames += frames.erased.count
        erased.keptFrames += frames.kept
        erased.keptReadings += readings.kept
    }

    /// Erases a seat's users from a scale shared with another seat; if there are none, the site's key is not needed.
    private func eraseUsers(of device: DeviceID, seat: String) async throws {
        let stored = try await store.peripheralData(kind: SealedData.consent)
        guard stored.contains(where: { $0.device == device.description }) else { return }
        try await secrets.opened().eraseConsents(of: device, seat: seat)
    }
}

extension EraseDevices {
    /// The seat's devices, each with all of its assignments.
    var erasures: [DeviceErasure] {
        let byDevice = Dictionary(grouping: assignments, by: \.device)
        return byDevice.filter { $0.value.contains { $0.seat == seat } }.map { device, assignments in
            DeviceErasure(
                seat: seat,
                device: device,
                assignments: assignments.map {
                    AssignmentRule.Interval(userIndex: $0.userIndex, seat: $0.seat, from: $0.from, until: $0.until)
                }
            )
        }
    }
}
