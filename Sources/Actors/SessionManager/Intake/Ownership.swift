internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import QueueStore
internal import VitalRecords

/// Decides whose reading it is.
///
/// An assignment of its device decides, or a person's word for this one reading; else it is held. Never a guess.
struct Ownership: Sendable {
    /// What was decided.
    enum Decision: Sendable, Hashable {
        /// The reading is of this seat.
        case seat(String)
        /// The reading waits for a person; `assignedTo` is the seat whose device it is, where a word speaks against it.
        case hold(HeldReason, assignedTo: String? = nil)

        /// Whose device it is, where a word speaks against it.
        var assignedSeat: String? {
            if case .hold(_, let seat) = self { seat } else { nil }
        }
    }

    /// The seats of the whole site; empty when they are not listed.
    let seats: [String]
    /// Whether the only seat's person is the only one whose devices are in radio range.
    var isSolo = false
    /// The seats that there are now, those of a site's hubs among them; ``seats`` where nil.
    var roll: SeatRoll?

    /// Decides by the reading itself and its device's assignments.
    ///
    /// - Parameter assignments: All assignments of the reading's device, past ones too.
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
        // Read for a seat, but measured before: the device may have kept it for somebody else.
        let reason: HeldReason = reading.askedAt != nil && reading.seat != nil ? .olderThanRequest : .noAssignment
        // A hub that joined measures others: the only seat is not the only one any more.
        guard isSolo, (roll?.seats ?? seats).count == 1, let only = seats.first else { return .hold(reason) }
        // The only seat's person is one of a scale's users, and nobody said which; and a device that is or was
        // somebody's never falls to the only seat: the gap may be another resident's time.
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
    /// Whether only a person decides, whatever is known later.
    var awaitsPerson: Bool {
        [.awaitsConfirmation, .changedByHand, .implausible, .possibleRepeat, .anotherHubsSeat].contains(self)
    }
}
