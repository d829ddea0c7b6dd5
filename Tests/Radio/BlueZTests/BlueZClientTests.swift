import BlueZ
import DBus
import DBusTestSupport
import TestSupport
import Testing

@Suite struct BlueZClientTests {
    static let abort = DBusError.remote("org.bluez.Error.Failed", message: "le-connection-abort-by-local")

    @Test func objectsAreThereAfterStarting() async throws {
        try await ClientFixture.run { fixture, cuff in
            let adapter = try await fixture.client.adapter()
            let device = try await fixture.client.device(cuff)
            #expect(adapter.path == Recorded.adapterPath)
            #expect(device.name == "BP cuff")
        }
    }

    @Test func connectingTriesAgainAndResolves() async throws {
        try await ClientFixture.run { fixture, cuff in
            await fixture.bluez.fail("Connect", [Self.abort, Self.abort, Self.abort])
            let device = try await fixture.client.connect(cuff)
            #expect(device.isConnected && device.areServicesResolved)
            #expect(await fixture.bluez.count("Connect") == 4)
            try await fixture.client.connect(cuff)
            #expect(await fixture.bluez.count("Connect") == 4, "a link that stands is used")
            try await fixture.client.disconnect(cuff)
            #expect(try await fixture.client.device(cuff).isConnected == false)
        }
    }

    @Test func connectingGivesUpAfterFourAttempts() async throws {
        try await ClientFixture.run { fixture, cuff in
            await fixture.bluez.fail("Connect", Array(repeating: Self.abort, count: 9))
            #expect(await fault { try await fixture.client.connect(cuff) } == .connectFailed)
            #expect(await fixture.bluez.count("Connect") == 4)
        }
    }

    @Test func noAccessIsNotTriedAgain() async throws {
        try await ClientFixture.run { fixture, cuff in
            await fixture.bluez.fail("Connect", [.remote(DBusErrorName.accessDenied, message: "no")])
            #expect(await fault { try await fixture.client.connect(cuff) } == .accessDenied)
            #expect(await fixture.bluez.count("Connect") == 1)
        }
    }

