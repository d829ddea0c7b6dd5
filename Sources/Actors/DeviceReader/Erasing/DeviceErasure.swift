internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// What of one device's traces at a hub is a seat's.
///
/// Pure. A reading that is not the seat's for certain is kept: it may be somebody else's, and the session manager, which
/// gets it, holds what nobody owns.
struct DeviceErasure: Sendable {
    /// The seat whose persons are erased.
    let seat: String
    /// The device.
    let device: DeviceID
    /// All of the device's assignments, other seats' too.
    let assignments: [AssignmentRule.Interval]

    /// Whether the device is or was another seat's too.
    var isShared: Bool { assignments.contains { $0.seat != seat } }

    /// Whether a reading was measured for the seat.
    func isSeats(_ reading: Reading) -> Bool {
        guard reading.device == device else { return false }
        let owner =
            reading.timeQuality == .unknown
            ? nil
            : AssignmentRule.seat(
                of: reading.userIndex,
                needsExactUser: reading.needsExactUser,
                measuredAt: reading.timestamp,
                assignments
            )
        if let owner { return owner == seat }
        // Somebody asked for it for this seat, and nobody else has ever had the device.
        return !isShared && reading.seat?.rawValue == seat
    }

    /// The waiting readings that go, and how many of the device's stay.
    func readings(_ rows: [OutboxRow]) -> (erased: [OutboxItem], kept: Int) {
        let own = rows.compactMap { row -> (item: OutboxItem, isSeats: Bool)? in
            do {
                let reading = try WireJSON.decode(Reading.self, from: Array(row.payload))
                return reading.device == device ? (row.item, isSeats(reading)) : nil
            } catch {
                // It names the device and cannot be read: of a device that was nobody else's it is the seat's.
                return (row.item, !isShared)
            }
        }
        let erased = own.filter(\.isSeats).map(\.item)
        return (erased, own.count - erased.count)
    }

    /// The frames that go, and how many stay.
    ///
    /// A frame's reading has gone its own way, so of a device that was nobody else's all go. Of a shared one those go
    /// whose reading is the seat's; a read's context goes with the last of its frames.
    func frames(_ frames: [StoredFrame], hub: HubID) -> (erased: [Int64], kept: Int) {
        guard isShared else { return (frames.map(\.id), 0) }
        var erased: [Int64] = []
        var kept = 0
        for link in SavedLink.links(of: frames) {
            let seats = Set(seatsRows(link, hub))
            let others = link.frames.filter { !seats.contains($0.row) }.count + link.nameless.count
            erased += seats
            kept += others
            if others == 0, let row = link.contextRow { erased.append(row) }
        }
        return (erased, kept)
    }

    /// The rows of a link whose reading is the seat's.
    private func seatsRows(_ link: SavedLink, _ hub: HubID) -> [Int64] {
        guard let context = link.context else { return [] }
        let builder = ReadingBuilder(hub: hub, device: device, context: context)
        return link.assembled.filter { builder.reading(of: $0).map(isSeats) ?? false }.flatMap(\.rows)
    }
}
