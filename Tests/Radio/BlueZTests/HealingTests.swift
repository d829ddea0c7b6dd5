import BlueZ
import DBus
import DBusTestSupport
import Testing

@Suite struct HealingTests {
    private static let busy = DBusError.remote("org.bluez.Error.InProgress", message: "Operation already in progress")

    @Test func aServiceThatAnswersIsThere() async throws {
        try await ClientFixture.run { fixture, _ in
            try await fixture.client.ping(timeout: .seconds(60))
            let events = await fixture.client.events()
            await fixture.bluez.connection.close()
            #expect(await events.first { $0 == .serviceDown } == .serviceDown)
            #expect(await fault { try await fixture.client.ping(timeout: .seconds(60)) } == .serviceNotRunning)
        }
    }

    @Test func whoHungGetsItsDiscoveryAnew() async throws {
        try await ClientFixture.run { fixture, _ in
            try await fixture.client.startDiscovery()
            let before = await fixture.bluez.count("SetDiscoveryFilter")
            await fixture.client.renew()
            #expect(await fixture.bluez.count("SetDiscoveryFilter") == before + 1)
        }
    }

    /// While the service hangs in the read of all objects, its signals still take effect.
    @Test func signalsAreHandledWhileTheObjectsAreRead() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let stream = try await fixture.client.notifications(of: fixture.measurement(cuff))
            var values = stream.makeAsyncIterator()
            #expect(await values.next() == .value([1]))
            let gate = Gate()
            await fixture.bluez.holdReading(at: gate)
            await fixture.client.renew()
            await gate.waitForArrival()
            try await fixture.bluez.notify([2])
            #expect(await values.next() == .value([2]), "a value waits for nobody")
            try await fixture.bluez.set("Connected", .boolean(false))
            guard case .ended(let error)? = await values.next() else {
                Issue.record("The stream did not tell of the lost link.")
                return
            }
            #expect(error.code == .notConnected)
            #expect(try await fixture.client.device(cuff).isConnected == false)
            await gate.open()
        }
    }

    /// bluetoothd confirmed these values to the device before the subscription failed, so no other copy exists.
    @Test func whatCameBeforeASubscriptionFailedIsRead() async throws {
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let failure = DBusError.remote("org.bluez.Error.Failed", message: "Operation failed with ATT error: 0x11")
            await fixture.bluez.failLate("StartNotify", failure)
            let characteristic = try await fixture.measurement(cuff)
            let stream = try await fixture.client.notifications(of: characteristic)
            var events: [NotificationEvent] = []
            for await event in stream { events.append(event) }
            #expect(events.first == .value([1]))
            guard case .ended(let error)? = events.last else {
                Issue.record("\(events)")
                return
            }
            #expect(events.count == 2)
            #expect(error.attCode == 0x11)
            // No value arrived before this one failed.
            await fixture.bluez.fail("StartNotify", [failure])
            #expect(await fault { _ = try await fixture.client.notifications(of: characteristic) } == .attError)
            let again = try await fixture.client.notifications(of: characteristic)
            #expect(await again.first { _ in true } == .value([1]))
        }
    }

    /// bluetoothd 5.66 reports 0x0E and another version no code; a device may report 0x0E itself.
    @Test(arguments: [
        ("Operation failed with ATT error: 0x0e", BlueZError.Code.attError), ("Operation failed", .failed),
    ])
    func whatALostLinkEndedIsToldAsThat(text: String, otherwise: BlueZError.Code) async throws {
        let failure = DBusError.remote("org.bluez.Error.Failed", message: text)
        try await ClientFixture.run { fixture, cuff in
            try await fixture.client.connect(cuff)
            let characteristic = try await fixture.measurement(cuff)
            await fixture.bluez.fail("WriteValue", [failure])
            #expect(
                await fault { try await fixture.client.write([1], to: characteristic, type: .request) } == otherwise
            )
        }
        try await ClientFixture.run(linkEndTimeout: .seconds(60)) { fixture, cuff in
            try await fixture.client.connect(cuff)
            let characteristic = try await fixture.measurement(cuff)
            await fixture.bluez.fail("WriteValue", [failure])
            async let wrong = fault { try await fixture.client.write([1], to: characteristic, type: .request) }
            while await fixture.bluez.count("WriteValue") < 1 { await Task.yield() }
            try await fixture.bluez.set("Connected", .boolean(false))
            #expect(await wrong == .notConnected)
        }
    }

    @Test func aDiscoveryThatBlueZOnlyBelievesInIsEndedFirst() async throws {
        try await ClientFixture.run { fixture, _ in
            await fixture.bluez.fail("StartDiscovery", [Self.busy])
            try await fixture.client.startDiscovery()
            let calls = await fixture.bluez.calls.suffix(3)
            #expect(calls == ["StartDiscovery", "StopDiscovery", "StartDiscovery"])
            await fixture.bluez.fail("StartDiscovery", [Self.busy, Self.busy])
            #expect(await fault { try await fixture.client.startDiscovery() } == .inProgress)
        }
    }

    @Test func aConnectionThatSomebodyElseBeganIsEndedFirst() async throws {
        try await ClientFixture.run { fixture, cuff in
            await fixture.bluez.fail("Connect", [Self.busy])
            let device = try await fixture.client.connect(cuff)
            #expect(device.isConnected)
            let calls = await fixture.bluez.calls.filter { $0 == "Connect" || $0 == "Disconnect" }
            #expect(calls == ["Connect", "Disconnect", "Connect"])
        }
    }

    @Test func discoveryThatDoesNotEndIsTold() async throws {
        try await ClientFixture.run { fixture, _ in
            let ended = try await fixture.client.stopDiscovery()
            #expect(ended)
            await fixture.bluez.fail("StopDiscovery", [Self.busy])
            let endedAgain = try await fixture.client.stopDiscovery()
            #expect(endedAgain == false)
        }
    }

    @Test func aBlockedAdapterIsToldFromOneThatIsOff() throws {
        var properties: [String: DBusValue] = ["Address": "00:11:22:33:44:55", "Powered": false]
        #expect(try #require(AdapterInfo(path: "/org/bluez/hci0", properties: properties)).isBlocked == false)
        properties["PowerState"] = "off-blocked"
        #expect(try #require(AdapterInfo(path: "/org/bluez/hci0", properties: properties)).isBlocked)
        #expect(
            BlueZError(.remote("org.bluez.Error.Blocked", message: "Blocked through rfkill")).code == .adapterBlocked
        )
        #expect(BlueZError(.remote("org.bluez.Error.Blocked", message: "")).isRetriable)
    }

    @Test func aBusThatTurnsUsAwayIsNotABusThatIsAway() {
        let denied = DBusError(code: .connectFailed, errorName: DBusErrorName.accessDenied, message: "")
        #expect(BlueZError(denied).code == .accessDenied)
        #expect(BlueZError(DBusError(code: .connectFailed, message: "")).code == .busUnavailable)
    }
}
