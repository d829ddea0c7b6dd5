internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    nonisolated var readerHandlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.supportedPeripherals) { [self] body, _ in view(body) },
            RequestHandler(ReaderTopics.setPassivePeripherals) { [self] body, _ in try await setPassive(body) },
            RequestHandler(ReaderTopics.readPeripheral) { [self] body, request in
                try await readForeground(body, deadline: request.deadline)
            },
            RequestHandler(ReaderTopics.pairPeripheral) { [self] body, _ in try await pair(body) },
            RequestHandler(ReaderTopics.answerPasskey) { [self] body, _ in
                try agent.answer(body)
                return Empty()
            },
            RequestHandler(ReaderTopics.storePeripheralData) { [self] body, _ in try await storeData(body) },
            RequestHandler(ReaderTopics.forgetDevice) { [self] body, _ in try await forget(body) },
            RequestHandler(ReaderTopics.eraseDevices) { [self] body, _ in try await erase(body) },
            RequestHandler(ReaderTopics.cancel) { [self] _, _ in try await cancelForeground() },
        ]
    }

    private func setPassive(_ body: PassivePeripherals) async throws -> PassivePeripherals {
        let wanted = Set(body.peripheralIDs ?? [])
        let known = Set(catalogue.peripherals.filter { !$0.disabled }.map(\.id))
        if let unknown = wanted.subtracting(known).min() {
            let list = known.sorted().map(String.init).joined(separator: ", ")
            throw BusError(.invalidArgument, "peripheral \(unknown) is not supported; supported are \(list)")
        }
        do {
            try passiveSet.save(wanted.sorted())
        } catch {
            throw BusError(.storeUnavailable, "the passive set cannot be saved in the state directory")
        }
        machine.set(wanted)
        await publishState()
        context.activity.note(
            "passive set replaced",
            ["peripherals": wanted.sorted().map(String.init).joined(separator: ",")]
        )
        return PassivePeripherals(peripheralIDs: wanted.sorted())
    }
}
