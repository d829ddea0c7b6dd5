internal import BlueZ
internal import DeviceCodecs
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

extension RadioJob {
    /// How long after the link's end the stream may take to end.
    private static let drainLimit = Duration.seconds(10)
    /// How long a frame may wait for a disk that is full, or locked by somebody else.
    private static let saveLimit = Duration.seconds(300)

    /// Takes what the device sends until it falls silent, sends for too long, or the link or the task ends.
    ///
    /// bluetoothd has confirmed every frame that it handed over, and the device may have erased it: however the reading
    /// ends, the link is ended first, and then everything that arrived before goes to disk.
    func collect(
        _ characteristic: GATTCharacteristic,
        _ service: GATTService,
        _ address: BluetoothAddress,
        _ device: DeviceID,
        _ context: ReadContext
    ) async throws -> [Reading] {
        // The pressure while the cuff fills is no reading; it only shows that one is under way.
        let cuff = service.characteristic(BluetoothUUID.intermediateCuffPressure.description)
        let intermediate: BlueZStream<NotificationEvent>? =
            if let cuff { try? await radio.notifications(of: cuff, bufferLimit: 64) } else { nil }
        let notifications = try await radio.notifications(of: characteristic)
        let progress = ReadProgress()
        let wake = WakeUp()
        // Not a child of this task: what stops the reading must not stop the frames that wait for the disk.
        let taker = Task { await take(notifications, device, context, progress, wake) }
        let watcher = Task { if let intermediate { for await _ in intermediate { wake.signal() } } }
        await waitForEnd(progress, wake)
        watcher.cancel()
        await part(address)
        await Task { await drain(progress, wake) }.value
        taker.cancel()
        return try progress.result()
    }

    private func waitForEnd(_ progress: ReadProgress, _ wake: WakeUp) async {
        var stop: Date?
        while !Task.isCancelled {
            let limit = progress.position.frames == 0 ? firstFrame : idle
            guard await somethingNew(progress, wake, within: limit) else { return }
            let now = environment.now()
            if stop == nil, progress.position.frames > 0 { stop = now.addingTimeInterval(longest.seconds) }
            if let stop, now >= stop {
                return logger.warning("a device goes on sending: the rest is left for its next reading")
            }
        }
    }

    /// Waits until the stream is over, which it is after all that arrived before the link's end.
    private func drain(_ progress: ReadProgress, _ wake: WakeUp) async {
        while await somethingNew(progress, wake, within: Self.drainLimit) {}
    }

    /// Waits for the next frame or sign of life; false when the stream is over, the task ends, or nothing came in time.
    ///
    /// A frame that is being written is on its way, however long the disk takes.
    private func somethingNew(_ progress: ReadProgress, _ wake: WakeUp, within limit: Duration) async -> Bool {
        let before = progress.position
        let began = environment.now()
        guard !before.isOver else { return false }
        await wake.wait(atMost: limit, clock: environment.clock)
        let after = progress.position
        let isLate = environment.now().timeIntervalSince(began) >= limit.seconds
        return !after.isOver && !Task.isCancelled && (after != before || after.isSaving || !isLate)
    }

    private func take(
        _ notifications: BlueZStream<NotificationEvent>,
        _ device: DeviceID,
        _ context: ReadContext,
        _ progress: ReadProgress,
        _ wake: WakeUp
    ) async {
        for await event in notifications {
            switch event {
            case .value(let bytes):
                progress.begin()
                do {
                    progress.add(try await keep(bytes, device, context))
                } catch {
                    progress.fail(error)
                }
            case .gap(let dropped):
                logger.error("frames were missed", metadata: ["dropped": "\(dropped)"])
            case .ended:
                progress.finish()
            }
            wake.signal()
        }
        progress.finish()
        wake.signal()
    }

    private func keep(_ bytes: [UInt8], _ device: DeviceID, _ context: ReadContext) async throws -> Reading? {
        let now = environment.now()
        let row = try await save(bytes, device, at: now)
        let frame = FrameDecoding(hub: hub, store: store, logger: logger)
        return try await frame.commit(row: row, bytes: bytes, device: device, context: context, receivedAt: now)
    }

    /// Saves a frame; while the disk cannot take it, again and again: it is nowhere else any more.
    private func save(_ bytes: [UInt8], _ device: DeviceID, at: Date) async throws -> Int64 {
        let end = at.addingTimeInterval(Self.saveLimit.seconds)
        while true {
            do {
                return try await store.saveFrame(
                    device: device.description,
                    characteristic: BluetoothUUID.bloodPressureMeasurement.description,
                    bytes: Data(bytes),
                    at: at
                )
            } catch let error as StoreError where error.isRetriable && environment.now() < end {
                logger.warning("a frame waits for the disk", metadata: ["error": "\(error.code)"])
                try await environment.clock.sleep(for: .seconds(1))
            }
        }
    }
}
