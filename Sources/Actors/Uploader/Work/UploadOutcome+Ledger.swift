package import DeliveryRules
package import DurableStore
internal import VitalRecords

/// The ledger knows done, failed, retry and released. What else the owner is told stands before its error code.
extension UploadOutcome {
    private static let unauthorizedMark = "unauthorized/"
    private static let pausedMark = "paused/"

    /// The outcome as the ledger keeps it.
    package var forLedger: AttemptOutcome {
        switch result {
        case .done(let serverID): .done(serverID: serverID)
        case .failed(let error): .failed(error)
        case .retry(let after, let error):
            .retry(afterMilliseconds: after?.wholeMilliseconds ?? 0, possiblySent: possiblySent, error: error)
        case .release: .released(possiblySent: possiblySent)
        case .unauthorized(let error): marked(Self.unauthorizedMark, error)
        case .paused(let error): marked(Self.pausedMark, error)
        }
    }

    /// Reads an outcome that the owner has not confirmed; nil for an attempt without one.
    package init?(_ stored: StoredAttempt) {
        guard let logID = LogID(rawValue: stored.entry.logID), let outcome = stored.entry.unconfirmedOutcome else {
            return nil
        }
        self.init(
            key: WorkKey(logID: logID, fence: stored.entry.fence),
            revision: stored.entry.revision,
            result: Self.result(outcome),
            possiblySent: outcome.isPossiblySent,
            isInLedger: true
        )
        url = stored.mediaURL
    }

    private func marked(_ mark: String, _ error: DeliveryError) -> AttemptOutcome {
        let error = DeliveryError(code: mark + error.code, message: error.message)
        return .retry(afterMilliseconds: 0, possiblySent: possiblySent, error: error)
    }

    private static func result(_ outcome: AttemptOutcome) -> Result {
        switch outcome {
        // A ledger of before the rule may have an id that no message takes: the record is there all the same.
        case .done(let serverID): .done(serverID: serverID.flatMap { ServerIDRule.allows($0) ? $0 : nil })
        case .failed(let error): .failed(error)
        case .released: .release
        case .retry(let after, _, let error):
            if let plain = unmarked(unauthorizedMark, error) {
                .unauthorized(plain)
            } else if let plain = unmarked(pausedMark, error) {
                .paused(plain)
            } else {
                .retry(after: after > 0 ? .milliseconds(after) : nil, error)
            }
        }
    }

    private static func unmarked(_ mark: String, _ error: DeliveryError) -> DeliveryError? {
        guard error.code.hasPrefix(mark) else { return nil }
        return DeliveryError(code: String(error.code.dropFirst(mark.count)), message: error.message)
    }
}
