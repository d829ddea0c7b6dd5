internal import NIOCore
internal import Synchronization

/// Ends connections whose sender goes on with a large body after it was refused.
///
/// Closing at once would cost an honest sender the answer, so each has ``patience`` to read it and to stop.
final class RefusedBodies: Sendable {
    /// How long a refused body is still received.
    static let patience = TimeAmount.seconds(30)
    /// The most bytes of a refused body that needs no watch.
    static let small = 1 << 20

    private let watched = Mutex<[ObjectIdentifier: Scheduled<Void>]>([:])

    /// A new request began on a connection: the body before it had its end.
    func clear(_ channel: any Channel) {
        watched.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }?.cancel()
    }

    /// Closes a connection later, unless a new request begins or it is closed before.
    ///
    /// - Parameter onCut: Is called when it is closed for that.
    func watch(_ channel: any Channel, _ onCut: @escaping @Sendable () -> Void) {
        let id = ObjectIdentifier(channel)
        let cut = channel.eventLoop.scheduleTask(in: Self.patience) { [weak self] in
            guard self?.watched.withLock({ $0.removeValue(forKey: id) }) != nil else { return }
            onCut()
            channel.close(promise: nil)
        }
        watched.withLock { $0.updateValue(cut, forKey: id) }?.cancel()
        channel.closeFuture.whenComplete { [weak self] _ in self?.clear(channel) }
    }
}
