import DeliveryRules

/// A worker's report to the owner of a grant.
enum Told: UInt8, CaseIterable {
    case done, failed, doubtful, unsent

    /// The outcome as the ledger and the owner store it.
    var outcome: AttemptOutcome {
        let error = DeliveryError(code: "", message: "")
        return switch self {
        case .done: .done(serverID: nil)
        case .failed: .failed(error)
        case .doubtful: .retry(afterMilliseconds: 0, possiblySent: true, error: error)
        case .unsent: .released(possiblySent: false)
        }
    }

    /// Converts an outcome.
    init(_ outcome: AttemptOutcome) {
        switch outcome {
        case .done: self = .done
        case .failed: self = .failed
        case .retry, .released: self = outcome.isPossiblySent ? .doubtful : .unsent
        }
    }

    /// Its bit in a set.
    var bit: UInt8 { 1 << rawValue }
}
