import BusContract
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import HomeAssistantActor

/// Compares the discovery documents for Home Assistant with files that people have reviewed.
@Suite struct DiscoveryDocumentTests {
    private static let golden = ProjectFolder.url.appending(path: "Tests/Actors/HomeAssistantActorTests/Golden")

    /// Rewrites the files if `RECORD_GOLDEN=1`; then review the difference.
    @Test(arguments: ["2025.4", "2026.11"]) func documentsAreAsTheyWereRead(_ version: String) throws {
        let lines = try Sample.model(version).devices.map { device in
            let document = try WireJSON.encode(device.document(version: "0.0.0"))
            let topic = HomeAssistantTopics.discovery("home", device: device.id)
            let text = "\(topic) \(String(decoding: document, as: UTF8.self))"
            return text.replacingOccurrences(of: "},", with: "},\n  ")
        }
        let text = lines.joined(separator: "\n") + "\n"
        let file = Self.golden.appending(path: "devices-\(version).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    /// The units and state classes that `sensor/const.py` of Home Assistant allows for each class (2025.4, 2026.2 and
    /// 2026.11 agree).
    private static let classes: [String: (units: Set<String>, states: Set<String?>)] = [
        "blood_glucose_concentration": (["mg/dL", "mmol/L"], ["measurement"]),
        "distance": (["m", "km", "mi", "yd", "ft", "cm", "in", "mm"], [nil, "measurement", "total"]),
        "duration": (["s", "ms", "min", "h", "d"], [nil, "measurement", "total"]),
        "energy": (["kcal", "kJ", "J"], [nil, "total"]),
        "power": (["W", "kW"], ["measurement"]),
        "speed": (["m/s", "km/h", "mph"], ["measurement"]),
        "temperature": (["°C", "°F", "K"], ["measurement"]),
        "temperature_delta": (["°C", "°F", "K"], ["measurement"]),
        "volume": (["mL", "L"], [nil, "total"]),
        "weight": (["kg", "g", "mg", "lb", "st", "oz"], ["measurement", "total"]),
    ]

    @Test func everyMetricHasAClassThatItsUnitAndStateClassFit() throws {
        for metric in MetricTable.metrics {
            let sensor = metric.homeAssistant
            guard let name = sensor.deviceClass else { continue }
            let known = try #require(Self.classes[name], "\(metric.name): \(name)")
            #expect(known.units.contains(sensor.unit), "\(metric.name)")
            #expect(known.states.contains(sensor.stateClass), "\(metric.name)")
            #expect(metric.units.first?.ucum == sensor.ucum, "\(metric.name): values are converted to it")
        }
    }

    /// With US units, the class `pressure` would convert millimetres of mercury to inches.
    @Test func noBloodPressureIsAnAirPressure() {
        for metric in MetricTable.metrics { #expect(metric.homeAssistant.deviceClass != "pressure", "\(metric.name)") }
    }

    @Test func aClassThatAVersionDoesNotKnowIsLeftOut() throws {
        func named(_ version: String) throws -> JSONValue? {
            let seat = SeatDevice(place: try Sample.place(version), seat: "bed-a")
            let device = seat.device(["body_temperature_deviation"], hub: nil)
            return device.components.first { $0.key == "body_temperature_deviation" }?.members["dev_cla"]
        }
        #expect(try named("2025.4") == nil)
        #expect(try named("2026.2.3") == .string("temperature_delta"))
    }

    @Test(arguments: ["2025.4", "2026.11"]) func aDocumentOfASeatFitsAMessage(_ version: String) throws {
        let all = Set(MetricTable.metrics.map(\.name.rawValue))
        let seat = String(repeating: "s", count: 64)
        let device = SeatDevice(place: try Sample.place(version), seat: seat).device(all, hub: seat)
        #expect(device.components.count == 2 + 2 * SeatDevice.metricLimit)
        let document = try WireJSON.encode(device.document(version: "0.0.0"))
        #expect(document.count < BusMessage.payloadLimit, "\(document.count) bytes")
    }

    /// From 2026.11 on a seat is a part of the site: its document creates both, so that their order does not matter.
    @Test(arguments: ["2026.10", "2026.11"]) func aSeatIsAPartWhereThereAreParts(_ version: String) throws {
        let hasParts = version == "2026.11"
        let seat = try #require(try Sample.model(version).devices.last { $0.name == "bed-a" })
        let document = seat.document(version: "0.0.0")
        let topic = HomeAssistantTopics.discovery("home", device: seat.id)
        let message = BusMessage(topic: topic, payload: try WireJSON.encode(document), retain: true)
        let earlier = try #require(HomeDevice.earlier(message))
        #expect(earlier.compactMapValues { $0["p"]?.text } == seat.platforms)
        #expect(SeatDevice.shown(message)?.metrics == Set(Sample.metrics))
        let site = try #require(try Sample.model(version).devices.first)
        #expect((document["dev"] == site.document(version: "0.0.0")["dev"]) == hasParts)
        #expect((document["dev"]?["via_device"] == nil) == hasParts)
    }

    /// Home Assistant keeps an entity that a document merely omits: it is removed by its kind, even if its kind has
    /// changed.
    @Test func anEntityGoesByItsKind() throws {
        let site = try #require(try Sample.model("2026.11").devices.first)
        let gone = site.document(version: "0.0.0", gone: ["when": "text", "old": "sensor"])["cmps"]
        #expect(gone?["when"] == .object(["p": .string("text")]) && gone?["old"] == .object(["p": .string("sensor")]))
        #expect(gone?["who"]?["p"]?.text == "select")
    }

    @Test func aFullHubFitsAMessage() throws {
        var model = try Sample.model()
        var devices: [DeviceID: Set<String>] = [:]
        for number in 0..<100 {
            let id = String(format: "%08x-2d4b-5c6e-9f81-0a1b2c3d4e5f", number)
            _ = model.take(.sighted(try Sample.sighting(id)))
            devices[try Sample.device(id)] = ["bed-a"]
        }
        _ = model.take(.assigned(devices))
        _ = model.take(.seats(shown: Set((0..<200).map { "seat-\($0)-of-a-long-name" }), all: []))
        for device in model.devices {
            let document = try WireJSON.encode(device.document(version: "0.0.0"))
            #expect(document.count < BusMessage.payloadLimit, "\(device.id): \(document.count) bytes")
        }
    }

    @Test func noTwoEntitiesShareAnIdAndAllNameTheSite() throws {
        var ids: [String] = []
        for device in try Sample.model().devices {
            for component in device.components {
                guard case .object(let members) = component.json(of: device.id) else { continue }
                ids.append(try #require(members["uniq_id"]?.text))
            }
        }
        #expect(Set(ids).count == ids.count && ids.allSatisfy { $0.hasPrefix("vitalbus_home_") })
    }

    /// A hub and a seat with the same name are two devices, at this site and next to another site's.
    @Test func devicesOfDifferentPlacesHaveDifferentIds() {
        let names = ["a", "a-b", "a-hub-b", "hub", "seat-a", "site"]
        var ids: [String] = []
        for site in names {
            ids.append(HomeNames.site(site))
            ids += names.flatMap { [HomeNames.hub(site, hub: $0), HomeNames.seat(site, seat: $0)] }
        }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: [("2025.4", 2025, 4), ("2026.11.0", 2026, 11)])
    func versionsAreRead(_ text: String, _ year: Int, _ month: Int) {
        #expect(HomeVersion(text) == HomeVersion(year: year, month: month))
    }

    @Test(arguments: ["", "2026", "2026.13", "2026.1.x", "v2026.1", "26.1", "2026.1.1.1"])
    func whatIsNoVersionIsRefused(_ text: String) { #expect(HomeVersion(text) == nil) }
}
