internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import VitalRecords

/// Decides whose reading it is.
///
/// By DESIGN §7 only an assignment decides, else it is held. Never a guess.
struct Ownership: Sendable {
    /// What was decided.
    enum Decision: Sendable, Hashable {
        /// The reading is of this seat.
        case seat(String)
        /// The reading waits for a person.
        case hold(HoldReason)
    }

    /// The seats of the whole site; empty when they are not listed.
    let seats: [String]

    /// Decides by the reading itself and its device's assignments.
    ///
    /// - Parameter assignments: All assignments of the reading's device, past ones too.
    func decide(_ reading: Reading, assignments: [DeviceAssignment]) -> Decision {
        // A person typed it in, or photographed it, for a seat: there is nothing to guess.
        if let seat = reading.seat, reading.source.kind == .manual || reading.source.kind == .ocr {
            return .seat(seat.rawValue)
        }
        guard reading.timeQuality != .unknown else { return .hold(.clockUnknown) }
        guard let device = reading.device?.description else { return .hold(.noAssignment) }
        let mine = assignments.filter { $0.device.lowercased() == device }
        let intervals = mine.map {
            AssignmentRule.Interval(userIndex: $0.userIndex, seat: $0.seat, from: $0.from, until: $0.until)
        }
        let owner = AssignmentRule.seat(
            of: reading.userIndex,
            needsExactUser: reading.needsExactUser,
            measuredAt: reading.timestamp,
            intervals
        )
        if let owner { return .seat(owner) }
        // The only seat's person is one of a scale's users, and nobody said which.
        guard !reading.needsExactUser else { return .hold(.noAssignment) }
        // A device that is or was somebody's never falls to the only seat: the gap may be another resident's time.
        guard mine.isEmpty, seats.count == 1, let only = seats.first else { return .hold(.noAssignment) }
        return .seat(only)
    }
}

/// Why a reading waits.
enum HoldReason: String, Sendable, Hashable {
    /// Nobody is assigned to the device at the measurement's time.
    case noAssignment
    /// The measurement's time is not known.
    case clockUnknown
    /// The seat had no session at the measurement's time.
    case noSession
    /// Something in it breaks the rules: a time in the future, no value.
    case invalid
    /// It is a later revision of what an operator has corrected, changed or deleted.
    case changedByHand
    /// Whoever asked for it wants to confirm it first.
    case awaitsConfirmation

    /// Whether only a person decides, whatever is known later.
    var awaitsPerson: Bool { self == .awaitsConfirmation || self == .changedByHand }
}
