import Glibc

/// Finds the host that answers among the addresses of one broker.
///
/// All are tried at once, because a host that swallows packets would delay the library's own attempt for minutes.
enum AddressProbe {
    /// How long to wait for an answer.
    static let patience = Duration.seconds(3)

    private struct Attempt {
        let host: String
        let descriptor: Int32
    }

    /// The first host that accepts a connection; nil if none does.
    static func first(of hosts: [String], port: Int, patience: Duration = patience) -> String? {
        var attempts = hosts.flatMap { host in open(host, port: port) }
        defer { for attempt in attempts { close(attempt.descriptor) } }
        let end = ContinuousClock.now + patience
        while !attempts.isEmpty {
            let (seconds, rest) = ContinuousClock.now.duration(to: end).components
            var polls = attempts.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            let milliseconds = Int32(clamping: seconds * 1000 + rest / 1_000_000_000_000_000)  // In range: clamped.
            guard milliseconds > 0, poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return nil }
            for index in polls.indices where polls[index].revents != 0 && error(of: attempts[index].descriptor) == 0 {
                return attempts[index].host
            }
            for index in polls.indices.reversed() where polls[index].revents != 0 {
                close(attempts.remove(at: index).descriptor)
            }
        }
        return nil
    }

    /// Starts a connection to each address of a host.
    private static func open(_ host: String, port: Int) -> [Attempt] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var attempts: [Attempt] = []
        var next = list
        while let address = next?.pointee {
            next = address.ai_next
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.ai_family, kind, 0)
            guard descriptor >= 0 else { continue }
            if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 || errno == EINPROGRESS {
                attempts.append(Attempt(host: host, descriptor: descriptor))
            } else {
                close(descriptor)
            }
        }
        return attempts
    }

    private static func error(of descriptor: Int32) -> Int32 {
        var (value, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &length) == 0 else { return errno }
        return value
    }
}
