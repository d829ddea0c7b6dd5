internal import GRDB
package import StoreEngine

extension GroupCommitWriter {
    /// Starts a write that joins another's commit, makes that commit, and returns after both.
    ///
    /// - Parameter start: Starts the write, and passes on how it finished.
    /// - Throws: ``StoreError`` if it was not committed.
    package func commit(
        joining start: (_ finished: @escaping @Sendable (StoreError?) -> Void) async -> Void
    ) async throws {
        let (ends, end) = AsyncStream.makeStream(of: StoreError?.self)
        await start {
            end.yield($0)
            end.finish()
        }
        // A full disk shows in both.
        try await write { _ in }
        for await error in ends { if let error { throw error } }
    }
}
