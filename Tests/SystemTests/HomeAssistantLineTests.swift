import BusContract
import BusEndpoints
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// Home Assistant's buttons and inputs at a hub that also works for others: it cancels only its own requests, and asks
/// only for its own pairing's digits.
@Suite(.serialized) struct HomeAssistantLineTests {
    private static let (cuff, locked) = ("F0:0D:00:00:00:01", "F0:0D:00:00:00:02")

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.homeAssistant = "house"
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick), "devices": [
              {"address": "\(cuff)", "idleSeconds": 30},
              {"address": "\(locked)", "pairing": "passkey", "passkey": 4242, "idleSeconds": 30}]}
            """
        settings.configuration = ["home-assistant": ["seats": LineSetup.seat], "device-reader": ["read.idle": "500ms"]]
        return settings
    }()

    @Test func onlyItsOwnWorkIsCancelledAndAnswered() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await House.with(line) { house in
                try await EventWatch.with(
                    line,
                    [ReaderTopics.readingProgress.descriptor, ReaderTopics.didCancelReading.descriptor]
                ) { watch in
                    try await leavesAnothersReading(line, house, watch)
                    try await cancelsItsOwn(line, house, watch)
                }
                try await pairs(line, house)
            }
        }
    }

    /// A person at the command line waits for the cuff, so Home Assistant's `Cancel` must not end that reading.
    private func leavesAnothersReading(_ line: RunningLine, _ house: House, _ watch: EventWatch) async throws {
        try await house.choose(Self.cuff)
        let device = try line.radio.device(Self.cuff)
        let theirs = Task {
            try await line.radio.ask(
                ReaderTopics.readPeripheral,
                body: ReadPeripheral(device: device, peripheralID: 3000, seat: LineSetup.seat, seconds: 30),
                id: "theirs"
            )
        }
        try await line.wait("the word that it waits", during: theirs) {
            try watch.all(ReaderTopics.readingProgress).contains { $0.request == "theirs" && $0.phase == .waiting }
        }
        try await house.press("cancel")
        try await house.hears("no request of this device")
        // Also when its own request is refused because of the other one.
        try await house.press("read")
        try await house.press("cancel")
        for seat in ["–", LineSetup.seat] { try await house.choose(seat: seat) }
        try await line.radio.measure(Triple(systolic: 131, diastolic: 81, pulse: 61), at: Self.cuff)
        #expect(try await theirs.value.records.count == 1)
        #expect(try watch.all(ReaderTopics.didCancelReading).isEmpty)
    }

    /// Its own reading is cancelled, even before the hub has begun it.
    private func cancelsItsOwn(_ line: RunningLine, _ house: House, _ watch: EventWatch) async throws {
        for isAtOnce in [false, true] {
            var words = ""
            // A link that has just ended may refuse the next one, and then the reading fails before it can be
            // cancelled.
            for _ in 0..<5 where words != "it was cancelled" {
                words = try await cancel(isAtOnce: isAtOnce, line, house, watch)
            }
            #expect(words == "it was cancelled")
        }
    }

    /// - Returns: The note on the reading's result.
    private func cancel(isAtOnce: Bool, _ line: RunningLine, _ house: House, _ watch: EventWatch) async throws -> String
    {
        let before = try watch.all(ReaderTopics.didCancelReading).count
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.cuff)"}"#)
        try await house.press("read")
        for seat in ["–", LineSetup.seat] where !isAtOnce { try await house.choose(seat: seat) }
        try await house.press("cancel")
        for seat in ["–", LineSetup.seat] { try await house.choose(seat: seat) }
        try await line.wait("its end") { try house.state()?["note"]?.text != "under way" }
        let words = try house.state()?["note"]?.text ?? ""
        if words == "it was cancelled" {
            try await line.wait("one word of it") { try watch.all(ReaderTopics.didCancelReading).count == before + 1 }
        }
        return words
    }

    /// A cuff that shows digits: the person types them, and is asked for no other pairing's.
    private func pairs(_ line: RunningLine, _ house: House) async throws {
        try await house.choose(Self.locked)
        try await house.press("passkey", "004242")
        try await house.hears("no request of this device")
        try await house.press("pair")
        try await house.hears("type them into Passkey")
        #expect(try house.state()?["asked"] == .bool(true))
        try await house.press("passkey", "4242")
        try await house.hears("including leading zeros")
        try await house.press("passkey", "004242")
        try await house.hears("paired")
        #expect(try house.state()?["asked"] == .bool(false))
        let devices = try await line.connection.requests.call(
            SessionOperations.devices,
            hub: BusAddress.siteHub,
            body: PageRequest()
        )
        #expect(devices.assignments.map(\.seat) == [LineSetup.seat])
    }
}

/// Home Assistant on a running line, with its account.
private final class House: Sendable {
    private let line: RunningLine
    private let connection: HubConnection
    private let heard = Mutex<[String: [UInt8]]>([:])

    private init(_ line: RunningLine, _ connection: HubConnection) {
        (self.line, self.connection) = (line, connection)
    }

    /// Connects while a body runs.
    static func with(_ line: RunningLine, _ body: @Sendable @escaping (House) async throws -> Void) async throws {
        let layout = line.plan.layout
        let address = try LineSetup.homeAssistant("house", site: line.plan.site).address
        let target = HubConnection.Target(
            address: address,
            endpoint: .unixSocket(layout.socket),
            passwordFile: layout.password(address)
        )
        try await HubConnection.with(target, patience: Patience.answer) { connection in
            let house = House(line, connection)
            let filters = try ["homeassistant/#", house.stateTopic].map { try TopicFilter($0) }
            let subscription = try await connection.client.bus.subscribe(to: filters, capacity: 256)
            let watching = Task {
                for await message in subscription { house.heard.withLock { $0[message.topic] = message.payload } }
            }
            defer {
                subscription.cancel()
                watching.cancel()
            }
            try await body(house)
        }
    }

    private var stateTopic: String { HomeAssistantTopics.state(line.plan.site, place: LineSetup.hub) }

    /// The hub's state as Home Assistant sees it.
    func state() throws -> JSONValue? {
        try heard.withLock { $0[stateTopic] }.map { try WireJSON.decode(JSONValue.self, from: $0) }
    }

    /// Waits until the note on the hub's last action contains these words.
    func hears(_ words: String) async throws {
        try await line.wait("'\(words)' in \(String(describing: try state()?["note"]))") {
            try state()?["note"]?.text?.contains(words) == true
        }
    }

    func press(_ control: String, _ text: String = "PRESS") async throws {
        let topic = HomeAssistantTopics.command(line.plan.site, place: LineSetup.hub, control: control)
        _ = try await connection.client.bus.publish(BusMessage(topic: topic, payload: Array(text.utf8)))
    }

    /// Selects a meter in range, and the seat.
    func choose(_ address: String) async throws {
        let id = try line.radio.device(address).description.prefix(4)
        try await line.radio.control(#"{"do": "advertise", "device": "\#(address)"}"#)
        try await line.wait("the meter \(id)") { try self.name(id) != nil }
        let chosen = try #require(try name(id))
        try await press("meter", chosen)
        try await line.wait("the choice of \(chosen)") { try state()?["meter"]?.text == chosen }
        try await choose(seat: LineSetup.seat)
    }

    /// Selects a seat; earlier button presses have taken effect by then.
    func choose(seat: String) async throws {
        try await press("seat", seat)
        try await line.wait("the choice of \(seat)") { try state()?["seat"]?.text == seat }
    }

    /// The name of the meter with this end of its id, from the list of selectable meters.
    private func name(_ id: Substring) throws -> String? {
        let device = "vitalbus_\(line.plan.site)_hub_\(LineSetup.hub)"
        let topic = HomeAssistantTopics.discovery(line.plan.site, device: device)
        guard let document = heard.withLock({ $0[topic] }) else { return nil }
        let select = try WireJSON.decode(JSONValue.self, from: document)["cmps"]?["meter"]
        guard case .array(let options)? = select?["ops"] else { return nil }
        return options.compactMap(\.text).first { $0.hasSuffix(id) }
    }
}