    @Test func theFirstNotificationIsThere() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let stream = try await fixture.client.notifications(of: try await fixture.measurement(cuff))
            try await fixture.bluez.notify([2])
            try await fixture.bluez.notify([2])
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == .value([1]))
            #expect(await iterator.next() == .value([2]))
            #expect(await iterator.next() == .value([2]), "an equal value counts again")
            try await fixture.bluez.set("Connected", false)
            guard case .ended(let error)? = await iterator.next() else {
                Issue.record("The stream did not tell of the lost link.")
                return
            }
            #expect(error.code == .notConnected)
            #expect(await iterator.next() == nil)
        }
    }

    /// A scale sends a weight and its composition on two characteristics; neither may overtake the other.
    @Test func valuesOfTwoCharacteristicsComeInOrder() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let (events, sink) = AsyncStream.makeStream(of: [UInt8]?.self)
            var subscriptions: [NotificationSubscription] = []
            for number in ["2a35", "2a49"] {
                subscriptions.append(
                    try await fixture.client.subscribe(to: fixture.measurement(cuff, number)) { event in
                        if case .value(let bytes) = event { sink.yield(bytes) }
                        if event == nil { sink.yield(nil) }
                    }
                )
            }
            let sent = (10..<250).map { [UInt8($0)] }
            for (number, bytes) in sent.enumerated() {
                let path = number.isMultiple(of: 2) ? Recorded.measurementPath : Recorded.featurePath
                try await fixture.bluez.notify(bytes, from: path)
            }
            try await fixture.bluez.set("Connected", .boolean(false))
            var received: [[UInt8]] = []
            var ends = 0
            for await bytes in events {
                if let bytes { received.append(bytes) } else { ends += 1 }
                if ends == 2 { break }
            }
            #expect(received.filter { $0 != [1] } == sent)
            #expect(subscriptions.count == 2)
        }
    }

    /// Its receiver and BlueZ learn of the end, however soon the next one begins.
    @Test func aReleasedSubscriptionEndsBeforeTheNextOfItsCharacteristic() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let characteristic = try await fixture.measurement(cuff)
            let ends = Collected<Int>()
            for number in 0..<20 {
                _ = try await fixture.client.subscribe(to: characteristic) { if $0 == nil { ends.add(number) } }
            }
            let last = try await fixture.client.subscribe(to: characteristic) { if $0 == nil { ends.add(20) } }
            #expect(ends.all.sorted() == Array(0..<20))
            #expect(await fixture.bluez.count("StopNotify") == 20)
            withExtendedLifetime(last) {}
        }
    }

    @Test func aLinksSubscriptionsEndBeforeTheNextLink() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let stream = try await fixture.client.notifications(of: fixture.measurement(cuff))
            try await fixture.bluez.set("Connected", .boolean(false))
            for await event in stream {
                if case .ended = event { break }
            }
            _ = try? await fixture.client.connect(cuff)
            let calls = await fixture.bluez.calls
            let stop = try #require(calls.firstIndex(of: "StopNotify"), "the stream still stands: \(stream)")
            let link = try #require(calls.lastIndex(of: "Connect"))
            #expect(stop < link)
        }
    }

    @Test func removalEndsNotificationsWithoutADisconnection() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let stream = try await fixture.client.notifications(of: try await fixture.measurement(cuff))
            let events = await fixture.client.events()
            try await fixture.bluez.removeDevice()
            var last: NotificationEvent?
            for await event in stream { last = event }
            guard case .ended? = last else {
                Issue.record("The stream did not tell of its end.")
                return
            }
            #expect(await events.first { $0 == .deviceGone(cuff) } == .deviceGone(cuff))
            #expect(await fault { _ = try await fixture.client.device(cuff) } == .deviceGone)
        }
    }

    @Test func operationsInProgressAreTriedAgain() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let busy = DBusError.remote("org.bluez.Error.InProgress", message: "In Progress")
            await fixture.bluez.fail("WriteValue", [busy, busy])
            let characteristic = try await fixture.measurement(cuff)
            try await fixture.client.write([1, 6], to: characteristic, type: .request)
            #expect(await fixture.bluez.count("WriteValue") == 3)
            #expect(try await fixture.client.read(characteristic) == [0x21])
            await fixture.bluez.fail("ReadValue", [.remote("org.bluez.Error.NotPermitted", message: "Not paired")])
            #expect(await fault { _ = try await fixture.client.read(characteristic) } == .notPaired)
        }
    }

    @Test func discoveryTellsAdvertsAndToleratesStuckSessions() async throws {
        try await ClientFixture.run { fixture, cuff in
            let adverts = await fixture.client.adverts()
            let busy = DBusError.remote("org.bluez.Error.InProgress", message: "Operation already in progress")
            await fixture.bluez.fail("StartDiscovery", [busy])
            await fixture.bluez.fail("StopDiscovery", [busy])
            let events = await fixture.client.events()
            try await fixture.bluez.setAdapter("Discovering", true)
            _ = await events.first { _ in true }
            try await fixture.client.startDiscovery()
            #expect(await fixture.bluez.calls.suffix(2) == ["SetDiscoveryFilter", "StartDiscovery"])
            try await fixture.bluez.set("RSSI", .int16(-61))
            let event = await adverts.first { _ in true }
            guard case .advert(let device, changed: ["RSSI"])? = event else {
                Issue.record("\(String(describing: event))")
                return
            }
            #expect(device.address == cuff)
            #expect(device.rssi == -61)
            try await fixture.client.stopDiscovery()
            #expect(await fixture.bluez.count("StopDiscovery") == 1)
        }
    }

    @Test func theAgentAnswersBlueZAndNobodyElse() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.registerAgent(SixDigits())
            #expect(await fixture.bluez.count("RegisterAgent") == 1)
            #expect(await fixture.bluez.count("RequestDefaultAgent") == 0)
            let name = try #require(await fixture.connection.uniqueName)
            #expect(try await fixture.bluez.askAgent(name, "RequestPasskey", []) == [.uint32(123_456)])
            await #expect(throws: DBusError.remote("org.bluez.Error.Rejected", message: "The pairing was refused.")) {
                try await fixture.bluez.askAgent(name, "RequestConfirmation", [.uint32(1)])
            }
            let stranger = DBusConnection(address: DBusAddress(fixture.bus.address))
            try await stranger.connect()
            do {
                _ = try await stranger.call(
                    destination: name,
                    path: "/vitalbus/agent",
                    interface: "org.bluez.Agent1",
                    member: "RequestPasskey",
                    arguments: [.objectPath(Recorded.devicePath)]
                )
                Issue.record("A stranger got the passkey.")
            } catch let error as DBusError {
                #expect(error.errorName == DBusErrorName.accessDenied)
            }
            await stranger.close()
            try await fixture.client.pair(cuff)
            #expect(try await fixture.client.device(cuff).isPaired)
        }
    }

    @Test func theAgentIsTheDefaultOneOnlyWhileItIsWanted() async throws {
        try await ClientFixture.run { fixture, cuff in
            await #expect(throws: BlueZError.self) { try await fixture.client.becomeDefaultAgent() }
            try await fixture.client.registerAgent(SixDigits())
            try await fixture.client.becomeDefaultAgent()
            #expect(await fixture.bluez.count("RequestDefaultAgent") == 1)
            #expect(try await fixture.client.pair(cuff) == cuff)
            await fixture.client.yieldDefaultAgent()
            #expect(await fixture.bluez.calls.suffix(2) == ["UnregisterAgent", "RegisterAgent"])
            await fixture.client.yieldDefaultAgent()
            #expect(await fixture.bluez.count("UnregisterAgent") == 1)
            // It still answers for pairings that this process starts.
            let name = try #require(await fixture.connection.uniqueName)
            #expect(try await fixture.bluez.askAgent(name, "RequestPasskey", []) == [.uint32(123_456)])
        }
    }

    @Test func aBondIsKeptAlthoughTheAdapterWasNotPairable() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.pair(cuff)
            #expect(try await fixture.client.device(cuff).isBonded)
        }
    }

    /// bluetoothd dies and comes back: streams end, the mirror is rebuilt, and agent and discovery are there again.
    @Test func aRestartOfTheServiceIsSurvived() async throws {
        try await ClientFixture.run { fixture, cuff in
            let events = await fixture.client.events()
            try await fixture.client.registerAgent(SixDigits())
            try await fixture.client.startDiscovery()
            try await fixture.client.connect(cuff)
            let stream = try await fixture.client.notifications(of: try await fixture.measurement(cuff))

            await fixture.bluez.connection.close()
            #expect(await events.first { $0 == .serviceDown } == .serviceDown)
            var last: NotificationEvent?
            for await event in stream { last = event }
            guard case .ended(let error)? = last else {
                Issue.record("The stream did not tell of its end.")
                return
            }
            #expect(error.code == .serviceNotRunning)
            #expect(await fault { _ = try await fixture.client.device(cuff) } == .serviceNotRunning)
            #expect(await fault { try await fixture.client.connect(cuff) } == .serviceNotRunning)

            let again = FakeBlueZ(address: DBusAddress(fixture.bus.address))
            try await again.start()
            #expect(await events.first { $0 == .serviceUp } == .serviceUp)
            #expect(try await fixture.client.connect(cuff).areServicesResolved)
            #expect(await again.count("RegisterAgent") == 1)
            // Discovery restarts independently of the rest, so the suite's time limit is the only bound here.
            while await again.count("StartDiscovery") == 0 { await Task.yield() }
            await again.connection.close()
        }
    }

    @Test func startingBeforeBlueZIsThere() async throws {
        let bus = try PrivateBus()
        try await bus.start()
        let connection = DBusConnection(address: DBusAddress(bus.address))
        try await connection.connect()
        let client = BlueZClient(connection: connection)
        try await client.start()
        #expect(await fault { _ = try await client.adapter() } == .serviceNotRunning)
        let events = await client.events()
        let bluez = FakeBlueZ(address: DBusAddress(bus.address))
        try await bluez.start()
        #expect(await events.first { $0 == .serviceUp } == .serviceUp)
        #expect(try await client.adapter().alias == "hub")
        await client.stop()
        await connection.close()
        await bluez.connection.close()
        await bus.kill()
    }
}

private struct SixDigits: PairingAgent {
    func passkey(for device: DeviceInfo) async throws -> UInt32 { 123_456 }
}
