import DBus
import DBusTestSupport
import Testing

/// The bus is killed and started again under the connections.
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

    @Test func manyRestartsAndTheLastOneStillWorks() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.byte])
            for round in 0..<UInt8(5) {
                await fixture.bus.kill()
                try await fixture.bus.start()
                // Both must have noticed and be back.
                try await fixture.eventually { try await fixture.echo(.byte(round)) == .byte(round) }
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

extension BusFixture {
    /// Tries until the body is true; errors that may pass are tried again.
    ///
    /// Each failed try waits for a new state.
    func eventually(_ body: @Sendable () async throws -> Bool) async throws {
        for _ in 0..<500 {
            do {
                if try await body() { return }
            } catch let error as DBusError where error.isRetriable {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        Issue.record("It did not come true.")
    }
}
