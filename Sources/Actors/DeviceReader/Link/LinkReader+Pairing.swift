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
        let job = LinkJob(
            limits: IndicatedProcedure.Limits(
                first: settings.firstFrame,
                idle: settings.idle,
                longest: settings.longest
            ),
            setsClocks: false,
            consents: [],
            driver: driver,
            means: means(isPairing: true),
            watch: WaitingWatch(isTelling: false),
            tellReady: {},
            tellReceiving: {},
            radio: radio.client,
            store: store,
            hub: settings.hub,
            environment: environment,
            logger: logger
        )
        let context = context(peripheralID: peripheralID, episode: environment.now())
        let result = try await job.run(address, device: device, context: context)
        if let failure = result.failure { throw failure }
        guard result.isComplete else { throw ReadFailure(result.end) }
    }
}
