#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Reports the process's state to systemd by the protocol of `sd_notify(3)`.
package struct ServiceNotifier: Sendable {
    private let address: [UInt8]
    /// The watchdog's interval; nil if there is none.
    package let watchdogInterval: Duration?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; without them every message is ignored.
    package init(_ environment: [String: String]) {
        address = Self.address(environment["NOTIFY_SOCKET"] ?? "")
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let interval = environment["WATCHDOG_USEC"].flatMap(Int64.init).map { Duration.microseconds($0) }
        watchdogInterval = isForUs ? interval.flatMap { $0 > .zero ? $0 : nil } : nil
    }

    /// Sends assignments, for example `READY=1`; a line end in a status becomes a space.
    package func send(_ assignments: String...) {
        guard !address.isEmpty else { return }
        let text = assignments.map { String($0.map { $0.isNewline ? " " : $0 }) }.joined(separator: "\n")
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: target.sun_path)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let bytes = Array(text.utf8)
        // A full or missing socket must not stop the work, so the result is ignored.
        unsafe withUnsafePointer(to: &target) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe sendto(
                    descriptor,
                    bytes,
                    bytes.count,
                    Int32(MSG_NOSIGNAL),
                    pointer,
                    socklen_t(offset + address.count)
                )
            }
        }
    }

    /// A path, or an abstract name whose `@` represents a zero byte; empty if it is neither, or too long.
    private static func address(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        guard (2..<MemoryLayout.size(ofValue: sockaddr_un().sun_path)).contains(bytes.count) else { return [] }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        return bytes[0] == 0 || bytes[0] == UInt8(ascii: "/") ? bytes : []
    }
}
