internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// The users of a scale who agreed at a pairing.
    ///
    /// Where they cannot be opened the scale is read without them, which sends less and loses nothing.
    func consents(of device: DeviceID) async -> [ConsentProcedure.Consent] {
        do {
            return try await sealedData().consents(of: device).map(\.consent)
        } catch is CancellationError {
            // The reading was stopped before it began.
            return []
        } catch {
            context.logger.error("the consents of a scale's users cannot be opened", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Makes a user for the pairing's seat on a scale that was just paired.
    ///
    /// - Returns: The pairing with the user's index; as it was where the device has no users, or it names one.
    /// - Throws: ``ReadFailure`` `noUser` where the scale made none.
    func registered(
        _ body: PairPeripheral,
        _ device: DeviceID,
        _ address: BluetoothAddress
    ) async throws -> PairPeripheral {
        guard let seat = body.seat, body.userIndex == nil,
            catalogue.peripheral(id: body.peripheralID)?.type == .weightScale
        else { return body }
        // Where the link is gone nobody knows whether it has users; an assignment without an index covers none of them.
        guard (try? await radio.client.connect(address)) != nil else { return body }
        let users = BluetoothUUID.userDataService.description
        let service = try await radio.client.services(of: address).first { $0.uuid == users }
        guard let point = service?.characteristic(BluetoothUUID.userControlPoint.description) else { return body }
        let inbox = LinkInbox()
        let elapsed = LinkJob.stopwatch(context.environment.clock)
        let link = BlueZLink(
            radio: radio.client,
            address: address,
            characteristics: [.userControlPoint: point],
            inbox: inbox,
            environment: context.environment,
            elapsed: elapsed,
            logger: context.logger
        )
        let secrets = try sealedData()
        let stored = try await secrets.consents(of: device).last { $0.seat == seat }
        let registration = UserRegistration(
            radio: link,
            inbox: inbox,
            elapsed: elapsed,
            clock: context.environment.clock
        )
        let procedure = RegistrationProcedure(stored: stored?.consent, code: UInt16.random(in: 0...9_999))
        let user = await registration.run(procedure) { consent in
            await self.keep(StoredConsent(user: consent.user, code: consent.code, seat: seat), device)
        }
        await link.unsubscribe()
        guard let user else { throw ReadFailure(ConsentProcedure.Finding(isNobodyStored: true)) }
        var result = body
        result.userIndex = Int(user)
        return result
    }

    private func keep(_ consent: StoredConsent, _ device: DeviceID) async -> Bool {
        do {
            try await sealedData().keep(consent, of: device, at: context.environment.now())
            return true
        } catch {
            context.logger.error("a scale's new user cannot be kept", metadata: ["error": "\(error)"])
            return false
        }
    }
}
