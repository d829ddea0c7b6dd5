import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import HomeAssistantActor

/// A due measurement is shown for the present person only, and only while the page runs.
@Suite struct HomeDueTests {
    private static let topic = "vitalbus/home/home/seat_bed-a/state"

    private func state(_ session: String = "one", overdue: [MetricName] = [], due: [MetricName] = []) -> DueState {
        let late = overdue.map { DueState.Item(metric: $0, since: Sample.time, overdue: true) }
        let open = due.map { DueState.Item(metric: $0, since: Sample.time + 60, overdue: false) }
        return DueState(seat: "bed-a", sessionID: session, metrics: late + open, next: Sample.time + 3_600)
    }

    private func model() throws -> HomeModel {
        var model = try Sample.model()
        _ = model.take(.process(try Sample.address("page", hub: "site"), .online))
        _ = model.take(.session("one", seat: "bed-a"))
        return model
    }

    private func shown(_ model: HomeModel, seat: String = "bed-a") -> JSONValue? {
        model.states[HomeNames.place(seat: seat)]
    }

    @Test func whatIsDueIsShownWithItsTime() throws {
        var model = try model()
        #expect(shown(model)?["due"]?.text == "None", "without a plan")
        _ = model.take(.due(state(overdue: [.systolic], due: [.pulse, .spo2]), seat: "bed-a"))
        #expect(shown(model)?["due"]?.text == "ON")
        let more = shown(model)?["more"]
        #expect(more?["due"] == .number(2) && more?["overdue"] == .number(1))
        #expect(more?["metrics"] == .array([.string("systolic"), .string("pulse"), .string("spo2")]))
        #expect(more?["overdue_metrics"] == .array([.string("systolic")]))
        #expect(more?["since"]?.text == WireJSON.timeText(Sample.time))
        #expect(more?["next"]?.text == WireJSON.timeText(Sample.time + 3_600))
        _ = model.take(.due(state(), seat: "bed-a"))
        #expect(shown(model)?["due"]?.text == "OFF" && shown(model)?["more"]?["next"] != nil)
        #expect(shown(model, seat: "bed-b")?["due"]?.text == "None", "another seat")
    }

    /// The plan's state may be older than the session: the next person must not see it.
    @Test func anotherSessionHidesIt() throws {
        var model = try model()
        _ = model.take(.due(state(overdue: [.systolic]), seat: "bed-a"))
        for session in ["two", nil] {
            _ = model.take(.session(session, seat: "bed-a"))
            #expect(shown(model)?["due"]?.text == "None" && shown(model)?["more"] == .object([:]))
        }
        _ = model.take(.session("one", seat: "bed-a"))
        #expect(shown(model)?["due"]?.text == "ON")
        _ = model.take(.due(nil, seat: "bed-a"))
        #expect(shown(model)?["due"]?.text == "None")
    }

    /// No process clears a state while the page is down, so it is unknown then.
    @Test func aStoppedPageHidesIt() throws {
        var model = try model()
        _ = model.take(.due(state(due: [.pulse]), seat: "bed-a"))
        let page = try Sample.address("page", hub: "site")
        for word in [Availability.offline, nil] {
            _ = model.take(.process(page, word))
            #expect(shown(model)?["due"]?.text == "None")
            _ = model.take(.process(page, .online))
            #expect(shown(model)?["due"]?.text == "ON")
        }
    }

    @Test func itsEntityReadsItsState() throws {
        let seat = try #require(try Sample.model().devices.last { $0.name == "bed-a" })
        let due = try #require(seat.components.first { $0.key == "due" })
        #expect(due.platform == "binary_sensor" && due.members["stat_t"]?.text == Self.topic)
        #expect(due.members["json_attr_t"]?.text == Self.topic)
    }

    /// The broker's rights are by topic, so a hub could else move another hub's devices in Home Assistant.
    @Test func whatAHubSaysOfAnotherOneIsNotTaken() throws {
        let data = try Sample.sighting()
        let envelope = Envelope(
            id: "a",
            source: "s",
            type: "vitalbus.peripheralSighted.v1",
            time: Sample.time,
            data: data
        )
        let payload = try WireJSON.encode(envelope)
        for (hub, isTaken) in [("room-1", true), ("room-2", false)] {
            let topic = try Sample.address("ble-scanner", hub: hub).topic("event/peripheralSighted")
            #expect((HomeFeed.input(BusMessage(topic: topic, payload: payload)) != nil) == isTaken, "\(hub)")
        }
    }

    @Test func messagesOfTheBusAreRead() throws {
        let address = try Sample.address("page", hub: "site")
        func input(_ leaf: String, _ payload: [UInt8]) -> HomeInput? {
            HomeFeed.input(BusMessage(topic: address.topic(leaf), payload: payload, retain: true))
        }
        guard case .due(nil, seat: "bed-a")? = input("state/due/bed-a", []) else {
            Issue.record("a cleared state is no state")
            return
        }
        guard case .session(nil, seat: "bed-a")? = input("state/session/bed-a", []) else {
            Issue.record("a cleared session is no session")
            return
        }
        let known = HomeFeed.topics.map(\.name)
        #expect(known.contains("dueState") && known.contains("sessionState"))
    }
}
