internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// Looks at model and seat before anything is asked of a device or a person.
    ///
    /// - Throws: `BusError` that names what there is.
    func checkBeforePairing(_ body: PairPeripheral) async throws {
        try await checkModel(body)
        guard let seat = body.seat else { return }
        try BusAddress.check(seat, as: "seat")
        try await checkSeat(seat, body)
    }

    private func checkModel(_ body: PairPeripheral) async throws {
        var seen = nearby[body.device]?.peripheralIDs ?? []
        if seen.isEmpty, let known = await radio.info(of: body.device) {
            seen = catalogue.matches(AdvertFacts(known)).map(\.id)
        }
        // What is not in sight is waited for, and what tells nothing of itself may be anything.
        guard let first = seen.first, !seen.contains(body.peripheralID) else { return }
        let names = seen.compactMap { catalogue.peripheral(id: $0) }.map { "\($0.id) (\($0.name))" }
        throw BusError(
            .invalidArgument,
            "device \(body.device) is no \(body.peripheralID) (\(catalogue.peripheral(id: body.peripheralID)?.name ?? "")); "
                + "it is \(names.joined(separator: ", ")): pair it as \(first)"
        )
    }

    /// Asks the session manager, which alone knows the seats.
    private func checkSeat(_ seat: String, _ body: PairPeripheral) async throws {
        let wish = AssignDevice(device: body.device, userIndex: body.userIndex, seat: seat, checkOnly: true)
        do {
            _ = try await context.requests.call(
                SessionOperations.assignDevice,
                hub: try context.configuration.string("session-manager.hub"),
                wish,
                timeout: .seconds(5)
            )
        } catch let error as BusError where error.isRetriable {
            throw BusError(
                error.code,
                "the session manager does not answer, so nobody knows whether there is a seat '\(seat)': try again, or pair "
                    + "without a seat and assign the device later",
                isRetriable: true
            )
        }
    }

    /// Why a device that is paired is not its seat's.
    static func unassigned(_ device: DeviceID, _ fault: WireFault) -> WireFault {
        let words = "device \(device) is paired, but not assigned: \(fault.message)"
        return WireFault(code: fault.code, message: words, retriable: fault.retriable)
    }
}
