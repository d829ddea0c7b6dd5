import Glibc
import Hummingbird
import HummingbirdCore
import NIOCore

/// A request's context, with the connection that it came by.
struct SimulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The channel of the request: the connection in HTTP/1.1, one stream of it in HTTP/2.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The connection.
    ///
    /// Only a stream's channel has a grandparent: stream, connection, listener.
    var connection: any Channel {
        if let parent = channel.parent, parent.parent != nil { parent } else { channel }
    }

    /// Whether the peer is on this machine.
    var isLocal: Bool {
        guard let address = connection.remoteAddress else { return true }
        switch address {
        case .unixDomainSocket: return true
        case .v4, .v6:
            let ip = address.ipAddress ?? ""
            return ip.hasPrefix("127.") || ip == "::1" || ip.hasPrefix("::ffff:127.")
        }
    }
}

extension SimulatorContext {
    /// Ends the connection with a TCP reset (over a Unix socket: at once).
    func reset() async {
        if let options = connection as? any SocketOptionProvider {
            try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }

    /// Ends the connection; what was written before goes out.
    func close() async {
        try? await connection.close().get()
    }
}
