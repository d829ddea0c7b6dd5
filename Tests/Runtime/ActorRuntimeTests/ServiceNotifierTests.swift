import ActorRuntime
import Foundation
import TestSupport
import Testing

/// A datagram socket like systemd's.
private struct NotifySocket: ~Copyable {
    private let descriptor: Int32

    /// - Parameter name: A path, or `@` and an abstract name.
    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let descriptor = descriptor
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
        }
        try #require(result == 0)
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    func receive() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

@Suite struct ServiceNotifierTests {
    @Test(arguments: [true, false]) func sendsToASocket(isAbstract: Bool) throws {
        let directory = try TemporaryFolder()
        let name = isAbstract ? "@vitalbus-\(UUID().uuidString)" : directory.path + "/notify"
        let socket = try NotifySocket(name)
        let notifier = ServiceNotifier(["NOTIFY_SOCKET": name])
        notifier.send("READY=1", "STATUS=two\nlines")
        #expect(socket.receive() == "READY=1\nSTATUS=two lines")
    }

    @Test func passesOverAMissingSocket() {
        for name in [nil, "", "relative", "/nonexistent/notify", "/" + String(repeating: "x", count: 200)] {
            ServiceNotifier(name.map { ["NOTIFY_SOCKET": $0] } ?? [:]).send("READY=1")
        }
    }

    @Test func readsTheWatchdogOfItsOwnProcess() {
        #expect(ServiceNotifier(["WATCHDOG_USEC": "3000000"]).watchdogInterval == .seconds(3))
        #expect(ServiceNotifier(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
        #expect(
            ServiceNotifier(["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "\(getpid())"]).watchdogInterval
                == .milliseconds(1)
        )
        #expect(ServiceNotifier(["WATCHDOG_USEC": "-5"]).watchdogInterval == nil)
    }

    @Test func tellsSystemdOfAWholeRun() async throws {
        let hub = try TinyHub()
        let path = hub.directory.path + "/notify"
        let socket = try NotifySocket(path)
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let run = try await hub.run(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "60000000"])
        async let ended: Void = run.run()
        await hub.wait(for: "online", on: availability)
        var received: [String] = []
        while !received.contains("WATCHDOG=1"), received.count < 10 { received.append(socket.receive()) }
        run.shutDown()
        try await ended
        while received.last?.hasPrefix("STOPPING=1") != true, received.count < 10 { received.append(socket.receive()) }
        #expect(received.first == "READY=1\nSTATUS=waiting for the broker")
        #expect(received.contains("WATCHDOG=1"))
        #expect(received.last == "STOPPING=1\nSTATUS=draining")
    }
}
