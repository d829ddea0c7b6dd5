import Glibc
import Hummingbird
import HummingbirdCore
import NIOCore

/// The context of a request, with its connection.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The channel of the request: the connection in HTTP/1.1, a stream of it in HTTP/2.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The channel of the connection.
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

extension ServerContext {
    /// Closes the connection with a TCP reset, or at once over a Unix socket.
    func reset() async {
        if let options = connection as? any SocketOptionProvider {
            try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }

    /// Closes the connection after sending everything written so far.
    func close() async {
        try? await connection.close().get()
    }
}
