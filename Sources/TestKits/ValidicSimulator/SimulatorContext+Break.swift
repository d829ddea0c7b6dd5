import Glibc
import NIOCore

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
