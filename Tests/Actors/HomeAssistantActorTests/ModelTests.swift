import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import HomeAssistantActor

/// The display follows from the state, and a button acts once and on the right reading.
@Suite struct HomeModelTests {
    private func keys(_ model: HomeModel, _ id: String) -> Set<String> {
        Set(model.devices.first { $0.id == id }?.components.map(\.key) ?? [])
    }

    @Test func parentsComeFirstAndEachSeatIsADevice() throws {
        let devices = try Sample.model().devices
        #expect(
            devices.map(\.id) == [
                "vitalbus_home_site", "vitalbus_home_hub_room-1", "vitalbus_home_seat_bed-a",
                "vitalbus_home_seat_bed-b",
            ]
        )
        #expect(
            devices.map(\.via) == [
                nil, "vitalbus_home_site", "vitalbus_home_hub_room-1", "vitalbus_home_hub_room-1",
            ]
        )
        #expect(devices.map(\.depth) == devices.map(\.depth).sorted())
    }

    @Test func aSensorComesWithItsFirstValueAndStaysWithoutOne() throws {
        var model = try Sample.model()
        #expect(!keys(model, "vitalbus_home_seat_bed-b").contains("pulse"))
        _ = model.take(.vital(seat: "bed-b", metric: "pulse", hub: "room-1"))
        #expect(keys(model, "vitalbus_home_seat_bed-b") == ["session", "due", "pulse", "pulse_measured_at"])
        _ = model.take(.vital(seat: "bed-b", metric: "pulse", hub: nil))
        #expect(keys(model, "vitalbus_home_seat_bed-b") == ["session", "due", "pulse", "pulse_measured_at"])
    }

    @Test func whatAnEarlierRunShowedIsShownAgain() throws {
        let old = try #require(try Sample.model().devices.last { $0.name == "bed-a" })
        let document = try WireJSON.encode(old.document(version: "0.0.0"))
        let topic = HomeAssistantTopics.discovery("home", device: old.id)
        let (seat, metrics) = try #require(
            SeatDevice.shown(BusMessage(topic: topic, payload: document, retain: true))
        )
        #expect(seat == "bed-a" && metrics == Set(Sample.metrics))
        // This run's own document comes back too, but is not retained by then.
        #expect(SeatDevice.shown(BusMessage(topic: topic, payload: document)) == nil)
    }

    /// A cuff is in its drawer when everything restarts.
    @Test(arguments: [HomeAssistantTopics.standardPrefix, "ha"])
    func aMeterOfAnEarlierRunKeepsItsSensor(prefix: String) throws {
        var model = try Sample.model()
        let old = try #require(model.devices.first { $0.name == "VitalBus room-1" })
        let signal = try #require(old.components.first { $0.key.hasPrefix("signal_") })
        let topic = HomeAssistantTopics.discovery("home", device: old.id, prefix: prefix)
        let document = try WireJSON.encode(old.document(version: "0.0.0"))
        let message = BusMessage(topic: topic, payload: document, retain: true)
        let (hub, meters) = try #require(HubDevice.shown(message, site: "home"))
        let device = try Sample.device()
        #expect(hub == "room-1" && Set(meters.keys) == [device])
        model = HomeModel(try Sample.place())
        _ = model.take(.process(try Sample.address("device-reader"), .online))
        _ = model.take(.hadMeters(hub: hub, meters: meters))
        func signals() -> [HomeComponent] {
            model.devices.flatMap(\.components).filter { $0.key.hasPrefix("signal_") }
        }
        #expect(signals().isEmpty)
        _ = model.take(.assigned([try Sample.device(): ["bed-a"]]))
        #expect(signals() == [signal])
        _ = model.take(.assigned([:]))
        #expect(signals().isEmpty)
    }

    @Test func aSeatThatIsSharedNoMoreGoes() throws {
        var model = try Sample.model()
        _ = model.take(.command(place: "room-1", control: .seat, text: "bed-b", id: ""))
        _ = model.take(.seats(shown: ["bed-a"], all: ["bed-a", "bed-b"]))
        #expect(model.devices.map(\.name) == ["VitalBus home", "VitalBus room-1", "bed-a"])
        #expect(model.states["room-1"]?["seat"]?.text == HomeNames.nobody)
    }

    @Test func aHubWithoutProcessesIsForgotten() throws {
        var model = try Sample.model()
        _ = model.take(.process(try Sample.address("device-reader"), nil))
        #expect(model.devices.contains { $0.name == "VitalBus room-1" })
        #expect(!keys(model, "vitalbus_home_hub_room-1").contains("pair"))
        _ = model.take(.process(try Sample.address("ble-scanner"), nil))
        #expect(!model.devices.contains { $0.name == "VitalBus room-1" })
        #expect(model.devices.last?.via == "vitalbus_home_site")
    }

    @Test func anEventIsToldOnce() throws {
        var model = try Sample.model()
        let event = HomeEvent(id: "1", name: "recordSubmitted", hub: "room-1", seat: "bed-a")
        #expect(model.take(.event(event)) == [.tell(event)])
        #expect(model.take(.event(event)).isEmpty)
        let held = HomeEvent(id: "2", name: "readingHeld", hub: "room-1", seat: nil)
        #expect(model.take(.event(held)) == [.tell(held), .lookAtHeld])
        // Home Assistant was not told of a newer version's event.
        #expect(model.take(.event(HomeEvent(id: "3", name: "somethingNew", hub: "room-1", seat: nil))).isEmpty)
    }

    @Test func aProblemOfAHubIsTold() throws {
        var model = try Sample.model()
        #expect(model.states["room-1"]?["problem"]?.text == HomeComponent.fine)
        _ = model.take(.process(try Sample.address("device-reader"), .offline))
        #expect(model.states["room-1"]?["problem"]?.text == HomeComponent.problem)
    }
}

