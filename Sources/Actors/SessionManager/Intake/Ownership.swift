internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import QueueStore
internal import VitalRecords

/// Decides whose a reading is.
///
/// An assignment of its device decides, or a person's statement about this one reading; otherwise it is held. It never
/// guesses.
struct Ownership: Sendable {
    /// What was decided.
    enum Decision: Sendable, Hashable {
        /// The reading belongs to this seat.
        case seat(String)
        /// The reading waits for a person; `assignedTo` is the seat that the device is assigned to, if the person named
        /// another.
        case hold(HeldReason, assignedTo: String? = nil)

        /// The seat that the device is assigned to, if a person named another.
        var assignedSeat: String? {
            if case .hold(_, let seat) = self { seat } else { nil }
        }
    }

    /// The seats of the whole site; empty when they are not listed.
    let seats: [String]
    /// Whether only the person of the only seat has devices in radio range.
    var isSolo = false
    /// The present seats, including those of the site's hubs; ``seats`` if nil.
    var roll: SeatRoll?

    /// Decides by the reading itself and its device's assignments.
    ///
    /// - Parameter assignments: All assignments of the reading's device, including past ones.
    func decide(_ reading: Reading, assignments: [DeviceAssignment]) -> Decision {
        let mine = reading.device.map { device in
            assignments.filter { $0.device.lowercased() == device.description }
        }
        let owner = reading.timeQuality == .unknown ? nil : mine.flatMap { Self.owner(of: reading, assignments: $0) }
        if let seat = reading.seatByWord {
            guard let owner, owner != seat else { return .seat(seat) }
            return .hold(.assignedToAnother, assignedTo: owner)
        }
        guard reading.timeQuality != .unknown else { return .hold(.clockUnknown) }
        if let owner { return .seat(owner) }
        // The reading was requested for a seat but measured before: it may be another person's, kept by the device.
        let reason: HeldReason = reading.askedAt != nil && reading.seat != nil ? .olderThanRequest : .noAssignment
        // A joined hub measures other people, so the configured seat is no longer the only one.
        guard isSolo, (roll?.seats ?? seats).count == 1, let only = seats.first else { return .hold(reason) }
        // The reading may be another user's of the same scale. A device that is or was assigned never falls to the only
        // seat either: a gap may be another resident's time.
        guard !reading.needsExactUser, mine?.isEmpty == true else { return .hold(reason) }
        return .seat(only)
    }

    private static func owner(of reading: Reading, assignments: [DeviceAssignment]) -> String? {
        AssignmentRule.seat(
            of: reading.userIndex,
            needsExactUser: reading.needsExactUser,
            measuredAt: reading.timestamp,
            intervals: assignments.map {
                AssignmentRule.Interval(userIndex: $0.userIndex, seat: $0.seat, from: $0.from, until: $0.until)
            }
        )
    }
}

extension HeldReason {
    /// Whether only a person may decide, whatever assignments follow.
    var awaitsPerson: Bool {
        [.awaitsConfirmation, .changedByHand, .implausible, .possibleRepeat, .anotherHubsSeat].contains(self)
    }
}
