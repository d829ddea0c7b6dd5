internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Stores the users of scales: their consents, the user that a pairing registers or takes over, and the person's data
/// not yet written to the scale.
///
/// The data belongs to the pairing that provided it. The next pairing of the seat replaces it, even by nothing, so that
/// a scale never uses it for a later person at the seat.
@ReaderIsolation struct UserService {
    let context: ActorContext
    let catalogue: PeripheralCatalogue
    let radio: RadioLink
    let secrets: DeviceSecrets

    private var environment: BusEnvironment { context.environment }
    private var logger: Logger { context.logger }

    /// The consents of a scale's users.
    ///
    /// If they cannot be opened, the scale is read without them, which yields less data but loses none.
    func consents(of device: DeviceID) async -> [ConsentProcedure.Consent] {
        do {
            return try await secrets.opened().consents(of: device).map(\.consent)
        } catch is CancellationError {
            // The reading was stopped before it started.
            return []
        } catch {
            logger.error(
                "cannot open a scale's user consents; reading it without them: pair it again for its seats",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return []
        }
    }

    /// Registers a user for the pairing's seat on a newly paired scale, or takes over the user whose PIN the pairing
    /// contains.
    ///
    /// - Returns: The pairing with the user's index; unchanged if the device has no users, or it names one without a
    ///   PIN.
    /// - Throws: ``ReadFailure`` `noUser` if the scale registered none, `wrongPIN`; `BusError` as for
    /// ``ScaleUserData/init(_:now:)``.
    func registered(
        _ body: PairPeripheral,
        device: DeviceID,
        address: BluetoothAddress
    ) async throws -> PairPeripheral {
        guard let seat = body.seat, body.userIndex == nil || body.pin != nil,
            catalogue.peripheral(id: body.peripheralID)?.type == .weightScale
        else { return body }
        let isNeeded = body.pin != nil || body.person != nil
        guard let places = try await userData(of: device, address: address, isNeeded: isNeeded) else {
            guard body.pin == nil else { throw ReadFailure.hasNoUsers }
            if body.person != nil {
                logger.notice(
                    "a paired scale stores no user data, so the person's data is not used",
                    metadata: ["device": "\(device)"]
                )
            }
            return body
        }
        let data = try body.person.map { try ScaleUserData($0, now: environment.now()) }
        let stored = try await secrets.opened().consents(of: device).last { $0.seat == seat }
        let start =
            body.takenOver.map { RegistrationProcedure(takingOver: $0) }
            ?? RegistrationProcedure(stored: stored?.known, code: UInt16.random(in: 0...9_999))
        let new = NewUser(device: device, address: address, places: places, seat: seat, data: data)
        let ending = await register(new, by: start)
        if let failure = ReadFailure(ending) { throw failure }
        guard case .user(let user) = ending else { return body }
        var result = body
        result.userIndex = Int(user)
        return result
    }

    /// Records which user data a scale accepted, so that it is not written again.
    func settle(_ findings: [UInt8: UserDataProcedure.Finding], of device: DeviceID) async {
        guard !findings.isEmpty else { return }
        do {
            let secrets = try secrets.opened()
            for var consent in try await secrets.consents(of: device) {
                guard let finding = findings[consent.user], let data = consent.unwritten else { continue }
                consent.unwritten = data.without(finding.settled)
                if consent.unwritten != data { try await secrets.keep(consent, of: device, at: environment.now()) }
            }
        } catch {
            logger.info(
                "could not store which user data a scale accepted; will write it again at the next connection",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
        tellRefused(findings, device: device)
    }

    private func tellRefused(_ findings: [UInt8: UserDataProcedure.Finding], device: DeviceID) {
        for (user, finding) in findings where !finding.refused.isEmpty {
            logger.warning(
                "a scale rejected the user's data and may not send body composition; enter the data at the scale",
                metadata: [
                    "device": "\(device)", "user": "\(user)",
                    "refused": "\(finding.refused.map { $0.assigned ?? $0.description }.sorted())",
                ]
            )
        }
    }

    /// The request of a pairing to a scale.
    private struct NewUser {
        let device: DeviceID
        let address: BluetoothAddress
        let places: [BluetoothUUID: GATTCharacteristic]
        let seat: String
        let data: ScaleUserData?
    }

    /// The user characteristics of a connected scale, including its control point.
    ///
    /// Nil if the scale has none, or if the link is gone and the pairing names no user.
    private func userData(
        of device: DeviceID,
        address: BluetoothAddress,
        isNeeded: Bool
    ) async throws -> [BluetoothUUID: GATTCharacteristic]? {
        do {
            try await radio.client.connect(address)
        } catch {
            guard !isNeeded else { throw ReadFailure.unanswered }
            // It is unknown whether the device has users; an assignment without an index covers none of them.
            logger.warning(
                "could not ask a paired scale for its users; if it has users, pair it again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return nil
        }
        let users = BluetoothUUID.userDataService.description
        let service = try await radio.client.services(of: address).first { $0.uuid == users }
        let wanted = UserDataProcedure.characteristics.union([.userControlPoint])
        let found = wanted.compactMap { uuid in service?.characteristic(uuid.description).map { (uuid, $0) } }
        let places = Dictionary(found) { first, _ in first }
        return places[.userControlPoint] == nil ? nil : places
    }

    private func register(_ new: NewUser, by procedure: RegistrationProcedure) async -> RegistrationProcedure.Ending {
        let inbox = LinkInbox()
        let elapsed = LinkJob.stopwatch(environment.clock)
        let link = BlueZLink(
            radio: radio.client,
            address: new.address,
            characteristics: new.places,
            inbox: inbox,
            environment: environment,
            elapsed: elapsed,
            logger: logger
        )
        let registration = UserRegistration(radio: link, inbox: inbox, elapsed: elapsed, clock: environment.clock)
        let ending = await registration.run(procedure) { consent in
            // Stored together with the data to write, so that a pairing cut off from here on loses nothing.
            let stored = StoredConsent(user: consent.user, code: consent.code, seat: new.seat, unwritten: new.data)
            return await keep(stored, of: new.device)
        }
        if case .user(let user) = ending, let data = new.data {
            let finding = await registration.write(UserDataProcedure(data, on: Set(new.places.keys)))
            await settle([user: finding], of: new.device)
        }
        await link.unsubscribe()
        return ending
    }

    private func keep(_ consent: StoredConsent, of device: DeviceID) async -> Bool {
        do {
            try await secrets.opened().keep(consent, of: device, at: environment.now())
            return true
        } catch {
            logger.error(
                "could not store a scale's new user; pair the scale again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return false
        }
    }
}