/// Held readings and meters, and a person's decisions about them in Home Assistant.
@Suite struct HomeControlTests {
    private func command(_ model: inout HomeModel, _ control: HomeControl, _ text: String = HomeComponent.press)
        -> [HomeOutput]
    {
        model.take(.command(place: "site", control: control, text: text, id: ""))
    }

    @Test func aHeldReadingIsConfirmedForWhoWasChosen() throws {
        var model = try Sample.model()
        _ = model.take(.held([try Sample.held("b", minutes: 5), try Sample.held("a")], isAll: true))
        #expect(model.states["site"]?["held"] == .number(2))
        #expect(model.states["site"]?["reading"]?.text?.contains("128") == true)
        #expect(command(&model, .confirm).isEmpty)
        #expect(model.note == "choose first whose reading it is")
        _ = command(&model, .who, "bed-b")
        let key = try Sample.held("a").reading.readingKey
        #expect(command(&model, .confirm) == [.confirm(ConfirmReading(readingKey: key, revision: 1, seat: "bed-b"))])
        _ = command(&model, .when, "2026-11-27T09:14:00+01:00")
        let time = try #require(WireJSON.time("2026-11-27T08:14:00Z"))
        let confirmed = ConfirmReading(readingKey: key, revision: 1, seat: "bed-b", timestamp: time)
        #expect(command(&model, .confirm) == [.confirm(confirmed)])
        #expect(command(&model, .discard) == [.discard(DiscardReading(readingKey: key, revision: 1))])
    }

    /// Case M02: a page has 32 held readings, and there are 75.
    @Test func allThatAreHeldAreCounted() throws {
        var model = try Sample.model()
        let page = try (0..<32).map { try Sample.held("r\($0)", minutes: Double($0)) }
        _ = model.take(.held(page, isAll: false))
        #expect(model.states["site"]?["held"] == .number(32), "as many at least")
        let queue = QueueState(pending: 0, leased: 0, held: 75, rejected: 0, oldestSeconds: nil, paused: nil)
        #expect(model.take(.queue(queue)) == [.lookAtHeld])
        #expect(model.states["site"]?["held"] == .number(75))
        _ = model.take(.held(Array(page.prefix(2)), isAll: true))
        #expect(model.states["site"]?["held"] == .number(2), "what is seen whole counts")
    }

