/// Several publishes of one caller, which continues when all have an outcome.
///
/// It never leaves its connection's actor.
final class PublishBatch {
    private var results: [Result<PublishOutcome, any Error>?]
    private var left: Int
    private var whenDone: (([Result<PublishOutcome, any Error>]) -> Void)?

    init(count: Int, whenDone: @escaping ([Result<PublishOutcome, any Error>]) -> Void) {
        results = Array(repeating: nil, count: count)
        left = count
        self.whenDone = whenDone
    }

    /// Records the outcome of a publish; only the first one counts.
    func settle(_ index: Int, result: Result<PublishOutcome, any Error>) {
        guard results.indices.contains(index), results[index] == nil else { return }
        results[index] = result
        left -= 1
        guard left == 0 else { return }
        whenDone?(results.compactMap(\.self))
        whenDone = nil
    }
}
