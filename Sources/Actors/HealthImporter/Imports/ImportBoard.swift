internal import Synchronization

/// Shows how far an import is, from its thread to the actor.
final class ImportBoard: Sendable {
    private let state: Mutex<ImportFacts>

    /// Starts with what is known.
    init(_ facts: ImportFacts) { state = Mutex(facts) }

    /// How far it is.
    var facts: ImportFacts { state.withLock { $0 } }

    /// Notes how far it is.
    func set(_ facts: ImportFacts) { state.withLock { $0 = facts } }
}
