public import DeliveryRules

extension StoredJob {
    /// At so much a job is given up: its picture may be what ends its workers.
    public static let strainLimit = 20
    /// What a worker's end over the picture costs, or its word that it could not go on.
    public static let faultStrain = 4
    /// What a lease costs that ran out: a worker, the network or this process may have been away, or slow.
    public static let silenceStrain = 1

    /// Why a job is given up over which workers ended or fell silent.
    public static let givenUp = DeliveryError(
        code: "givenUp",
        message: "workers ended, or told nothing, while they read the picture"
    )

    /// Takes what a worker says.
    ///
    /// That it was read counts under an old lease too, and where the job was given up: the reading is in that worker's
    /// outbox, and a picture that takes longer than a lease would never be done otherwise. Anything else counts under
    /// the present lease only, and nothing does where nobody wants the job any more.
    ///
    /// - Returns: Whether anything changed.
    mutating func settle(_ answer: JobAnswer, now: BootInstant) -> Bool {
        switch entry.state {
        case .submitted, .ended, .withdrawn: return false
        case .pending, .leased, .rejected: break
        }
        var outcome = answer.outcome
        guard answer.isDone || entry.lease?.fence == answer.fence else { return false }
        if case .retry(_, _, let error) = outcome {
            strain += Self.faultStrain
            if strain >= Self.strainLimit { outcome = .failed(error) }
        }
        let settled = Answer(logID: id, fence: answer.fence, outcome: outcome)
        guard entry.settle(settled, now: now).contains(.persist) else { return false }
        self.outcome = answer.content ?? self.outcome
        return true
    }

    /// Ends the lease, which has run out; the job waits again, or is given up.
    mutating func expireLease(now: BootInstant) {
        strain += Self.silenceStrain
        if strain >= Self.strainLimit, let lease = entry.lease {
            _ = entry.failed(fence: lease.fence, error: Self.givenUp)
        } else {
            _ = entry.leaseExpired(now: now)
        }
    }
}
