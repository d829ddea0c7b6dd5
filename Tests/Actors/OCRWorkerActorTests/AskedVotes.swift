import Synchronization

/// How votes over frames were begun.
final class AskedVotes: Sendable {
    private let all = Mutex<[Bool]>([])

    /// For each whether frames were to be cut out.
    var cutsFrames: [Bool] { all.withLock(\.self) }

    func add(_ cutsFrames: Bool) { all.withLock { $0.append(cutsFrames) } }
}
