import Foundation
import SimulatedHub
import VitalRecords

/// The people of the line figures: many, so that no single session is what limits the rate.
enum LineUsers {
    /// All of them.
    static let people: [LinePerson] = (1...16).map { number in
        LinePerson(seat: "seat-\(number)", user: "user-\(number)", token: "token-\(number)")
    }

    /// Their devices, in the same order.
    static let devices = people.map { _ in DeviceID(uuid: UUID()) }

    /// A live blood pressure reading, no two with one key.
    static func reading(_ number: Int, hub: HubID) -> Reading {
        CuffReading.live(number, of: devices[number % devices.count], at: hub)
    }
}
