internal import DBus

/// An element of a characteristic's notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A notification's or indication's bytes; bluetoothd has already confirmed indications.
    case value([UInt8])
    /// Values are missing here (this many, 0 if unknown): ask the device again.
    case gap(dropped: Int)
    /// The link, the device or the service is gone. The stream ends after this element.
    case ended(BlueZError)
}

/// The subscriptions to characteristics, each with the stream of its values.
@BlueZIsolation final class GATTSubscriptions {
    /// The destination of a subscribed characteristic's values.
    private struct Sink {
        let id: Int
        let characteristic: GATTCharacteristic
        let mailbox: Mailbox<NotificationEvent>
        /// Nil once the consumer released its stream, before the subscription was ended.
        weak var token: StreamToken<NotificationEvent>?
    }

    /// A subscription's end that BlueZ has yet to confirm.
    private struct Stop {
        let device: DBusObjectPath
        let task: Task<Void, Never>
    }

    /// Subscriptions by their characteristic's path.
    private var sinks: [DBusObjectPath: Sink] = [:]
    /// Subscriptions' ends that BlueZ has not confirmed.
    private var stops: [Int: Stop] = [:]
    private var lastID = 0
    private let mirror: ObjectMirror
    private let calls: BlueZCalls
    private let operations: GATTOperations
    private let progress: SignalProgress

    nonisolated init(
        mirror: ObjectMirror,
        calls: BlueZCalls,
        operations: GATTOperations,
        progress: SignalProgress
    ) {
        self.mirror = mirror
        self.calls = calls
        self.operations = operations
        self.progress = progress
    }

    deinit {
        for sink in sinks.values { sink.mailbox.finish() }
    }

    /// Whether a consumer reads a characteristic's values.
    func isActive(_ characteristic: GATTCharacteristic) -> Bool { sinks[characteristic.path]?.token != nil }

    /// Subscribes to a characteristic; collects values before it asks the device to send.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already.
    func subscribe(
        to characteristic: GATTCharacteristic,
        bufferLimit: Int
    ) async throws -> BlueZStream<NotificationEvent> {
        let path = characteristic.path
        // The end of an earlier subscription must not end this one.
        await finishStops(of: characteristic.device)
        guard !isActive(characteristic) else {
            throw BlueZError(
                .inProgress,
                message: "The characteristic is already subscribed; end that subscription first."
            )
        }
        guard mirror.cache.device(at: characteristic.device)?.isConnected == true else {
            throw BlueZError(.notConnected, message: "The device is not connected.")
        }
        let mailbox = Mailbox<NotificationEvent>(limit: bufferLimit) { .gap(dropped: $0) }
        let id = nextID()
        let token = StreamToken(mailbox: mailbox) { [weak self] in
            // A deinitializer cannot suspend, so a task ends the subscription.
            Task { await self?.abandon(path, id: id) }
        }
        sinks[path] = Sink(id: id, characteristic: characteristic, mailbox: mailbox, token: token)
        do {
            _ = try await operations.run(BlueZName.Characteristic.startNotify, on: characteristic)
        } catch {
            await progress.catchUp()
            let reason = (error as? BlueZError) ?? BlueZError(.failed, message: "The subscription was cancelled.")
            end(with: reason) { $0.path == path && sinks[path]?.id == id }
            // Only values justify returning a stream; its end alone does not.
            guard mailbox.waiting > 1 else { throw error }
        }
        return BlueZStream(token: token)
    }

    /// Hands a value to the characteristic's stream.
    func push(_ value: [UInt8], from path: DBusObjectPath) { sinks[path]?.mailbox.push(.value(value)) }

    /// Adds a gap to every stream, because values may be missing.
    func pushGaps(dropped: Int) {
        for sink in sinks.values { sink.mailbox.pushAlways(.gap(dropped: dropped)) }
    }

    /// Ends subscriptions; their streams report the error.
    func end(with error: BlueZError, where isMeant: (GATTCharacteristic) -> Bool) {
        for (path, sink) in sinks where isMeant(sink.characteristic) {
            sink.mailbox.pushAlways(.ended(error))
            sink.mailbox.finish()
            sinks[path] = nil
            stop(path, of: sink.characteristic.device)
        }
    }

    /// Waits until BlueZ has answered every end of a subscription to a device.
    func finishStops(of device: DBusObjectPath) async {
        for stop in stops.values where stop.device == device { await stop.task.value }
    }

    /// Ends a subscription whose stream was released; leaves a later one of the same path alone.
    private func abandon(_ path: DBusObjectPath, id: Int) {
        guard let sink = sinks[path], sink.id == id else { return }
        sinks[path] = nil
        stop(path, of: sink.characteristic.device)
    }

    /// Ends a subscription in BlueZ, even if its start failed.
    private func stop(_ path: DBusObjectPath, of device: DBusObjectPath) {
        guard mirror.cache.objects[path] != nil else { return }
        let id = nextID()
        let task = Task {
            let member = BlueZName.Characteristic.stopNotify
            // Cleanup: a link that ends has no subscription.
            _ = try? await calls.call(member, of: BlueZName.Characteristic.interface, at: path)
            stops[id] = nil
        }
        stops[id] = Stop(device: device, task: task)
    }

    private func nextID() -> Int {
        lastID += 1
        return lastID
    }
}
