import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import HomeAssistantActor

/// A site with one hub and two seats, as the model learns of it.
enum Sample {
    static let time = Date(timeIntervalSince1970: 1_790_000_000)
    static let cuff = "5f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f"
    /// One metric of each kind: a pressure, a temperature, a mass, a glucose, a difference, words, a sum, a count.
    static let metrics = [
        "systolic", "body_temperature", "body_weight", "blood_glucose", "body_temperature_deviation", "menstrual_flow",
        "energy_burned", "steps",
    ]

    static func address(_ actor: String, hub: String = "room-1", instance: String = "main") throws -> BusAddress {
        try BusAddress(site: "home", hub: hub, actor: actor, instance: instance)
    }

    static func place(_ version: String = "2025.4") throws -> HomePlace {
        try HomePlace(try address("home-assistant", hub: "site"), version: try #require(HomeVersion(version)))
    }

    static func device(_ text: String = cuff) throws -> DeviceID { try #require(DeviceID(text)) }

    static func sighting(_ device: String = cuff, rssi: Int? = -60, peripheral: Int = 1) throws -> PeripheralSighted {
        PeripheralSighted(
            hub: "room-1",
            device: try Self.device(device),
            peripheralIDs: [peripheral],
            name: "BP",
            rssi: rssi,
            advertisement: Advertisement(),
            episode: time
        )
    }

    static func held(_ key: String, minutes: Double = 0, revision: Int = 1) throws -> HeldPage.Entry {
        let reading = Reading(
            readingKey: try #require(ReadingKey(rawValue: key)),
            revision: revision,
            type: .biometrics,
            timestamp: time + minutes * 60,
            receivedAt: time,
            hub: try #require(HubID(rawValue: "room-1")),
            device: try device(),
            source: RecordSource(kind: .bluetooth, model: "M7"),
            measurements: [VitalRecords.Measurement(metric: .systolic, value: 128, unit: "mm[Hg]")]
        )
        return HeldPage.Entry(reading: reading, reason: "noAssignment")
    }

    /// A model that knows the site.
    static func model(_ version: String = "2025.4") throws -> HomeModel {
        var model = HomeModel(try place(version))
        _ = model.take(.process(try address("session-manager", hub: "site"), .online))
        _ = model.take(.process(try address("device-reader"), .online))
        _ = model.take(.process(try address("ble-scanner"), .online))
        _ = model.take(.seats(shown: ["bed-a", "bed-b"], all: ["bed-a", "bed-b"]))
        for metric in metrics { _ = model.take(.vital(seat: "bed-a", metric: metric, hub: "room-1")) }
        _ = model.take(.sighted(try sighting()))
        _ = model.take(.assigned([try device(): ["bed-a"]]))
        return model
    }
}
