internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Decides which of a device's traces on this hub belong to a seat and are erased.
///
/// Pure. Readings that may belong to another person are kept, because the session manager holds readings without an
/// owner.
struct DeviceErasure: Sendable {
    /// The seat to erase.
    let seat: String
    /// The device.
    let device: DeviceID
    /// All assignments of the device, including those of other seats.
    let assignments: [AssignmentRule.Interval]

    /// Whether the device is or was also assigned to another seat.
    var isShared: Bool { assignments.contains { $0.seat != seat } }

    /// Whether a reading belongs to the seat.
    func isSeats(_ reading: Reading) -> Bool {
        guard reading.device == device else { return false }
        let owner =
            reading.timeQuality == .unknown
            ? nil
            : AssignmentRule.seat(
                of: reading.userIndex,
                needsExactUser: reading.needsExactUser,
                measuredAt: reading.timestamp,
                intervals: assignments
            )
        if let owner { return owner == seat }
        // It was requested for this seat, and the device was never assigned to another one.
        return !isShared && reading.seat?.rawValue == seat
    }

    /// The readings in the outbox to erase, and how many of the device's are kept.
    func readings(_ rows: [OutboxRow]) -> (erased: [OutboxItem], kept: Int) {
        let own = rows.compactMap { row -> (item: OutboxItem, isSeats: Bool)? in
            do {
                let reading = try WireJSON.decode(Reading.self, from: Array(row.payload))
                return reading.device == device ? (row.item, isSeats(reading)) : nil
            } catch {
                // An unreadable entry that names the device belongs to the seat if no other seat ever had the device.
                return (row.item, !isShared)
            }
        }
        let erased = own.filter(\.isSeats).map(\.item)
        return (erased, own.count - erased.count)
    }

    /// The frames to erase, and how many are kept.
    ///
    /// An unshared device loses all of its frames, a shared one only those of the seat's readings. A link is erased
    /// with its last frame.
    func frames(_ frames: [StoredFrame], links: [StoredLink], hub: HubID) -> (erased: [Int64], kept: Int) {
        guard isShared else { return (frames.map(\.id), 0) }
        var erased: [Int64] = []
        var kept = 0
        for link in SavedLink.links(links, frames: frames) {
            let seats = Set(seatsRows(link, hub: hub))
            erased += seats
            kept += link.frames.filter { !seats.contains($0.row) }.count + link.nameless.count
        }
        return (erased, kept)
    }

    /// The rows of a link whose reading belongs to the seat.
    private func seatsRows(_ link: SavedLink, hub: HubID) -> [Int64] {
        guard let context = link.context else { return [] }
        let builder = ReadingBuilder(hub: hub, device: device, context: context)
        return link.assembled.filter { builder.reading(of: $0).map(isSeats) ?? false }.flatMap(\.rows)
    }
}
