internal import FoundationEssentials
internal import LedgerStore
internal import StoreEngine
internal import VitalRecords

/// The steps of an attempt that health counts.
enum AttemptEvent: Sendable {
    case looksUp
    case found
    /// The ledger already had the record as delivered.
    case answeredByLedger
    case posts(leftOut: Int)
    case postsMany(leftOut: Int)
    case postsImage
    case resends(blind: Bool)
    case ledgerFailed
}

/// An attempt whose start and outcome are committed before anything follows from them.
protocol LedgeredAttempt: Sendable {
    var ledger: LedgerStore { get }
    var now: @Sendable () -> Date { get }
    /// Reports events for health.
    var tell: @Sendable (AttemptEvent) async -> Void { get }
}

extension LedgeredAttempt {
    /// Commits that an attempt starts; false if the ledger already has one of this grant.
    ///
    /// - Parameter digest: The digest of the content; nil for content that the ledger does not answer for.
    func begin(_ key: WorkKey, revision: Int, sessionID: String, digest: Data? = nil) async throws -> Bool {
        do {
            try await ledger.beginAttempt(
                logID: key.logID.rawValue,
                revision: revision,
                fence: key.fence,
                sessionID: sessionID,
                digest: digest,
                at: now()
            )
            return true
        } catch let error as StoreError where error.code == .constraint {
            return false
        }
    }

    /// Commits an outcome.
    ///
    /// The owner gets the outcome even if the ledger fails.
    func noted(_ outcome: UploadOutcome) async -> UploadOutcome {
        var outcome = outcome
        do {
            try await ledger.recordOutcome(
                logID: outcome.key.logID.rawValue,
                fence: outcome.key.fence,
                outcome: outcome.forLedger,
                mediaURL: outcome.url,
                at: now()
            )
            outcome.isInLedger = true
        } catch {
            await tell(.ledgerFailed)
        }
        return outcome
    }
}
