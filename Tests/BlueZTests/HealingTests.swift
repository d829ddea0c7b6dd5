import BlueZ
import DBus
import DBusTestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct HealingTests {
    private static let busy = DBusError.remote("org.bluez.Error.InProgress", "Operation already in progress")

    @Test func aServiceThatAnswersIsThere() async throws {
        try await ClientFixture.run { fixture, _ in
            try await fixture.client.ping(timeout: .seconds(60))
            let events = await fixture.client.events()
            await fixture.bluez.connection.close()
            #expect(await events.first { $0 == .serviceDown } == .serviceDown)
            #expect(await code { try await fixture.client.ping(timeout: .seconds(60)) } == .serviceNotRunning)
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
        #expect(BlueZError(.remote("org.bluez.Error.Blocked", "Blocked through rfkill")).code == .adapterBlocked)
        #expect(BlueZError(.remote("org.bluez.Error.Blocked", "")).isRetriable)
    }

    @Test func aBusThatTurnsUsAwayIsNotABusThatIsAway() {
        let denied = DBusError(code: .connectFailed, errorName: DBusErrorName.accessDenied, message: "")
        #expect(BlueZError(denied).code == .accessDenied)
        #expect(BlueZError(DBusError(code: .connectFailed, message: "")).code == .busUnavailable)
    }
}
