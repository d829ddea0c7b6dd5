internal import JobStore
internal import MessageBus
internal import StoreEngine

extension PhotoDesk {
    /// Erases a seat's jobs and pictures; after it returns no event reports them.
    ///
    /// Lanes cannot commit the results of jobs under way (``PhotoLanes/forget(seat:)``).
    ///
    /// - Throws: `StoreError`.
    func erase(seat: String) async throws -> (jobs: Int, pictures: Int) {
        let erased = try await store.erase(seat: seat)
        try await removeUnneededFiles()
        while let telling, telling.seat == seat { try await telling.end.wait() }
        return erased
    }
}
