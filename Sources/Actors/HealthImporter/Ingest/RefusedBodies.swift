internal import NIOCore
internal import Synchronization

/// Closes connections whose sender keeps sending a large body after the refusal.
///
/// Closing at once would cost an honest sender the answer, so each has ``patience`` to read it and stop.
final class RefusedBodies: Sendable {
    /// How long a refused body is received.
    static let patience = TimeAmount.seconds(30)
    /// The size in bytes up to which a refused body needs no watch.
    static let small = 1 << 20

    private let watched = Mutex<[ObjectIdentifier: Scheduled<Void>]>([:])

    /// Notes that a new request began, so that the refused body has ended.
    func clear(_ channel: any Channel) {
        watched.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }?.cancel()
    }

    /// Closes a connection after ``patience``, unless it is closed or a new request begins before.
    ///
    /// - Parameter onCut: Called when the connection is closed for this reason.
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
