public import FoundationEssentials
internal import GRDB
public import StoreEngine

extension OutboxStore {
    /// How the store fares.
    ///
    /// Cheap: reads no file.
    public var health: StoreHealth {
        get async { await writer.health }
    }

    /// Commits one small row to see whether writes work, and returns the health after it.
    ///
    /// A store that could not write becomes writable again by this, or by any other write that works.
    public func probe(at: Date) async -> StoreHealth {
        await writer.probe(at: at)
    }

    /// Finishes the writes that were taken in and closes the file.
    public func close() async throws {
        try await writer.close()
    }
}
