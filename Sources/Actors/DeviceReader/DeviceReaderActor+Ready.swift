internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import VitalRecords

extension DeviceReaderActor {
    /// The kind of what was seen of a device's links.
    static let mannerKind = "manner"

    /// Whether a device may wait for somebody to measure: none of the models that it may be only connects to deliver.
    func mayWait(_ sighting: PeripheralSighted) -> Bool {
        let models = sighting.peripheralIDs.compactMap { catalogue.peripheral(id: $0) }
        return !models.contains { $0.advertises == .afterMeasurement }
    }

    /// What watches a link for the moment in which the person may measure.
    func watch(of device: DeviceID, isTelling: Bool) async -> WaitingWatch {
        // Without what was seen before, a slow link may tell the person once too often.
        let stored = try? await store.peripheralData(device: device.description, kind: Self.mannerKind)
        let known = stored.flatMap { DeviceManner(rawValue: String(decoding: $0, as: UTF8.self)) }
        return WaitingWatch(isTelling: isTelling, known: known)
    }

    /// Keeps what a link has shown of its device.
    func remember(_ manner: DeviceManner?, of device: DeviceID, known: DeviceManner?) async {
        guard let manner, manner != known else { return }
        do {
            try await store.storePeripheralData(
                device: device.description,
                kind: Self.mannerKind,
                content: Data(manner.rawValue.utf8),
                at: context.environment.now()
            )
        } catch {
            context.logger.info("what a device does with a link was not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Tells that a device waits for a measurement; once for each use.
    func tellPassivelyReady(_ sighting: PeripheralSighted, _ peripheralID: Int) async {
        let device = sighting.device
        // The link is as good as a sighting.
        ready.seen(device, at: context.environment.now(), isLink: true)
        guard ready.isNew(sighting, at: context.environment.now()) else { return }
        let data = PeripheralEvent(seat: nil, hub: hub.rawValue, peripheralID: peripheralID, device: device)
        await tell(ReaderTopics.passiveIsReadyToRead, data)
        context.activity.note("device waits for a measurement", facts(device, peripheralID))
        await hooks.offer(HookCall(event: .ready, peripheralID: peripheralID))
    }

    /// Tells the log of a reading's start and end.
    func noted(
        _ device: DeviceID,
        _ start: ReadContext,
        _ read: () async throws -> LinkResult
    ) async throws -> LinkResult {
        let facts = facts(device, start.peripheralID)
        context.activity.note("reading started", facts)
        do {
            let result = try await read()
            let more = ["readings": "\(result.readings.count)", "end": result.end.word]
            context.activity.note("reading ended", facts.merging(more) { $1 })
            return result
        } catch {
            context.activity.note("reading failed", facts.merging(["error": Self.word(error)]) { $1 })
            throw error
        }
    }

    /// An error's code, as the log names it.
    static func word(_ error: any Error) -> String {
        error is CancellationError ? BusError.Code.cancelled.rawValue : fault(error).code
    }

    /// A device and its model, as the log names them.
    func facts(_ device: DeviceID, _ peripheralID: Int) -> [String: String] {
        ["device": "\(device)", "peripheral": "\(peripheralID)"]
    }
}
