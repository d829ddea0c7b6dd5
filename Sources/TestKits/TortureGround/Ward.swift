internal import Foundation
package import SimulatedHub
package import VitalRecords

/// The people, devices and hubs of a torture run.
///
/// Device and person share a number; the last devices are between the rooms, so both hubs receive them.
package enum Ward {
    /// The number of people whose devices the producers simulate.
    package static let count = 24
    /// The number of further people with a simulated cuff, read by a real device reader.
    package static let cuffs = 3
    /// The hubs.
    package static let hubs = ["room-a", "room-b"]
    /// The hub with its own radio.
    package static let radioHub = "room-c"
    /// The number of devices that both hubs receive.
    private static let sharedCount = 4

    /// The devices that both of ``hubs`` receive.
    package static let shared = Array((count - sharedCount)..<count)

    /// The devices that only one hub receives.
    package static func own(of hub: String) -> [Int] {
        guard let place = hubs.firstIndex(of: hub) else { return [] }
        let each = (count - sharedCount) / hubs.count
        return Array((place * each)..<((place + 1) * each))
    }

    /// A person; a later generation is the next one at the same seat.
    package static func person(_ number: Int, generation: Int = 0) -> LinePerson {
        let user = generation == 0 ? "user-\(number)" : "user-\(number)-\(generation)"
        return LinePerson(seat: "seat-\(number)", user: user, token: token(of: user))
    }

    /// The token of a person.
    package static func token(of user: String) -> String { "token-of-\(user)" }

    /// The device of a person.
    package static func device(_ number: Int) -> DeviceID {
        let last = UInt8(truncatingIfNeeded: number)
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, last)))
    }

    /// The number of the glucose meter and of its first owner.
    package static let meter = count + cuffs
    /// The number of the meter's second owner, who has no other device.
    package static let heir = meter + 1
    /// The number of the person whose displays are photographed, and who has no device.
    package static let photographed = heir + 1
    /// The address of the meter.
    package static let meterAddress = "F0:0D:00:00:00:0A"

    /// The address of a cuff.
    package static func address(ofCuff number: Int) -> String { "F0:0D:00:00:00:0\(number + 1)" }

    /// All devices, with the pseudonyms of the cuffs and the meter at a site.
    ///
    /// - Parameter siteSecret: The secret of the site for device pseudonyms.
    /// - Throws: `VitalRecordsError`.
    package static func devices(siteSecret: [UInt8]) throws -> [DeviceID] {
        let addresses = (0..<cuffs).map(address) + [meterAddress]
        return try (0..<count).map(device) + addresses.map { try DeviceID.derive(siteSecret: siteSecret, address: $0) }
    }
}
