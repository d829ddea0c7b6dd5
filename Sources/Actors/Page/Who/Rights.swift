internal import BusContract
internal import MessageBus

/// What a role may do, from the contract's table.
struct Rights: Sendable, Hashable {
    /// An operator, caregiver or viewer.
    let role: BusRole
    /// The one seat that is seen; nil for all.
    let seat: String?

    /// Whether it may call an operation.
    func may<Body, Reply>(_ operation: Operation<Body, Reply>) -> Bool {
        operation.request.descriptor.writers.contains { $0.role == role }
    }

    /// Whether it may see a seat.
    func sees(_ seat: String) -> Bool { self.seat == nil || self.seat == seat }

    /// Whether it may see values at all.
    var seesValues: Bool { may(SessionOperations.recordHistory) }

    /// Refuses what it may not.
    ///
    /// - Throws: ``PageError`` `forbidden`.
    func require<Body, Reply>(_ operation: Operation<Body, Reply>, seat: String? = nil) throws {
        guard may(operation) else { throw PageError(.forbidden, text: "error.role", parts: ["role": role.rawValue]) }
        if let seat { try require(seat: seat) }
    }

    /// Refuses another seat than the one that is seen.
    ///
    /// - Throws: ``PageError`` `notFound`: that there is such a seat is no business of who may not see it.
    func require(seat name: String) throws {
        guard sees(name) else { throw PageError(.notFound, text: "error.seat", parts: ["seat": name]) }
    }
}
