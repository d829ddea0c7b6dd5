import BusContract
import ContractLiterals
import MessageBus
import TestSupport
import Testing

/// At the broker a joined hub's command line gets its own hub's messages, and may send the requests for its own hub.
@Suite struct BoxTests {
    private static let said = [
        "h1/event/recordSubmitted", "h2/event/recordSubmitted", "site/vitals/x1/pulse", "site/vitals/y/pulse",
        "site/state/session/x1", "site/state/session/y", "site/state/queue",
    ]
    private static let own: Set<String> = [
        "h2/event/recordSubmitted", "site/vitals/y/pulse", "site/state/session/y", "site/state/queue",
    ]

    private func with(_ body: @Sendable (SiteBroker, Roster.Member) async throws -> Void) async throws {
        let scope = Roster.Scope(hubs: ["h2": ["y"]], values: ["y"], hearsAllValues: true)
        let address = try BusAddress(site: "s", hub: "h2", actor: BusRole.vitalbus.rawValue, instance: "cli")
        let box = Roster.Member(address, role: .vitalbus, scope: scope)
        try await SiteBroker.with(and: [box]) { try await body($0, box) }
    }

    /// Its commands subscribe for all hubs, but it gets only its own live and retained messages.
    @Test func itIsToldOfItsHub() async throws {
        let filters = try ["+/event/recordSubmitted", "+/vitals/+/+", "+/state/session/+", "+/state/queue"].map {
            try TopicFilter("vitalbus/v1/s/\($0)")
        }
        try await with { site, box in
            try await site.connected(box) { client in
                let collector = Collector()
                let subscription = try await client.bus.subscribe(to: filters, capacity: 64)
                let reading = Task { await collector.read(subscription) }
                defer { reading.cancel() }
                try await site.connected(site.member(.sessionManager)) { manager in
                    for leaf in Self.said {
                        let topic = "vitalbus/v1/s/\(leaf)"
                        _ = try await manager.bus.publish(
                            BusMessage(topic: topic, payload: Array(leaf.utf8), retain: true)
                        )
                    }
                }
                // The last message is its own.
                #expect(await eventually { await collector.texts.last == Self.said.last })
                #expect(await Set(collector.texts) == Self.own)
            }
            try await site.connected(box) { client in
                let collector = Collector()
                let subscription = try await client.bus.subscribe(to: filters, capacity: 64)
                let reading = Task { await collector.read(subscription) }
                defer { reading.cancel() }
                #expect(await eventually { await Set(collector.texts) == Self.own }, "what is kept")
            }
        }
    }

    @Test func itAsksTheSiteAndItsOwnHub() async throws {
        try await with { site, box in
            try await site.connected(box) { client in
                for (leaf, isAllowed) in [
                    ("site/request/session-manager/startSession/h2.vitalbus.cli", true),
                    ("h2/request/device-reader/pairPeripheral/h2.vitalbus.cli", true),
                    ("h1/request/device-reader/pairPeripheral/h2.vitalbus.cli", false),
                    ("h1/request/ble-scanner/sightings/h2.vitalbus.cli", false),
                    ("site/request/session-manager/startSession/h1.vitalbus.cli", false),
                ] {
                    let message = BusMessage(topic: "vitalbus/v1/s/\(leaf)", payload: [120])
                    var isTaken = true
                    do { _ = try await client.bus.publish(message) } catch let error as BusError {
                        #expect(error.code == .notAuthorized, "\(error)")
                        isTaken = false
                    }
                    #expect(isTaken == isAllowed, "\(leaf)")
                }
            }
        }
    }
}
