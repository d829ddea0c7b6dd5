internal import BusContract
internal import MessageBus

/// What a role may do, from the contract's table.
struct Rights: Sendable, Hashable {
    /// An operator, caregiver or viewer.
    let role: BusRole
    /// The one seat that is seen; nil for all.
    let seat: String?
    /// The operations that are left of its role's; nil for all.
    var only: Set<String>?

    /// Whether it may call an operation.
    func may<Body, Reply>(_ operation: Operation<Body, Reply>) -> Bool {
        (only?.contains(operation.name) ?? true)
            && operation.request.descriptor.writers.contains { $0.role == role }
    }

    /// Whether it may see a seat.
    func sees(_ seat: String) -> Bool { self.seat == nil || self.seat == seat }

    /// Whether it may see values at all.
    var seesValues: Bool { may(SessionOperations.recordHistory) }

    /// Whether it sets up and looks after the site.
    var operates: Bool { seat == nil && may(SessionOperations.startSession) }

    /// Refuses what it may not; another seat is not there at all.
    ///
    /// - Throws: ``PageError`` `forbidden`, `notFound`.
    func require<Body, Reply>(_ operation: Operation<Body, Reply>, seat: String? = nil) throws {
        if let seat { try require(seat: seat) }
        guard may(operation) else { throw PageError(.forbidden, text: "error.role", parts: ["role": role.rawValue]) }
    }

    /// Refuses another seat than the one that is seen.
    ///
    /// - Throws: ``PageError`` `notFound`: that there is such a seat is no business of who may not see it.
    func require(seat name: String) throws {
        guard sees(name) else { throw PageError(.notFound, text: "error.seat", parts: ["seat": name]) }
    }
}
