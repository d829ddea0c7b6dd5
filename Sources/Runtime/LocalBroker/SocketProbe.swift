#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Checks whether a process accepts connections on a Unix socket.
public enum SocketProbe {
    /// Whether a connection is accepted now.
    public static func accepts(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        var address = sockaddr_un()
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}

/// Checks whether a TCP port is free on this machine.
public enum PortProbe {
    /// Whether a process listens on the port now.
    ///
    /// - Parameter host: The IPv4 address to check; by default all of the machine's. Addresses that are not IPv4 are
    ///   not checked.
    public static func isTaken(_ port: Int, host: String = "0.0.0.0") -> Bool {
        let host = host == "localhost" ? "127.0.0.1" : host
        var place = in_addr()
        guard unsafe inet_pton(AF_INET, host, &place) == 1 else { return false }
        guard let number = in_port_t(exactly: port) else { return true }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A recently closed connection does not count as taken, as for the broker itself.
        var reuse: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr = place
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
            }
        }
    }
}
