internal import Curl
internal import DeliveryRules
internal import FHIRContent
internal import VitalRecords

/// The content to write to a FHIR server, or a question to it, in as many requests as needed.
enum FHIRWork: Sendable {
    /// A revision of a record.
    case write(FHIRWriting)
    /// Whether all of a revision is stored, if one observation cannot show it.
    case look(FHIRDelivery)
    /// Whether a person's chart accepts records.
    case check(FHIRPatient)
}

/// A revision of a record on its way to a server.
struct FHIRWriting: Sendable {
    let delivery: FHIRDelivery
    let patient: FHIRPatient
    /// Whether the server may hold an earlier revision with parts that this one no longer has.
    let isChange: Bool
    /// What no text of the server may repeat: the record's values.
    let secrets: [String]
}

/// Why a request went no further.
enum FHIRFailure: Error, Sendable {
    /// Something is known that makes it of no use, or of none now.
    case stop(AnswerClass)
    /// It got no answer.
    case unanswered(CurlError)
}

extension FHIRFailure {
    /// The same while nothing is written yet: a connection that breaks has carried only questions.
    var beforeWriting: FHIRFailure {
        guard case .unanswered(let error) = self else { return self }
        let told = DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
        return .stop(.retry(after: nil, told))
    }

    /// The same after a write: the complete record has to be looked up.
    var afterWriting: FHIRFailure {
        guard case .unanswered(let error) = self else { return self }
        let code = error.code
        return .unanswered(CurlError(code: code, message: error.message, isRetriable: true, possiblySent: true))
    }

    /// The destination is at fault: all of its records wait.
    static func pause(_ code: String, message: String) -> FHIRFailure {
        .stop(.destinationPaused(DeliveryError(code: code, message: message)))
    }
}
