/// Several publishes of one caller, who goes on when all have their outcome.
///
/// It never leaves its connection's actor.
final class PublishBatch {
    private var results: [Result<PublishOutcome, any Error>?]
    private var left: Int
    private var caller: CheckedContinuation<[Result<PublishOutcome, any Error>], Never>?

    init(count: Int, caller: CheckedContinuation<[Result<PublishOutcome, any Error>], Never>) {
        results = Array(repeating: nil, count: count)
        left = count
        self.caller = caller
    }

    /// Notes the outcome of one; only its first one counts.
    func settle(_ index: Int, _ result: Result<PublishOutcome, any Error>) {
        guard results.indices.contains(index), results[index] == nil else { return }
        results[index] = result
        left -= 1
        guard left == 0 else { return }
        caller?.resume(returning: results.compactMap(\.self))
        caller = nil
    }
}
