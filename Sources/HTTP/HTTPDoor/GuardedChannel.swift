internal import FoundationEssentials
package import HummingbirdCore
package import Logging
package import NIOCore

/// A server's connections, as long as their sender has no more than it may have.
package struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The sender has too many connections.
    package struct TooMany: Error {}

    private let base: Base
    private let peers: HTTPPeers
    private let log: Logger

    /// Guards a server's connections.
    ///
    /// - Parameters:
    ///   - base: What the server makes of a connection.
    ///   - peers: Who has how many.
    ///   - log: Where senders are named; the server's own log is only of errors.
    package init(base: Base, peers: HTTPPeers, log: Logger) {
        (self.base, self.peers, self.log) = (base, peers, log)
    }

    /// Closes a connection that is one too many.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let peer = channel.remoteAddress?.ipAddress ?? "unknown"
        switch peers.enter(peer, at: Date()) {
        case .welcome:
            let peers = peers
            channel.closeFuture.whenComplete { _ in peers.leave(peer) }
            return base.setup(channel: channel, logger: logger)
        case .refused(let count):
            if let count {
                log.warning(
                    "connections are refused: their sender has too many",
                    metadata: ["peer": "\(peer)", "count": "\(count)"]
                )
            }
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
    }

    /// Serves a connection.
    package func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
