public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// Looks whether a seat may be erased; changes nothing.
    ///
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends.
    public func checkErasable(_ seat: String, at: Date) async throws {
        try await transaction(at: at) { try $0.erasure.requireNoOpenSession(seat) }
    }

    /// Erases what a seat's persons left here: records, sessions, notifications, assignments, held readings.
    ///
    /// Keys stay without the person, so that the same readings do not come back. The pages are overwritten, and the
    /// write-ahead log, which still has what was committed lately, is emptied.
    ///
    /// - Returns: What was erased. A repeat erases what is left, and empties the log again.
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends;
    ///   ``StoreErrorCode/locked`` when all is erased but the log could not be emptied, because somebody reads.
    @discardableResult
    public func eraseSeat(_ seat: String, at: Date) async throws -> ErasedSeat {
        let erased = try await transaction(at: at) { step in
            try step.erasure.requireNoOpenSession(seat)
            return try step.erasure.erase(seat)
        }
        // A list that somebody turns the pages of would show the erased, and keep them in the log.
        await snapshots.closeAll()
        try await writer.emptyLog()
        return erased
    }
}
