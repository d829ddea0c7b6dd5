internal import DeliveryRules

extension QueueEntry {
    /// Gives a worker's answer to the machine.
    mutating func settle(_ answer: Answer, now: BootInstant) -> [DeliveryAction] {
        let actions = apply(answer, now: now)
        if answer.outcome.mayHaveArrived, actions.contains(.persist) { noteArrival(by: now) }
        return actions
    }

    private mutating func apply(_ answer: Answer, now: BootInstant) -> [DeliveryAction] {
        let over = answer.underWay.map { now + max(.zero, $0) }
        return switch answer.outcome {
        case .done(let serverID): done(fence: answer.fence, serverID: serverID)
        case .failed(let error): failed(fence: answer.fence, error: error)
        case .retry(let after, let possiblySent, let error):
            retry(
                fence: answer.fence,
                notBefore: now + .milliseconds(max(0, after)),
                possiblySent: possiblySent,
                until: over,
                error: error
            )
        case .released(let possiblySent): release(fence: answer.fence, possiblySent: possiblySent, until: over)
        }
    }
}
