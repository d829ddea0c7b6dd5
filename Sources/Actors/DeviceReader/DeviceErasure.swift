internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
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
            ? nil : AssignmentRule.seat(of: reading.userIndex, measuredAt: reading.timestamp, assignments)
        if let owner { return owner == seat }
        // Somebody asked for it for this seat, and nobody else has ever had the device.
        return !isShared && reading.seat?.rawValue == seat
    }

    /// The waiting readings that go, and how many of the device's stay.
    func readings(_ rows: [OutboxRow]) -> (erased: [OutboxItem], kept: Int) {
        let own = rows.compactMap { row -> (item: OutboxItem, isSeats: Bool)? in
            guard let reading = try? WireJSON.decode(Reading.self, from: Array(row.payload)), reading.device == device
            else { return nil }
            return (row.item, isSeats(reading))
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
        var context: (id: Int64, value: ReadContext?, isNeeded: Bool)?
        for frame in frames {
            if frame.characteristic == ReadContext.characteristic {
                if let context, !context.isNeeded { erased.append(context.id) }
                let value = try? WireJSON.decode(ReadContext.self, from: Array(frame.bytes))
                context = (frame.id, value, false)
            } else if isSeats(frame, context?.value, hub) {
                erased.append(frame.id)
            } else {
                kept += 1
                context?.isNeeded = true
            }
        }
        if let context, !context.isNeeded { erased.append(context.id) }
        return (erased, kept)
    }

    private func isSeats(_ frame: StoredFrame, _ context: ReadContext?, _ hub: HubID) -> Bool {
        guard let context else { return false }
        let builder = ReadingBuilder(hub: hub, device: device, context: context)
        guard let reading = try? builder.bloodPressure(Array(frame.bytes), receivedAt: frame.receivedAt) else {
            return false
        }
        return isSeats(reading)
    }
}
