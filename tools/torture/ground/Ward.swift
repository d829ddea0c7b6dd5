internal import Foundation
package import LineFixture
package import VitalRecords

/// The people, devices and hubs of a run.
///
/// Device and person go together by number; the last devices stand between the rooms, so both hubs hear them.
package enum Ward {
    /// How many people there are, each with one device.
    package static let count = 24
    /// The hubs.
    package static let hubs = ["room-a", "room-b"]
    /// How many devices both hubs hear.
    private static let sharedCount = 4

    /// The devices that both hubs hear.
    package static let shared = Array((count - sharedCount)..<count)

    /// The devices that one hub alone hears.
    package static func own(of hub: String) -> [Int] {
        guard let place = hubs.firstIndex(of: hub) else { return [] }
        let each = (count - sharedCount) / hubs.count
        return Array((place * each)..<((place + 1) * each))
    }

    /// One person.
    package static func person(_ number: Int) -> LinePerson {
        LinePerson(seat: "seat-\(number)", user: "user-\(number)", token: "token-of-\(number)")
    }

    /// A person's device.
    package static func device(_ number: Int) -> DeviceID {
        let last = UInt8(truncatingIfNeeded: number)
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, last)))
    }

    /// The number of a device.
    package static func number(of device: String) -> Int? {
        (0..<count).first { Ward.device($0).description == device }
    }
}
