internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension LinkReader {
    /// Whether an unpaired device may be connected only to pair it, by its model.
    ///
    /// - Parameter models: The possible models, by catalogue number.
    func wantsPairing(_ device: DeviceID, as models: [Int]) async -> Bool {
        let known = models.compactMap { catalogue.catalogue.peripheral(id: $0) }
        let rules = LinkRules(known.reduce(into: []) { $0.formUnion($1.quirks) })
        guard rules.connectsOnlyBonded || rules.bondsBeforeReading else { return false }
        return await radio.info(of: device)?.isBonded == false
    }

    /// The services for drivers' links, other than the radio and the store.
    func means(isPairing: Bool = false) -> DriverMeans {
        let (agent, client) = (agent, radio.client)
        return DriverMeans(
            secrets: catalogue.secrets,
            bond: { address in try await agent.allowing(address) { _ = try await client.pair(address) } },
            isPairing: isPairing
        )
    }

    /// Lets the driver of a newly bonded device exchange data that the bond does not contain, such as a key.
    ///
    /// The radio is already held. Most devices need no such exchange.
    ///
    /// - Throws: ``ReadFailure`` with the driver's message; ``MissingPart``, `BlueZError`, `StoreError`.
    func pair(_ peripheralID: Int, device: DeviceID, address: BluetoothAddress) async throws {
        guard let driver = try await catalogue.driver(peripheralID, for: device), type(of: driver).pairsOverLink else {
            return
        }
        let request = pairing(peripheralID, device: device)
        try await job(for: request, driver: driver, isPairing: true)
            .run(address, device: device, context: request.context).checkComplete()
    }

    /// The request for the link of a pairing.
    func pairing(_ peripheralID: Int, device: DeviceID) -> Request {
        Request(
            device: device,
            context: context(peripheralID: peripheralID, episode: environment.now()),
            firstFrame: settings.firstFrame
        )
    }
}

extension LinkResult {
    /// - Throws: ``ReadFailure`` if the link ended before everything was done.
    func checkComplete() throws {
        if let failure { throw failure }
        guard isComplete else { throw ReadFailure(end) }
    }
}
