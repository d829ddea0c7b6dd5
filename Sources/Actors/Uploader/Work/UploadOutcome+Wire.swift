package import BusContract
package import DeliveryRules
internal import MessageBus

extension UploadOutcome {
    /// The outcome as the owner is told it.
    ///
    /// - Parameter now: The own boot clock.
    package func forOwner(now: BootInstant) -> UploadAck.Outcome {
        let (word, serverID, error, after) = parts
        let isRetriable = if case .failed = result { false } else { true }
        return UploadAck.Outcome(
            logID: key.logID,
            revision: revision,
            fence: key.fence,
            result: word,
            serverID: serverID,
            error: error.map { WireFault(code: $0.code, message: $0.message, retriable: isRetriable) },
            // Up to the next second: never sooner than the destination asked for.
            retryAfterSeconds: after.map { Int(clamping: ($0.wholeMilliseconds + 999) / 1_000) },
            possiblySent: possiblySent,
            // Up to the next second, and from when the owner hears of it: never too short.
            underWaySeconds: possiblySent
                ? over.map { Int(clamping: (max(0, $0.milliseconds - now.milliseconds) + 999) / 1_000) } : nil,
            requests: requests,
            url: url
        )
    }

    private typealias Parts = (word: String, serverID: String?, error: DeliveryError?, after: Duration?)

    private var parts: Parts {
        switch result {
        case .done(let serverID): ("done", serverID, nil, nil)
        case .failed(let error): ("failed", nil, error, nil)
        case .retry(let after, let error): ("retry", nil, error, after)
        case .release: ("release", nil, nil, nil)
        case .unauthorized(let error): ("unauthorized", nil, error, nil)
        case .paused(let error): ("paused", nil, error, nil)
        }
    }
}
