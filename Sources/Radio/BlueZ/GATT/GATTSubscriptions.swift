internal import DBus
internal import Synchronization

/// An element of a characteristic's notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A notification's or indication's bytes; bluetoothd has already confirmed indications.
    case value([UInt8])
    /// Values are missing here (this many, 0 if unknown): ask the device again.
    case gap(dropped: Int)
    /// The link, the device or the service is gone. The stream ends after this element.
    case ended(BlueZError)
}

/// A subscription to a characteristic; releasing it ends the subscription.
public final class NotificationSubscription: Sendable {
    /// Receives each event, and nil exactly once at the end, also if the subscription fails.
    ///
    /// It is called in the order in which bluetoothd sent the values of all characteristics, and must return at once.
    public typealias Receiver = @Sendable (NotificationEvent?) -> Void

    private let released: @Sendable () -> Void
    fileprivate let hasValues = Mutex(false)

    init(released: @escaping @Sendable () -> Void) { self.released = released }

    deinit { released() }
}

/// The subscriptions to characteristics, each with the receiver of its values.
@BlueZIsolation final class GATTSubscriptions {
    /// The destination of a subscribed characteristic's values.
    private struct Sink {
        let id: Int
        let characteristic: GATTCharacteristic
        let receive: NotificationSubscription.Receiver
        /// Nil once the consumer released it, before the subscription was ended.
        weak var subscription: NotificationSubscription?
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
        for sink in sinks.values { sink.receive(nil) }
    }

    /// Whether a consumer reads a characteristic's values.
    func isActive(_ characteristic: GATTCharacteristic) -> Bool { sinks[characteristic.path]?.subscription != nil }

    /// Subscribes to a characteristic; its receiver is called from before the device is asked to send.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already.
    func subscribe(
        to characteristic: GATTCharacteristic,
        receive: @escaping NotificationSubscription.Receiver
    ) async throws -> NotificationSubscription {
        let path = characteristic.path
        let id = nextID()
        do {
            // The end of an earlier subscription must not end this one, and its receiver must learn of it.
            if let left = sinks[path], left.subscription == nil { abandon(path, id: left.id) }
            await finishStops(of: characteristic.device)
            try check(characteristic)
        } catch {
            receive(nil)
            throw error
        }
        let subscription = NotificationSubscription { [weak self] in
            // A deinitializer cannot suspend, so a task ends the subscription.
            Task { await self?.abandon(path, id: id) }
        }
        sinks[path] = Sink(id: id, characteristic: characteristic, receive: receive, subscription: subscription)
        do {
            _ = try await operations.run(BlueZName.Characteristic.startNotify, on: characteristic)
        } catch {
            await progress.catchUp()
            // Values justify keeping the subscription; its end alone does not.
            guard subscription.hasValues.withLock(\.self) else {
                abandon(path, id: id)
                throw error
            }
            let reason = (error as? BlueZError) ?? BlueZError(.failed, message: "The subscription was cancelled.")
            end(with: reason) { $0.path == path && sinks[path]?.id == id }
        }
        return subscription
    }

    private func check(_ characteristic: GATTCharacteristic) throws(BlueZError) {
        guard !isActive(characteristic) else {
            throw BlueZError(
                .inProgress,
                message: "The characteristic is already subscribed; end that subscription first."
            )
        }
        guard mirror.cache.device(at: characteristic.device)?.isConnected == true else {
            throw BlueZError(.notConnected, message: "The device is not connected.")
        }
    }

    /// Hands a value to the characteristic's receiver.
    func push(_ value: [UInt8], from path: DBusObjectPath) {
        guard let sink = sinks[path] else { return }
        sink.subscription?.hasValues.withLock { $0 = true }
        sink.receive(.value(value))
    }

    /// Reports a gap to every receiver, because values may be missing.
    func pushGaps(dropped: Int) {
        for sink in sinks.values { sink.receive(.gap(dropped: dropped)) }
    }

    /// Ends subscriptions; their receivers get the error.
    func end(with error: BlueZError, where isMeant: (GATTCharacteristic) -> Bool) {
        for (path, sink) in sinks where isMeant(sink.characteristic) {
            sink.receive(.ended(error))
            sink.receive(nil)
            sinks[path] = nil
            stop(path, of: sink.characteristic.device)
        }
    }

    /// Waits until BlueZ has answered every end of a subscription to a device.
    func finishStops(of device: DBusObjectPath) async {
        for stop in stops.values where stop.device == device { await stop.task.value }
    }

    /// Ends a released or failed subscription; leaves a later one of the same path alone.
    private func abandon(_ path: DBusObjectPath, id: Int) {
        guard let sink = sinks[path], sink.id == id else { return }
        sinks[path] = nil
        sink.receive(nil)
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
