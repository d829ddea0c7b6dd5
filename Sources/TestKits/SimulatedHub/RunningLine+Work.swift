internal import TestSupport

extension RunningLine {
    /// Waits until a condition holds that work under way brings about.
    ///
    /// - Throws: The work's error as soon as it has failed; otherwise as ``wait(_:_:)``.
    package func wait<Value>(
        _ what: String,
        during work: Task<Value, any Error>,
        _ isDone: @Sendable @escaping () async throws -> Bool
    ) async throws {
        try await wait(what, work.condition(isDone))
    }
}

extension Task where Failure == any Error {
    /// A condition that throws the task's error once the task has failed, because nothing will fulfil it any more.
    package func condition(
        _ isDone: @Sendable @escaping () async throws -> Bool
    ) -> @Sendable () async throws -> Bool {
        let failures = Collected<any Error>()
        Task<Void, Never> { if case .failure(let error) = await result { failures.add(error) } }
        return {
            // Looked at first: what it did before it failed counts.
            let failure = failures.all.first
            if try await isDone() { return true }
            if let failure { throw failure }
            return false
        }
    }
}
