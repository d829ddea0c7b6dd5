package import HummingbirdCore
internal import HummingbirdHTTP2
package import Logging

extension HTTPServerBuilder {
    /// Serves HTTP/1.1, and over TLS also HTTP/2, with limited connections per sender.
    ///
    /// - Parameters:
    ///   - http1: Serves a connection, or a stream of HTTP/2.
    ///   - certificate: The certificate to show; nil for connections without TLS.
    ///   - idle: The time after which a silent HTTP/2 connection is closed.
    ///   - peers: The number of connections by sender.
    ///   - log: The log for senders over the limit.
    package static func guarded(
        _ http1: HTTP1Channel.Configuration,
        certificate: ServedCertificate?,
        idle: Duration,
        peers: HTTPPeers,
        log: Logger
    ) -> HTTPServerBuilder {
        guard let certificate else {
            return HTTPServerBuilder { responder in
                GuardedChannel(base: HTTP1Channel(responder: responder, configuration: http1), peers: peers, log: log)
            }
        }
        let both = HTTP2ChannelConfiguration(idleTimeout: idle, streamConfiguration: http1)
        return HTTPServerBuilder { responder in
            let base = try HTTP2UpgradeChannel(
                tlsConfiguration: certificate.security,
                configuration: both,
                responder: responder
            )
            return GuardedChannel(base: base, peers: peers, log: log)
        }
    }
}
