internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// An occupied port on 127.0.0.1.
package final class ListeningSocket: Sendable {
    /// The number of the port.
    package let port: Int
    private let descriptor: Mutex<FileDescriptor?>

    /// Occupies a port, by default one chosen by the system.
    ///
    /// - Throws: `Errno`: `EADDRINUSE` if another process has it.
    package init(port wanted: Int = 0) throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(wanted).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard unsafe bind(number, generic, length) == 0, listen(number, 1) == 0 else { return Int32(-1) }
                return unsafe getsockname(number, generic, &length)
            }
        }
        guard result == 0 else {
            let error = Errno(rawValue: errno)
            try? FileDescriptor(rawValue: number).close()
            throw error
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        descriptor = Mutex(FileDescriptor(rawValue: number))
    }

    deinit { close() }

    /// Releases the port.
    package func close() {
        descriptor.withLock { descriptor in
            try? descriptor?.close()
            descriptor = nil
        }
    }
}

/// A free port that no other caller of this process gets.
package enum FreePort {
    /// Below the ports that Linux gives to outgoing connections (32,768 and above), which could take it before its user does.
    private static let numbers = 20_000..<32_000
    private static let taken = Mutex<Set<Int>>([])

    /// Finds a free port without reserving it.
    ///
    /// - Throws: The error of ``ListeningSocket`` for the last of many ports.
    package static func take() throws -> Int {
        for _ in 0..<100 {
            if let port = try? take(number: Int.random(in: numbers)) { return port }
        }
        return try take(number: Int.random(in: numbers))
    }

    private static func take(number: Int) throws -> Int {
        guard taken.withLock({ $0.insert(number).inserted }) else { throw Errno.addressInUse }
        let socket = try ListeningSocket(port: number)
        socket.close()
        return number
    }
}
