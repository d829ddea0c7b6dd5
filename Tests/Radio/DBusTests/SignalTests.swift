import DBus
import DBusTestSupport
import Testing

@Suite struct SignalTests {
    static let rule = DBusMatchRule(sender: BusFixture.name, interface: "t.t", member: "Tick")

    /// A signal that is sent right after the subscription returns is received.
    @Test func nothingSentAfterSubscribingIsMissed() async throws {
        try await BusFixture.run { fixture in
            try await fixture.service.requestName(BusFixture.name)
            for round in 0..<UInt32(50) {
                let stream = try await fixture.client.signals(matching: Self.rule)
                try await fixture.tick(round)
                var iterator = stream.makeAsyncIterator()
                #expect(await iterator.next()?.tick == round)
            }
        }
    }

    @Test func signalsKeepTheirOrder() async throws {
        try await BusFixture.run { fixture in
            try await fixture.service.requestName(BusFixture.name)
            let stream = try await fixture.client.signals(matching: Self.rule, bufferLimit: 5000)
            for number in 0..<UInt32(3000) { try await fixture.tick(number) }
            var iterator = stream.makeAsyncIterator()
            for number in 0..<UInt32(3000) {
                let event = await iterator.next()
                guard event?.tick == number else {
                    Issue.record("\(String(describing: event)) came in the place of \(number)")
                    return
                }
            }
        }
    }

