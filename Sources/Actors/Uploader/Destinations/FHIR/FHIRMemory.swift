/// A cached answer of a server: one request serves all callers until it expires.
///
/// Bounded: beyond its limit, everything is asked again.
actor FHIRMemory<Key: Hashable & Sendable, Value: Sendable> {
    /// The most answers that are kept.
    private static var limit: Int { 4_096 }

    private let now: @Sendable () -> ContinuousClock.Instant
    private var kept: [Key: (value: Value, until: ContinuousClock.Instant)] = [:]
    private var asked: [Key: Task<Result<(Value, Duration), FHIRFailure>, Never>] = [:]

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The kept answer, without a question.
    func kept(_ key: Key) -> Value? { kept[key].flatMap { $0.until > now() ? $0.value : nil } }

    /// An answer with its lifetime, from the first caller that asks.
    func value(
        _ key: Key,
        ask: @escaping @Sendable () async throws(FHIRFailure) -> (Value, Duration)
    ) async throws(FHIRFailure) -> Value {
        if let value = kept(key) { return value }
        if let task = asked[key] { return try await task.value.get().0 }
        // Not a child: callers that wait with the first one must not lose the answer when that one is cancelled.
        let task = Task { () async -> Result<(Value, Duration), FHIRFailure> in
            do throws(FHIRFailure) { return .success(try await ask()) } catch { return .failure(error) }
        }
        asked[key] = task
        let result = await task.value
        asked[key] = nil
        let (value, keeps) = try result.get()
        if kept.count >= Self.limit { kept = [:] }
        kept[key] = (value, now() + keeps)
        return value
    }

    /// Forgets one answer.
    func forget(_ key: Key) { kept[key] = nil }
}
