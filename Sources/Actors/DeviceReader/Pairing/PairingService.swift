internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Pairs devices: bonds them with exclusive use of the radio, registers a scale's user, and requests the assignment to
/// a seat.
@ReaderIsolation struct PairingService: ReaderService {
    let foundation: ReaderFoundation
    let assignments: AssignmentRequests
    let adverts: AdvertReader

    private var links: LinkReader { foundation.links }

    /// A bonded device.
    private struct Bonded {
        /// The device by its identity address.
        let device: DeviceID
        /// The assignment to request; nil if a scale registered no user.
        var assigns: PairPeripheral?
        /// Why the scale registered no user.
        var fault: WireFault?
    }

    nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.answerPasskey) { [agent] body, _ in
                try agent.answer(body)
                return Empty()
            }
        ]
    }

    /// Pairs a device, and assigns it to the seat.
    ///
    /// - Parameter request: The request's id.
    /// - Throws: `BlueZError`, `BusError` if the scanner does not release the radio, or `CancellationError`.
    func pair(_ body: PairPeripheral, device: DeviceID, request: String) async throws -> PeripheralPaired {
        let bonded: Bonded
        do {
            if adverts.reads(body.peripheralID) {
                // It is never connected: what makes it paired is that a person said whose it is.
                try await adverts.pair(device, as: body.peripheralID)
                bonded = Bonded(device: device, assigns: body)
            } else if catalogue.isOnCable(body.peripheralID) {
                try await links.pairOnCable(body.peripheralID, device: device)
                bonded = Bonded(device: device, assigns: body)
            } else {
                bonded = try await lock.withRadio {
                    events.note("pairing started", device: device, peripheralID: body.peripheralID)
                    return try await bond(body, device: device, request: request)
                }
            }
        } catch {
            let facts = ["error": FailureTable.code(of: error)]
            events.note("pairing failed", device: device, peripheralID: body.peripheralID, facts: facts)
            throw error
        }
        // A newly paired device may be forgotten again at once, because BlueZ knows it, as after a sighting.
        forgotten.remove(device)
        forgotten.remove(bonded.device)
        var paired = PeripheralPaired(
            seat: body.seat,
            hub: events.hub.rawValue,
            peripheralID: body.peripheralID,
            device: bonded.device,
            assigned: body.seat == nil ? nil : false,
            assignmentError: bonded.fault
        )
        if let assigns = bonded.assigns, let seat = assigns.seat {
            switch await assignments.assign(bonded.device, userIndex: assigns.userIndex, to: seat) {
            case .assigned: paired.assigned = true
            case .refused(let fault): paired.assignmentError = fault
            case .unanswered: break
            }
        }
        // Only after the assignment, because an earlier reading would have no owner.
        await schedule.repaired(bonded.device, at: environment.steady())
        let facts = ["assigned": "\(paired.assigned ?? false)"]
        events.note("paired", device: device, peripheralID: body.peripheralID, facts: facts)
        return paired
    }

    /// Bonds a device, and registers a scale's user.
    private func bond(_ body: PairPeripheral, device: DeviceID, request: String) async throws -> Bonded {
        // The scanner pauses, and hears devices again that BlueZ would otherwise forget after a long silence.
        try await lock.holdDiscoveryForPairing(device)
        // In a separate task, because no caller needs to wait for it.
        defer { Task { await lock.holdDiscovery(for: device, seconds: 0) } }
        guard let address = await radio.awaitedAddress(of: device, clock: environment.clock) else {
            throw BlueZError(.deviceGone, message: "the device is not in range: press its Bluetooth button first")
        }
        let identity = await pairAtBlueZ(address, body: body, device: device, request: request)
        await Task { [radio] in await radio.client.yieldDefaultAgent() }.value
        let paired = try identity.get()
        do {
            try await radio.client.setTrusted(true, address: paired)
        } catch {
            logger.info(
                "could not mark a paired device as trusted; bluetoothd may reject connections that the device starts",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
        var bonded = Bonded(device: try radio.device(paired))
        try await links.pair(body.peripheralID, device: bonded.device, address: paired)
        do {
            bonded.assigns = try await users.registered(body, device: bonded.device, address: paired)
        } catch {
            let fault = FailureTable.fault(of: error)
            bonded.fault = AssignmentRequests.unassigned(bonded.device, because: fault)
            // The device is still paired, but an unconfirmed user is never assigned to the seat.
            logger.error(
                "a scale did not register a user for a seat; pair it again for the seat",
                metadata: ["device": "\(bonded.device)", "error": "\(fault.message)"]
            )
        }
        // A&D devices complete a pairing only when the link ends, and others advertise again only then.
        // Cleanup: otherwise the device ends the link later.
        try? await radio.client.disconnect(paired)
        return bonded
    }

    private func pairAtBlueZ(
        _ address: BluetoothAddress,
        body: PairPeripheral,
        device: DeviceID,
        request: String
    ) async -> Result<BluetoothAddress, any Error> {
        do {
            try await radio.client.becomeDefaultAgent()
            let asking: OperatorAgent.Asking = { await publish($0, body: body, device: device, pairing: request) }
            return .success(
                try await agent.allowing(address, asking: asking) { try await radio.client.pair(address) }
            )
        } catch {
            return .failure(error)
        }
    }

    private func publish(
        _ question: PasskeyBook.Question,
        body: PairPeripheral,
        device: DeviceID,
        pairing: String
    ) async {
        let data = PasskeyRequested(
            seat: body.seat,
            hub: events.hub.rawValue,
            peripheralID: body.peripheralID,
            device: device,
            request: question.id,
            pairing: pairing,
            kind: question.kind,
            digits: question.digits,
            expires: question.expires
        )
        await events.publish(data, to: ReaderTopics.passkeyRequested)
    }
}

/// Checks the model and seat before any request to a device or a person.
@ReaderIsolation struct PairingChecks: ReaderService {
    let foundation: ReaderFoundation
    let assignments: AssignmentRequests

    private var models: PeripheralCatalogue { catalogue.catalogue }

    /// - Throws: `BusError` that names the conflicting model or seat.
    func check(_ body: PairPeripheral) async throws {
        try body.checkUser(of: models.peripheral(id: body.peripheralID)?.type, now: environment.now())
        try await checkModel(body)
        guard let seat = body.seat else { return }
        try BusAddress.check(seat, as: "seat")
        try await assignments.check(body, seat: seat)
    }

    private func checkModel(_ body: PairPeripheral) async throws {
        var seen = nearby[body.device]?.peripheralIDs ?? []
        if seen.isEmpty, let known = await radio.info(of: body.device) {
            seen = models.matches(AdvertFacts(known)).map(\.id)
        }
        // A device out of sight is awaited, and a device that does not identify itself may be any model.
        guard let first = seen.first, !seen.contains(body.peripheralID) else { return }
        let names = seen.compactMap { models.peripheral(id: $0) }.map { "\($0.id) (\($0.name))" }
        throw BusError(
            .invalidArgument,
            message:
                "device \(body.device) is not a \(body.peripheralID) (\(models.peripheral(id: body.peripheralID)?.name ?? "")) but \(names.joined(separator: ", ")): pair it as \(first)"
        )
    }
}
