internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Keeps the users of scales: their consents, and the user that a pairing registers.
@ReaderIsolation struct UserService {
    let catalogue: PeripheralCatalogue
    let radio: RadioLink
    let secrets: DeviceSecrets
    let environment: BusEnvironment
    let logger: Logger

    /// The consents of a scale's users.
    ///
    /// Where they cannot be opened the scale is read without them, which sends less and loses nothing.
    func consents(of device: DeviceID) async -> [ConsentProcedure.Consent] {
        do {
            return try await secrets.opened().consents(of: device).map(\.consent)
        } catch is CancellationError {
            // The reading was stopped before it began.
            return []
        } catch {
            logger.error(
                "a scale's user consents cannot be opened; it is read without them: pair it again for its seats",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return []
        }
    }

    /// Registers a user for the pairing's seat on a scale that was just paired.
    ///
    /// - Returns: The pairing with the user's index; as it was where the device has no users, or it names one.
    /// - Throws: ``ReadFailure`` `noUser` where the scale registered none.
    func registered(
        _ body: PairPeripheral,
        device: DeviceID,
        address: BluetoothAddress
    ) async throws -> PairPeripheral {
        guard let seat = body.seat, body.userIndex == nil,
            catalogue.peripheral(id: body.peripheralID)?.type == .weightScale,
            let point = try await controlPoint(of: device, address: address)
        else { return body }
        let stored = try await secrets.opened().consents(of: device).last { $0.seat == seat }
        guard let user = await register(at: point, address: address, device: device, seat: seat, stored: stored) else {
            throw ReadFailure(ConsentProcedure.Finding(isNobodyStored: true))
        }
        var result = body
        result.userIndex = Int(user)
        return result
    }

    /// The connected scale's User Control Point; nil where it has none, or the link is gone.
    private func controlPoint(of device: DeviceID, address: BluetoothAddress) async throws -> GATTCharacteristic? {
        do {
            try await radio.client.connect(address)
        } catch {
            // Nobody knows whether it has users; an assignment without an index covers none of them.
            logger.warning(
                "a paired scale could not be asked for its users; if it has some, pair it again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return nil
        }
        let users = BluetoothUUID.userDataService.description
        let service = try await radio.client.services(of: address).first { $0.uuid == users }
        return service?.characteristic(BluetoothUUID.userControlPoint.description)
    }

    private func register(
        at point: GATTCharacteristic,
        address: BluetoothAddress,
        device: DeviceID,
        seat: String,
        stored: StoredConsent?
    ) async -> UInt8? {
        let inbox = LinkInbox()
        let elapsed = LinkJob.stopwatch(environment.clock)
        let link = BlueZLink(
            radio: radio.client,
            address: address,
            characteristics: [.userControlPoint: point],
            inbox: inbox,
            environment: environment,
            elapsed: elapsed,
            logger: logger
        )
        let registration = UserRegistration(radio: link, inbox: inbox, elapsed: elapsed, clock: environment.clock)
        let procedure = RegistrationProcedure(stored: stored?.consent, code: UInt16.random(in: 0...9_999))
        let user = await registration.run(procedure) { consent in
            await keep(StoredConsent(user: consent.user, code: consent.code, seat: seat), of: device)
        }
        await link.unsubscribe()
        return user
    }

    private func keep(_ consent: StoredConsent, of device: DeviceID) async -> Bool {
        do {
            try await secrets.opened().keep(consent, of: device, at: environment.now())
            return true
        } catch {
            logger.error(
                "a scale's new user cannot be stored; pair the scale again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return false
        }
    }
}