    /// Another user may have decided meanwhile: a choice for one reading does not apply to the next.
    @Test func aChoiceBelongsToTheReadingThatWasShown() throws {
        var model = try Sample.model()
        _ = model.take(.held([try Sample.held("a"), try Sample.held("b", minutes: 5)], isAll: true))
        _ = command(&model, .who, "bed-b")
        _ = model.take(.held([try Sample.held("a"), try Sample.held("b", minutes: 5)], isAll: true))
        #expect(model.desk.who == "bed-b")
        _ = model.take(.held([try Sample.held("b", minutes: 5)], isAll: true))
        #expect(model.desk.who == nil && command(&model, .confirm).isEmpty)
        _ = command(&model, .who, "bed-b")
        _ = model.take(.held([try Sample.held("b", minutes: 5, revision: 2)], isAll: true))
        #expect(model.desk.who == nil)
    }

    @Test func nobodyIsChosenWhoIsNotShown() throws {
        var model = try Sample.model()
        _ = model.take(.held([try Sample.held("a")], isAll: true))
        _ = command(&model, .who, "bed-z")
        #expect(model.desk.who == nil)
        _ = command(&model, .who, "bed-a")
        _ = model.take(.seats(shown: ["bed-b"], all: ["bed-a", "bed-b"]))
        #expect(model.desk.who == nil)
    }

    /// A program with one seat's values learns nothing about a reading that may be another person's.
    @Test func valuesOfAHeldReadingAreForWhoSeesAll() throws {
        var model = try Sample.model()
        _ = model.take(.held([try Sample.held("a")], isAll: true))
        #expect(model.states["site"]?["reading"]?.text?.contains("128") == true)
        _ = model.take(.seats(shown: ["bed-a"], all: ["bed-a", "bed-b"]))
        #expect(model.states["site"]?["reading"]?.text?.hasPrefix("M7, ") == true)
        _ = model.take(.seats(shown: ["bed-a"], all: []))
        #expect(model.states["site"]?["reading"]?.text?.contains("128") == false)
    }

    @Test func aWrongTimeIsSaid() throws {
        var model = try Sample.model()
        _ = model.take(.held([try Sample.held("a")], isAll: true))
        _ = command(&model, .when, "yesterday")
        #expect(model.note.hasPrefix("write the time as ") && model.desk.timeText == "2026-09-21T14:13:20.000Z")
    }

    @Test func metersHaveNamesOfTheirOwn() throws {
        var hub = HomeHub()
        let ids = ["5f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f", "5f0c7e3b-2d4b-5c6e-9f81-0a1b2c3d4e5f"]
        for id in ids { hub.note(try Sample.sighting(id)) }
        #expect(Set(hub.names { _ in "Cuff" }.values) == ["Cuff 5f0c7e3a", "Cuff 5f0c7e3b"])
    }

    /// A fluctuating signal would otherwise be published every second.
    @Test func aSignalIsToldWhenItChangesMuch() throws {
        var hub = HomeHub()
        let device = try Sample.device()
        for (rssi, told) in [(-60, -60), (-63, -60), (-57, -60), (-70, -70)] {
            hub.note(try Sample.sighting(rssi: rssi))
            #expect(hub.devices[device]?.signal == told)
        }
        hub.lose(device)
        #expect(hub.devices[device]?.signal == .some(nil))
    }

    @Test func whatTheBrokerKeptIsNoPress() {
        let topic = HomeAssistantTopics.command("home", place: "site", control: "confirm")
        let press = Array(HomeComponent.press.utf8)
        #expect(HomeFeed.command(BusMessage(topic: topic, payload: press, retain: true), site: "home", id: "1") == nil)
        #expect(HomeFeed.command(BusMessage(topic: topic, payload: press), site: "home", id: "1") != nil)
        #expect(HomeFeed.command(BusMessage(topic: topic, payload: press), site: "other", id: "1") == nil)
    }
}
