internal import DBus

/// An element of a characteristic's notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A notification's or indication's bytes; indications were confirmed by bluetoothd already.
    case value([UInt8])
    /// Values are missing here (this many, 0 when nobody can know): ask the device again.
    case gap(dropped: Int)
    /// Nothing more comes, because the link, the device or the service is gone. The stream ends after it.
    case ended(BlueZError)
}

/// The subscriptions to characteristics, each with the stream of its values.
@BlueZIsolation final class Subscriptions {
    /// Where the values of a subscribed characteristic go.
    private struct Sink {
        let id: Int
        let characteristic: GATTCharacteristic
        let mailbox: Mailbox<NotificationEvent>
        /// Nil when the consumer let go of its stream, before the subscription's end was seen to.
        weak var token: StreamToken<NotificationEvent>?
    }

    /// The end of a subscription on its way to BlueZ.
    private struct Stop {
        let device: DBusObjectPath
        let task: Task<Void, Never>
    }

    /// Subscriptions by their characteristic's path.
    private var sinks: [DBusObjectPath: Sink] = [:]
    /// Ends of subscriptions that BlueZ has not confirmed.
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

    /// Whether somebody listens to a characteristic.
    func isActive(_ characteristic: GATTCharacteristic) -> Bool { sinks[characteristic.path]?.token != nil }

    /// Subscribes to a characteristic; its values are collected before the device is asked to send.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already.
    func subscribe(
        to characteristic: GATTCharacteristic,
        bufferLimit: Int
    ) async throws -> BlueZStream<NotificationEvent> {
        let path = characteristic.path
        // An earlier one's end must not end this one.
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
            // A deinitializer cannot wait, so the end of the subscription runs by itself.
            Task { await self?.abandon(path, id: id) }
        }
        sinks[path] = Sink(id: id, characteristic: characteristic, mailbox: mailbox, token: token)
        do {
            _ = try await operations.run(BlueZName.Characteristic.startNotify, on: characteristic)
        } catch {
            await progress.catchUp()
            let reason = (error as? BlueZError) ?? BlueZError(.failed, message: "The subscription was cancelled.")
            end(with: reason) { $0.path == path && sinks[path]?.id == id }
            // Its end alone is no reason to give a stream.
            guard mailbox.waiting > 1 else { throw error }
        }
        return BlueZStream(token: token)
    }

    /// Hands a value to the characteristic's stream.
    func push(_ value: [UInt8], from path: DBusObjectPath) { sinks[path]?.mailbox.push(.value(value)) }

    /// Says in every stream that values may be missing.
    func pushGaps(dropped: Int) {
        for sink in sinks.values { sink.mailbox.pushAlways(.gap(dropped: dropped)) }
    }

    /// Ends subscriptions; their streams say why.
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

    /// Ends a subscription whose stream nobody reads any more; a later one of the same path is not touched.
    private func abandon(_ path: DBusObjectPath, id: Int) {
        guard let sink = sinks[path], sink.id == id else { return }
        sinks[path] = nil
        stop(path, of: sink.characteristic.device)
    }

    /// Ends a subscription at BlueZ, whether or not it came into being.
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