    /// A slow consumer gets the signals that fit, one gap with the exact count, and the signals after it made room.
    ///
    /// The connection serves calls throughout.
    @Test func aSlowConsumerSeesAGapWithTheCount() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.byte])
            let stream = try await fixture.client.signals(matching: Self.rule, bufferLimit: 10)
            for number in 0..<UInt32(1000) { try await fixture.tick(number) }
            try await fixture.settle()
            var iterator = stream.makeAsyncIterator()
            for number in 0..<UInt32(10) { #expect(await iterator.next()?.tick == number) }
            #expect(await iterator.next() == .gap(DBusSignalGap(reason: .overflow, dropped: 990)))
            try await fixture.tick(1000)
            #expect(await iterator.next()?.tick == 1000)
        }
    }

    /// A connection that rests for an hour reads what was gathered as soon as it asks something.
    @Test func gatheredSignalsComeBeforeTheNextReply() async throws {
        try await BusFixture.run(gathering: DBusGathering(period: .seconds(3600), quiet: .zero)) { fixture in
            try await fixture.exportEcho([.byte])
            let stream = try await fixture.client.signals(matching: Self.rule)
            for number in 0..<UInt32(200) {
                try await fixture.tick(number)
                if number % 20 == 19 { _ = try await fixture.echo(.byte(1)) }
            }
            _ = try await fixture.echo(.byte(2))
            var iterator = stream.makeAsyncIterator()
            for number in 0..<UInt32(200) { #expect(await iterator.next()?.tick == number) }
        }
    }

    /// Gathering ends by itself, and a lost bus is noticed although nothing is asked.
    @Test func gatheringEndsByItself() async throws {
        try await BusFixture.run(gathering: DBusGathering(period: .milliseconds(50), quiet: .zero)) { fixture in
            try await fixture.service.requestName(BusFixture.name)
            let stream = try await fixture.client.signals(matching: Self.rule)
            var iterator = stream.makeAsyncIterator()
            for number in 0..<UInt32(20) {
                try await fixture.tick(number)
                #expect(await iterator.next()?.tick == number)
            }
            var states = await fixture.client.states().makeAsyncIterator()
            _ = await states.next()
            await fixture.bus.kill()
            #expect(await states.next() == .disconnected)
        }
    }

    @Test func rulesSelectByEveryPart() async throws {
        try await BusFixture.run { fixture in
            try await fixture.service.requestName(BusFixture.name)
            let rules = [
                DBusMatchRule(path: "/a", argument0: "x"), DBusMatchRule(pathNamespace: "/a/b", interface: "t.t"),
            ]
            let stream = try await fixture.client.signals(matchingAny: rules)
            let sent: [(DBusObjectPath, DBusValue)] = [
                ("/a", "y"), ("/a", "x"), ("/a/bc", "x"), ("/a/b", "y"), ("/a/b/c", 1), ("/", "x"), ("/a", "x"),
            ]
            for (path, argument) in sent {
                try await fixture.service.emitSignal(path: path, interface: "t.t", member: "S", arguments: [argument])
            }
            var iterator = stream.makeAsyncIterator()
            var seen: [String] = []
            for _ in 0..<4 {
                guard case .signal(let signal)? = await iterator.next() else { break }
                seen.append(signal.path.string)
            }
            #expect(seen == ["/a", "/a/b", "/a/b/c", "/a"])
        }
    }

    /// A rule for a well-known sender follows the name's owner, and other senders' signals do not match it.
    @Test func aWellKnownSenderFollowsItsOwner() async throws {
        try await BusFixture.run { fixture in
            let stream = try await fixture.client.signals(matching: Self.rule)
            let stranger = try await fixture.client.signals(matching: DBusMatchRule(interface: "t.t"))
            try await fixture.tick(1)
            try await fixture.service.requestName(BusFixture.name)
            try await fixture.tick(2)
            try await fixture.service.releaseName(BusFixture.name)
            try await fixture.tick(3)
            var iterator = stranger.makeAsyncIterator()
            for number in 1...UInt32(3) { #expect(await iterator.next()?.tick == number) }
            try await fixture.service.requestName(BusFixture.name)
            try await fixture.tick(4)
            var own = stream.makeAsyncIterator()
            #expect(await own.next()?.tick == 2)
            #expect(await own.next()?.tick == 4)
        }
    }

    @Test func nameOwnersAreTold() async throws {
        try await BusFixture.run { fixture in
            let name = try #require(await fixture.service.uniqueName)
            var owners = try await fixture.client.nameOwners(of: BusFixture.name).makeAsyncIterator()
            #expect(await owners.next() == .some(nil))
            try await fixture.service.requestName(BusFixture.name)
            #expect(await owners.next() == name)
            try await fixture.service.releaseName(BusFixture.name)
            #expect(await owners.next() == .some(nil))
            let other = DBusConnection(address: DBusAddress(fixture.bus.address))
            try await other.connect()
            try await other.requestName(BusFixture.name)
            #expect(await code { try await fixture.service.requestName(BusFixture.name) } == .nameNotAcquired)
            await other.close()
        }
    }

    @Test func cancellingAReaderEndsItsWait() async throws {
        try await BusFixture.run { fixture in
            let stream = try await fixture.client.signals(matching: Self.rule)
            let task = Task { await stream.first { _ in true } }
            task.cancel()
            #expect(await task.value == nil)
        }
    }

    @Test func closingEndsTheStream() async throws {
        try await BusFixture.run { fixture in
            let stream = try await fixture.client.signals(matching: Self.rule)
            await fixture.client.close()
            #expect(await stream.first { _ in true } == nil)
        }
    }

    /// The bus would refuse more rules if those of 3000 dropped subscriptions remained.
    @Test func droppedStreamsTakeTheirRulesAway() async throws {
        try await BusFixture.run { fixture in
            for _ in 0..<3000 { _ = try await fixture.client.signals(matching: DBusMatchRule(interface: "t.t")) }
            // A dropped stream removes its rules in a task of its own.
            try await fixture.eventually { try await fixture.matchRules() < 10 }
        }
    }

    /// The bus adds a rule even after its caller was cancelled.
    @Test func cancelledSubscriptionsLeaveNoRule() async throws {
        try await BusFixture.run { fixture in
            for _ in 0..<20 {
                await fixture.client.subscribeAndCancel(to: DBusMatchRule(interface: "t.t"))
                await fixture.client.subscribeAndCancel(to: Self.rule)
            }
            try await fixture.client.settle()
            #expect(try await fixture.matchRules() == 0)
            let stream = try await fixture.client.signals(matching: Self.rule)
            #expect(try await fixture.matchRules() == 2, "its own and the owner's")
            await fixture.client.subscribeAndCancel(to: Self.rule)
            try await fixture.client.settle()
            #expect(try await fixture.matchRules() == 2, "an equal one stays")
            withExtendedLifetime(stream) {}
        }
    }
}

extension DBusConnection {
    /// Subscribes, and cancels once the first request is sent; its reply is hardly ever faster.
    fileprivate func subscribeAndCancel(to rule: DBusMatchRule) async {
        let task = Task.immediate { try await signals(matching: rule) }
        task.cancel()
        _ = await task.result
    }

    /// Makes a round trip, which ends after everything sent so far.
    fileprivate func settle() async throws {
        _ = try await nameOwner(of: "no.body")
    }
}

extension BusFixture {
    func tick(_ number: UInt32) async throws {
        try await service.emitSignal(path: "/t", interface: "t.t", member: "Tick", arguments: [.uint32(number)])
    }

    /// Makes a round trip to the service: its earlier signals have arrived when the reply has.
    func settle() async throws {
        _ = try await echo(.byte(0))
    }

    /// The number of the client's match rules on the bus.
    func matchRules() async throws -> Int64 {
        let name = try #require(await client.uniqueName)
        let reply = try await service.call(
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus.Debug.Stats",
            member: "GetConnectionStats",
            arguments: [.string(name)]
        )
        return try #require(reply.first?.properties?["MatchRules"]?.integer)
    }
}

extension DBusSignalEvent {
    var tick: UInt32? {
        guard case .signal(let signal) = self, case .uint32(let number)? = signal.arguments.first else { return nil }
        return number
    }
}
