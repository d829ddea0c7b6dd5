internal import BlueZ
internal import BusContract
internal import DeliveryRules
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Reads one device with exclusive use of the radio, for both passive and foreground reading.
@ReaderIsolation struct LinkReader: ReaderService {
    /// A device to read.
    struct Request: Sendable {
        let device: DeviceID
        let context: ReadContext
        /// How long the device may take for its first measurement.
        let firstFrame: Duration
        /// Whether to notify a person when the device waits for a measurement.
        var isTelling = false
        /// Called when the device waits for a measurement.
        var tellReady: @Sendable () async -> Void = {}
        /// Called when the device begins to send a measurement.
        var tellReceiving: @Sendable () async -> Void = {}
    }

    let foundation: ReaderFoundation

    private var manners: MannerBook { foundation.manners }

    /// The context known before a device is connected.
    ///
    /// - Parameter askedAt: When the reading was requested for a seat.
    func context(
        peripheralID: Int,
        episode: Date,
        seat: String? = nil,
        askedAt: Date? = nil,
        isSubmitted: Bool = true
    ) -> ReadContext {
        let zone = HubZone.zone(until: environment.now())
        return ReadContext(
            peripheralID: peripheralID,
            clockOffsetSeconds: nil,
            utcOffset: zone.utcOffset,
            zoneChanges: zone.changes.isEmpty ? nil : zone.changes,
            episode: episode,
            seat: seat,
            askedAt: seat == nil ? nil : askedAt,
            hasMemory: catalogue.catalogue.peripheral(id: peripheralID)?.knownMemory,
            isSubmitted: isSubmitted
        )
    }

    /// Reads a device, and stores its readings in the outbox.
    ///
    /// - Throws: ``MissingPart``, `BlueZError`, `StoreError`, `BusError`, or `CancellationError` before its turn.
    func read(_ request: Request) async throws -> LinkResult {
        let driver = try await catalogue.driver(request.context.peripheralID, for: request.device)
        if catalogue.isOnCable(request.context.peripheralID) { return try await readOnCable(request, driver: driver) }
        return try await lock.withRadio(connecting: request.device) {
            let watch = await manners.watch(of: request.device, isTelling: request.isTelling)
            return try await readNow(request, driver: driver, watch: watch)
        }
    }

    private func readNow(
        _ request: Request,
        driver: (any ProtocolDriver)?,
        watch: WaitingWatch
    ) async throws -> LinkResult {
        let device = request.device
        guard let address = await radio.awaitedAddress(of: device, clock: environment.clock) else {
            throw BlueZError(.deviceGone, message: "the device is no longer in range")
        }
        var job = job(for: request, driver: driver)
        job.setsClocks = setsClocks()
        job.consents = await users.consents(of: device)
        job.watch = watch
        let result = try await noting(request) { [job] in
            try await job.run(address, device: device, context: request.context)
        }
        await manners.remember(result.manner, of: device, known: watch.known)
        await users.settle(result.userData, of: device)
        count(result, of: request)
        if let lost = result.consents?.lost, !lost.isEmpty {
            logger.error(
                "a scale no longer knows its users; pair it again for their seats",
                metadata: ["device": "\(device)", "users": "\(lost.sorted())"]
            )
        }
        statistics.succeeded(at: environment.now())
        wake.signal()
        return result
    }

    /// The job of one link.
    func job(for request: Request, driver: (any ProtocolDriver)?, isPairing: Bool = false) -> LinkJob {
        LinkJob(
            foundation: foundation,
            limits: IndicatedProcedure.Limits(
                first: request.firstFrame,
                idle: settings.idle,
                longest: settings.longest
            ),
            driver: driver,
            means: means(isPairing: isPairing),
            tellReady: request.tellReady,
            tellReceiving: request.tellReceiving
        )
    }

    /// Counts a link's readings, and reports its unreadable frames.
    func count(_ result: LinkResult, of request: Request) {
        statistics.add(result.readings.count, to: .read)
        if result.setAside > 0 { statistics.add(result.setAside, to: .setAside) }
        foundation.unreadable.report(result.unreadable, of: request.device, peripheralID: request.context.peripheralID)
    }

    /// Whether to set devices' clocks: if configured, and the hub's own clock is right.
    private func setsClocks() -> Bool {
        guard settings.setsClocks else { return false }
        let isRight = settings.isClockTrusted || HubClock.isSynchronized()
        if !isRight {
            logger.warning(
                "not setting device clocks, because the hub's clock is not synchronized; see timedatectl, or set clock.trusted"
            )
        }
        return isRight
    }

    /// Records a reading's start and end in the activity log.
    func noting(
        _ request: Request,
        _ read: () async throws -> LinkResult
    ) async throws -> LinkResult {
        let (device, id) = (request.device, request.context.peripheralID)
        events.note("reading started", device: device, peripheralID: id)
        do {
            let result = try await read()
            var facts = ["readings": "\(result.readings.count)", "end": result.end.word]
            if result.setAside > 0 { facts["setAside"] = "\(result.setAside)" }
            if !result.unreadable.isEmpty { facts["unreadable"] = "\(result.unreadable.count)" }
            events.note("reading ended", device: device, peripheralID: id, facts: facts)
            return result
        } catch {
            let facts = ["error": FailureTable.code(of: error)]
            events.note("reading failed", device: device, peripheralID: id, facts: facts)
            throw error
        }
    }
}

/// Remembers, across restarts, how devices use their links.
@ReaderIsolation struct MannerBook: ReaderService {
    /// The kind of the stored manners.
    static let kind = "manner"

    let foundation: ReaderFoundation

    /// A watch that detects when the person may measure.
    func watch(of device: DeviceID, isTelling: Bool) async -> WaitingWatch {
        var known: DeviceManner?
        do {
            let stored = try await store.peripheralData(device: device.description, kind: Self.kind)
            known = stored.flatMap { DeviceManner(rawValue: String(decoding: $0, as: UTF8.self)) }
        } catch {
            // Without it, a slow link may prompt the person once too often.
            logger.info(
                "cannot read a device's stored behaviour; learning it again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
        return WaitingWatch(isTelling: isTelling, known: known)
    }

    /// Stores the device's manner observed on a link.
    func remember(_ manner: DeviceManner?, of device: DeviceID, known: DeviceManner?) async {
        guard let manner, manner != known else { return }
        do {
            try await store.storePeripheralData(
                device: device.description,
                kind: Self.kind,
                content: Data(manner.rawValue.utf8),
                at: environment.now()
            )
        } catch {
            logger.info(
                "could not store a device's behaviour; the next connection learns it again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
    }
}
