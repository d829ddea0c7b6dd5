internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// The kind of the wishes to assign a device that was paired.
    private static let assignKind = "assign"
    /// For so many seconds the person who pairs waits for the session manager's word.
    private static let assignPatience: TimeInterval = 15

    /// Pairs a device with the radio to itself, and makes it the seat's.
    func pairNow(_ body: PairPeripheral, _ device: DeviceID) async throws -> PeripheralPaired {
        let facts = facts(device, body.peripheralID)
        let bonded: Bonded
        do {
            bonded = try await radioLock.withLock {
                context.activity.note("pairing started", facts)
                return try await bond(body, device)
            }
        } catch {
            context.activity.note("pairing failed", facts.merging(["error": Self.word(error)]) { $1 })
            throw error
        }
        // What is paired again may be forgotten again at once: BlueZ knows it, as after a sighting.
        forgotten.subtract([device, bonded.device])
        var paired = PeripheralPaired(
            seat: body.seat,
            hub: hub.rawValue,
            peripheralID: body.peripheralID,
            device: bonded.device,
            assigned: body.seat == nil ? nil : false,
            assignmentError: bonded.fault
        )
        if let assigns = bonded.assigns, let seat = assigns.seat {
            switch await assign(bonded.device, of: assigns, to: seat) {
            case .taken: paired.assigned = true
            case .refused(let fault): paired.assignmentError = fault
            case .unanswered: break
            }
        }
        // Only now: a reading before the assignment would be nobody's.
        await start(machine.repaired(bonded.device, at: context.environment.now()))
        context.activity.note("paired", facts.merging(["assigned": "\(paired.assigned ?? false)"]) { $1 })
        return paired
    }

    /// A device that is bonded.
    private struct Bonded {
        /// The device by its lasting address.
        let device: DeviceID
        /// What is to be assigned; nil where a scale made no user.
        var assigns: PairPeripheral?
        /// Why it made none.
        var fault: WireFault?
    }

    /// What came of a wish to assign a device.
    private enum Answer {
        case taken
        /// For good, with the reason.
        case refused(WireFault)
        /// The wish is kept, and sent again.
        case unanswered
    }

    /// Bonds a device, and makes a scale's user.
    private func bond(_ body: PairPeripheral, _ device: DeviceID) async throws -> Bonded {
        // The scanner leaves the radio alone, and hears again what BlueZ would forget if it were silent for long.
        _ = try await context.requests.call(
            ScannerTopics.holdDiscovery,
            hub: context.address.hub,
            HoldDiscovery(device: device, seconds: 120),
            timeout: .seconds(5)
        )
        // By itself, because nobody has to wait for it.
        defer { Task { await holdDiscovery(for: device, seconds: 0) } }
        guard let address = await address(of: device) else {
            throw BlueZError(.deviceGone, "the device is not in sight: press its Bluetooth button first")
        }
        let identity: Result<BluetoothAddress, any Error>
        do {
            try await radio.client.becomeDefaultAgent()
            identity = .success(
                try await agent.allowing(address, asking: { await self.ask($0, body, device) }) {
                    try await radio.client.pair(address)
                }
            )
        } catch {
            identity = .failure(error)
        }
        await Task { [radio] in await radio.client.yieldDefaultAgent() }.value
        let paired = try identity.get()
        try? await radio.client.setTrusted(true, paired)
        var bonded = Bonded(device: try radio.device(paired))
        do {
            bonded.assigns = try await registered(body, bonded.device, paired)
        } catch {
            bonded.fault = Self.unassigned(bonded.device, Self.fault(error))
            // It is paired all the same; a user who is not known to be the seat's is never assigned to it.
            context.logger.error("a scale made no user for a seat", metadata: ["error": "\(Self.fault(error).message)"])
        }
        // A&D's devices finish a pairing only when the link ends; others advertise again only then.
        try? await radio.client.disconnect(paired)
        return bonded
    }

    /// The scanner's word of a sighting may be here before BlueZ's own.
    private func address(of device: DeviceID) async -> BluetoothAddress? {
        for _ in 0..<20 {
            if let address = await radio.address(of: device) { return address }
            guard (try? await context.environment.clock.sleep(for: .milliseconds(100))) != nil else { return nil }
        }
        return nil
    }

    private func ask(_ question: PasskeyBook.Question, _ body: PairPeripheral, _ device: DeviceID) async {
        let data = PasskeyRequested(
            seat: body.seat,
            hub: hub.rawValue,
            peripheralID: body.peripheralID,
            device: device,
            request: question.id,
            kind: question.kind,
            digits: question.digits,
            expires: question.expires
        )
        await tell(ReaderTopics.passkeyRequested, data)
    }

    /// Makes a device the seat's, and waits for the answer; the wish is on disk until there is one.
    private func assign(_ device: DeviceID, of body: PairPeripheral, to seat: String) async -> Answer {
        let now = context.environment.now()
        let wish = AssignDevice(device: device, userIndex: body.userIndex, seat: seat, from: now)
        do {
            try await store.storePeripheralData(
                device: device.description,
                kind: Self.assignKind,
                userIndex: body.userIndex,
                content: Data(try WireJSON.encode(wish)),
                at: now
            )
        } catch {
            // The device is paired whatever the disk does; the reply says whether it was assigned.
            context.logger.error("an assignment cannot be kept", metadata: ["error": "\(error)"])
        }
        let end = now.addingTimeInterval(Self.assignPatience)
        while true {
            let answer = await send(wish)
            guard case .unanswered = answer, context.environment.now() < end else { return answer }
            do { try await context.environment.clock.sleep(for: .seconds(1)) } catch { return answer }
        }
    }

    /// Sends the wishes that nobody has answered yet, beside everything else: a session manager that is away takes time.
    func retryAssignments() {
        guard !isAssigning, foregroundMachine.work?.isPairing != true else { return }
        isAssigning = true
        Task {
            await sendWishes()
            isAssigning = false
        }
    }

    private func sendWishes() async {
        guard let wishes = try? await store.peripheralData(kind: Self.assignKind) else { return }
        for stored in wishes {
            guard let wish = try? WireJSON.decode(AssignDevice.self, from: Array(stored.content)) else { continue }
            _ = await send(wish)
        }
    }

    /// Sends a wish; it is given up when the session manager refuses it for good.
    private func send(_ wish: AssignDevice) async -> Answer {
        let device = wish.device.description
        do {
            _ = try await context.requests.call(
                SessionOperations.assignDevice,
                hub: try context.configuration.string("session-manager.hub"),
                wish,
                timeout: .seconds(5)
            )
            _ = try? await store.erasePeripheralData(device: device, kind: Self.assignKind)
            return .taken
        } catch let error as BusError where !error.isRetriable {
            context.logger.error(
                "a paired device was not assigned to its seat",
                metadata: ["device": "\(device)", "seat": "\(wish.seat)", "error": "\(error.code.rawValue)"]
            )
            _ = try? await store.erasePeripheralData(device: device, kind: Self.assignKind)
            return .refused(Self.unassigned(wish.device, WireFault(error)))
        } catch {
            context.logger.warning("a paired device waits for its assignment", metadata: ["device": "\(device)"])
            return .unanswered
        }
    }

    /// Forgets a device's pairing and its secrets at this hub.
    func forget(_ body: ForgetDevice) async throws -> DeviceForgotten {
        guard foregroundMachine.work == nil else {
            throw BusError(.busy, "foreground work is under way; cancel it or wait for its end")
        }
        // A second removal before the device is seen can leave it unable to pair (KristianP26/ble-scale-sync#168).
        guard !forgotten.contains(body.device) else {
            throw BusError(.conflict, "the device is forgotten already: wait until it is seen again")
        }
        let pairing = try await radioLock.withLock { try await remove(body.device) }
        // Its memory is read whole again. What its clock showed before it was set stays known: records of that time may
        // still come, and would be another hour's without it.
        try await store.forgetProgress(of: body.device.description)
        try await store.forgetRepeats(of: body.device.description)
        try await store.erasePeripheralData(device: body.device.description, kind: Self.mannerKind)
        let secrets = try await store.erasePeripheralData(device: body.device.description)
        bonds.clear(body.device)
        context.logger.notice("a device was forgotten", metadata: ["device": "\(body.device)"])
        return DeviceForgotten(hub: hub.rawValue, device: body.device, pairing: pairing, secrets: secrets)
    }

    private func remove(_ device: DeviceID) async throws -> Bool {
        guard let address = await radio.address(of: device) else { return false }
        try await radio.client.removeDevice(address)
        if forgotten.count < 512 { forgotten.insert(device) }
        return true
    }
}
