internal import DeliveryRules
internal import VitalRecords

extension UploadOutcome.Result {
    /// What an answer's class means for the owner, with texts cut short.
    init(_ answer: AnswerClass) {
        switch answer {
        case .submitted(let serverID): self = .done(serverID: serverID)
        case .sessionUnauthorized:
            self = .unauthorized(
                DeliveryError(code: "unauthorized", message: "the destination refuses the session's credentials")
            )
        case .rejected(let error): self = .failed(Self.short(error))
        case .destinationPaused(let error): self = .paused(Self.short(error))
        case .retry(let after, let error): self = .retry(after: after, Self.short(error))
        }
    }

    private static func short(_ error: DeliveryError) -> DeliveryError {
        DeliveryError(code: error.code, message: APIBody.short(error.message))
    }
}
