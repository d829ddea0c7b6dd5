internal import Synchronization

/// Passes an import's progress from its thread to the actor.
final class ImportBoard: Sendable {
    private let state: Mutex<ImportFacts>

    /// Creates a board with the initial progress.
    init(_ facts: ImportFacts) { state = Mutex(facts) }

    /// The current progress.
    var facts: ImportFacts { state.withLock { $0 } }

    /// Updates the progress.
    func set(_ facts: ImportFacts) { state.withLock { $0 = facts } }
}
