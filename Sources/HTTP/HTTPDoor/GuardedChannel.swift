internal import FoundationEssentials
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// A server's connection channel with a limit for each sender.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The sender has too many connections.
    struct TooMany: Error {}

    let base: Base
    /// The number of connections by sender.
    let peers: HTTPPeers
    /// The log for senders over the limit; the server's own log contains only errors.
    let log: Logger

    /// Closes a connection beyond the limit.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let peer = channel.remoteAddress?.ipAddress ?? "unknown"
        switch peers.enter(peer, at: Date()) {
        case .welcome:
            let peers = peers
            channel.closeFuture.whenComplete { _ in peers.leave(peer) }
            return base.setup(channel: channel, logger: logger)
        case .refused(let count):
            if let count {
                log.warning(
                    "rejecting connections: their sender has too many",
                    metadata: ["peer": "\(peer)", "count": "\(count)"]
                )
            }
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
    }

    /// Serves a connection.
    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
