internal import Foundation
package import SimulatedHub
package import VitalRecords

/// The people, devices and hubs of a run.
///
/// Device and person go together by number; the last devices stand between the rooms, so both hubs hear them.
package enum Ward {
    /// How many people there are whose devices the producers play.
    package static let count = 24
    /// How many more there are with a simulated cuff, which a real device reader reads.
    package static let cuffs = 3
    /// The hubs.
    package static let hubs = ["room-a", "room-b"]
    /// The hub with a radio of its own.
    package static let radioHub = "room-c"
    /// How many devices both hubs hear.
    private static let sharedCount = 4

    /// The devices that both of ``hubs`` hear.
    package static let shared = Array((count - sharedCount)..<count)

    /// The devices that one hub alone hears.
    package static func own(of hub: String) -> [Int] {
        guard let place = hubs.firstIndex(of: hub) else { return [] }
        let each = (count - sharedCount) / hubs.count
        return Array((place * each)..<((place + 1) * each))
    }

    /// One person; a later generation is the next one at the same seat.
    package static func person(_ number: Int, generation: Int = 0) -> LinePerson {
        let user = generation == 0 ? "user-\(number)" : "user-\(number)-\(generation)"
        return LinePerson(seat: "seat-\(number)", user: user, token: token(of: user))
    }

    /// A person's token.
    package static func token(of user: String) -> String { "token-of-\(user)" }

    /// A person's device.
    package static func device(_ number: Int) -> DeviceID {
        let last = UInt8(truncatingIfNeeded: number)
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, last)))
    }

    /// The number of the glucose meter, and of the person who has it in the beginning.
    package static let meter = count + cuffs
    /// The number of the person who gets the meter next; a device of their own they have none.
    package static let heir = meter + 1
    /// The number of the person whose displays are photographed; a device of their own they have none.
    package static let photographed = heir + 1
    /// The address of the meter.
    package static let meterAddress = "F0:0D:00:00:00:0A"

    /// The address of a cuff.
    package static func address(ofCuff number: Int) -> String { "F0:0D:00:00:00:0\(number + 1)" }

    /// Everybody's device, with the cuffs and the meter as a site knows them.
    ///
    /// - Parameter siteSecret: The site's secret for devices.
    /// - Throws: `VitalRecordsError`.
    package static func devices(siteSecret: [UInt8]) throws -> [DeviceID] {
        let addresses = (0..<cuffs).map(address) + [meterAddress]
        return try (0..<count).map(device) + addresses.map { try DeviceID.derive(siteSecret: siteSecret, address: $0) }
    }
}
