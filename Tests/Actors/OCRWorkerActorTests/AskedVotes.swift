import Synchronization

/// The options with which votes over frames were begun.
final class AskedVotes: Sendable {
    private let all = Mutex<[Bool]>([])

    /// For each vote, whether frames were to be cut out.
    var cutsFrames: [Bool] { all.withLock(\.self) }

    func add(_ cutsFrames: Bool) { all.withLock { $0.append(cutsFrames) } }
}
