import DBusTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

@testable import DBus

/// The bus is killed and restarted while connections are open.
@Suite struct RestartTests {
    @Test func everythingComesBack() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.byte])
            let rule = DBusMatchRule(sender: BusFixture.name, interface: "t.t")
            let stream = try await fixture.client.signals(matching: rule)
            var owners = try await fixture.client.nameOwners(of: BusFixture.name).makeAsyncIterator()
            var states = await fixture.client.states().makeAsyncIterator()
            let firstName = try #require(await fixture.client.uniqueName)
            #expect(await states.next() == .connected(uniqueName: firstName))
            #expect(await owners.next() == fixture.service.uniqueName)

            await fixture.bus.kill()
            #expect(await states.next() == .disconnected)
            #expect(await owners.next() == .some(nil))
            let thrown = await error { _ = try await fixture.echo(.byte(1)) }
            #expect(thrown?.code == .disconnected)
            #expect(thrown?.isRetriable == true)

            try await fixture.bus.start()
            guard case .connected? = await states.next() else { throw DBusError.remote("t.t", message: "not back") }
            while await owners.next() == .some(nil) {}
            #expect(try await fixture.echo(.byte(2)) == .byte(2))
            try await fixture.tick(7)
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == .gap(DBusSignalGap(reason: .disconnected)))
            #expect(await iterator.next() == .gap(DBusSignalGap(reason: .reconnected)))
            #expect(await iterator.next()?.tick == 7)
        }
    }

    @Test func callsInFlightFailAtOnce() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let wait = DBusMethod("Wait") { _ in
                await gate.arrive()
                try await Task.sleep(for: .seconds(3600))
                return []
            }
            try await fixture.service.export([DBusInterface("t.t", methods: [wait])], at: "/t")
            let name = try #require(await fixture.service.uniqueName)
            let client = fixture.client
            let task = Task {
                try await client.call(destination: name, path: "/t", interface: "t.t", member: "Wait")
            }
            await gate.waitForArrival()
            await fixture.bus.kill()
            #expect(await code { _ = try await task.value } == .disconnected)
        }
    }

    /// Only the failed write reveals the end: libdbus then drops its watches.
    @Test func callsThatMeetADeadSocketFailAtOnce() async throws {
        try await BusFixture.run { fixture in
            let reply = try await fixture.client.call(
                destination: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: "GetConnectionUnixProcessID",
                arguments: ["org.freedesktop.DBus"]
            )
            let bus = try #require(reply.first?.integer)
            let calls = await fixture.client.callUntilDead(pid_t(bus))
            for call in calls { #expect(await code { _ = try await call.value } == .disconnected) }
            #expect(!calls.isEmpty)
        }
    }

    @Test func manyRestartsAndTheLastOneStillWorks() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.byte])
            for round in 0..<UInt8(5) {
                await fixture.bus.kill()
                try await fixture.bus.start()
                // Both must have noticed and have reconnected.
                try await fixture.eventually { try await fixture.echo(.byte(round)) == .byte(round) }
            }
        }
    }

    /// A task that waits for the connection can be cancelled, however far away the next attempt is.
    @Test func cancellingEndsTheWaitForTheBus() async throws {
        try await BusFixture.run { fixture in
            var patient = DBusConnectionConfiguration()
            patient.reconnectDelay = .seconds(3600)
            patient.maximumReconnectDelay = .seconds(3600)
            let connection = DBusConnection(address: DBusAddress(fixture.bus.address), configuration: patient)
            try await connection.connect()
            var states = await connection.states().makeAsyncIterator()
            _ = await states.next()
            await fixture.bus.kill()
            #expect(await states.next() == .disconnected)
            let task = Task { try await connection.connect() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await connection.close()
        }
    }

    /// A name and a subscription that were requested while the bus died either work or leave nothing behind.
    @Test func whatIsAskedOfADyingBusLeavesNothing() async throws {
        try await BusFixture.run { fixture in
            let client = fixture.client
            for _ in 0..<5 {
                let asked = (0..<20).map { _ in
                    Task { _ = try await client.signals(matching: DBusMatchRule(sender: "no.body", interface: "t.t")) }
                }
                await fixture.bus.kill()
                // A call to a socket without a reader fails at once, like the calls before it.
                for task in asked { #expect(await code { _ = try await task.value } != .timeout) }
                try await fixture.bus.start()
                try await fixture.eventually { try await client.nameOwner(of: "no.body") == nil }
            }
            try await fixture.eventually {
                _ = try await client.nameOwner(of: "no.body")
                return try await fixture.matchRules() == 0
            }
        }
    }

    @Test func closingWhileTheBusIsAwayEnds() async throws {
        try await BusFixture.run { fixture in
            await fixture.bus.kill()
            await fixture.client.close()
            #expect(await code { _ = try await fixture.echo(.byte(1)) } == .closed)
            var states = await fixture.client.states().makeAsyncIterator()
            #expect(await states.next() == .closed)
            #expect(await states.next() == nil)
        }
    }
}

extension DBusConnection {
    /// Ends the bus with an unread call, and sends calls until a write fails; meanwhile the connection handles no event.
    ///
    /// A halted bus reads nothing. Without unread bytes, libdbus leaves a failed write (EPIPE) to its reads.
    fileprivate func callUntilDead(_ bus: pid_t) -> [Task<String?, any Error>] {
        kill(bus, SIGSTOP)
        while !"TtZX".contains(Self.state(bus)) { sched_yield() }
        var calls = [call]
        kill(bus, SIGKILL)
        while !"ZX".contains(Self.state(bus)) { sched_yield() }
        while session?.isConnected == true, calls.count < 100 { calls.append(call) }
        return calls
    }

    private var call: Task<String?, any Error> { Task.immediate { try await nameOwner(of: "no.body") } }

    /// A process's state (proc(5)); `X` once it is gone.
    private static func state(_ process: pid_t) -> Character {
        // Absent is nil: it has ended.
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return text?.split(separator: ")").last?.split(separator: " ").first?.first ?? "X"
    }
}

extension BusFixture {
    /// Retries until the body is true, also after transient errors.
    ///
    /// Each failed try waits for a new state.
    func eventually(_ body: @Sendable () async throws -> Bool) async throws {
        try await TestSupport.eventually("it comes true") {
            do {
                return try await body()
            } catch let error as DBusError where error.isRetriable {
                return false
            }
        }
    }
}
