package import HummingbirdCore
internal import HummingbirdHTTP2
package import Logging
package import NIOSSL

extension HTTPServerBuilder {
    /// Serves HTTP/1.1, and HTTP/2 beside it where connections are secured, to senders with no more connections than they may have.
    ///
    /// - Parameters:
    ///   - http1: How a connection, or a stream of HTTP/2, is served.
    ///   - security: The certificate and what else TLS needs; nil for connections in the open.
    ///   - idle: After how long a connection of HTTP/2 is closed that says nothing.
    ///   - peers: Who has how many connections.
    ///   - log: Where senders with too many are named.
    package static func guarded(
        _ http1: HTTP1Channel.Configuration,
        security: TLSConfiguration?,
        idle: Duration,
        peers: HTTPPeers,
        log: Logger
    ) -> HTTPServerBuilder {
        guard let security else {
            return HTTPServerBuilder { responder in
                GuardedChannel(base: HTTP1Channel(responder: responder, configuration: http1), peers: peers, log: log)
            }
        }
        let both = HTTP2ChannelConfiguration(idleTimeout: idle, streamConfiguration: http1)
        return HTTPServerBuilder { responder in
            let base = try HTTP2UpgradeChannel(tlsConfiguration: security, configuration: both, responder: responder)
            return GuardedChannel(base: base, peers: peers, log: log)
        }
    }
}
