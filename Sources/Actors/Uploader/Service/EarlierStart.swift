internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import VitalRecords

/// What an earlier start left in the ledger: cut-off attempts, and outcomes that the owner has not confirmed.
struct EarlierStart: Sendable {
    /// The most outcomes taken over; more than were ever granted at a time.
    private static let recoveryLimit = 4_096
    /// The most grants of earlier starts that a demand names.
    private static let openGrantLimit = 64

    let ledger: LedgerStore
    let settings: UploaderSettings
    let clock: any BootClock
    let now: @Sendable () -> Date

    /// Marks cut-off attempts as possibly sent, and reads the outcomes to report again.
    ///
    /// - Throws: `StoreError` when the ledger cannot be read or written.
    func outcomes() async throws -> [UploadOutcome] {
        for stored in try await ledger.interruptedAttempts(limit: Self.recoveryLimit) {
            guard let outcome = stored.entry.outcomeAfterRestart else { continue }
            try await ledger.recordOutcome(
                logID: stored.entry.logID,
                fence: stored.entry.fence,
                outcome: outcome,
                at: now()
            )
        }
        return try await ledger.unconfirmedOutcomes(limit: Self.recoveryLimit).compactMap { stored in
            guard var outcome = UploadOutcome(stored) else { return nil }
            outcome.over = RequestSpan(sent: clock.now, timeout: settings.requestTimeout).end
            return outcome
        }
    }

    /// The grants that a demand names as open; nil if there are too many for a message.
    func openGrants(of outcomes: [UploadOutcome]) -> [WorkPull.OpenGrant]? {
        guard outcomes.count <= Self.openGrantLimit else { return nil }
        return outcomes.map { WorkPull.OpenGrant(logID: $0.key.logID, fence: $0.key.fence) }
    }
}
