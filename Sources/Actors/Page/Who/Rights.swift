internal import BusContract
internal import MessageBus

/// The rights of a role, from the contract's table.
struct Rights: Sendable, Hashable {
    /// An operator, caregiver or viewer.
    let role: BusRole
    /// The only visible seat; nil for all.
    let seat: String?
    /// The subset of the role's operations allowed; nil for all.
    var only: Set<String>?

    /// An operator's rights at all seats: those of the machine's key, and the page's own where no user waits.
    static let wholeSite = Rights(role: .operator, seat: nil)

    /// Whether an operation is allowed.
    func may<Body, Reply>(_ operation: Operation<Body, Reply>) -> Bool {
        (only?.contains(operation.name) ?? true)
            && operation.request.descriptor.writers.contains { $0.role == role }
    }

    /// Whether a seat is visible.
    func sees(_ seat: String) -> Bool { self.seat == nil || self.seat == seat }

    /// Whether values are visible at all.
    var seesValues: Bool { may(SessionOperations.recordHistory) }

    /// Whether readings of a seat's earlier people are visible: not on a room's tablet, which its next resident uses.
    var seesEarlierPeople: Bool { seat == nil && seesValues }

    /// Whether the role sets up and administers the site.
    var operates: Bool { seat == nil && may(SessionOperations.startSession) }

    /// Refuses a forbidden operation; a hidden seat is reported as missing.
    ///
    /// - Throws: ``PageError`` `forbidden`, `notFound`.
    func require<Body, Reply>(_ operation: Operation<Body, Reply>, seat: String? = nil) throws {
        if let seat { try require(seat: seat) }
        guard may(operation) else { throw PageError(.forbidden, text: "error.role", parts: ["role": role.rawValue]) }
    }

    /// Refuses a hidden seat.
    ///
    /// - Throws: ``PageError`` `notFound`, so that a user cannot learn which other seats exist.
    func require(seat name: String) throws {
        guard sees(name) else { throw PageError(.notFound, text: "error.seat", parts: ["seat": name]) }
    }
}
