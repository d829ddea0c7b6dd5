internal import Curl
internal import DeliveryRules
internal import FHIRContent
internal import VitalRecords

/// What a FHIR server is to have, or to be asked, in as many requests as it takes.
enum FHIRWork: Sendable {
    /// A revision of a record.
    case write(FHIRWriting)
    /// Whether a person's chart takes records.
    case check(FHIRPatient)
}

/// A revision of a record on its way to a server.
struct FHIRWriting: Sendable {
    let delivery: FHIRDelivery
    let patient: FHIRPatient
    /// Whether the server may have an earlier revision, of which parts may be no more.
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
    /// The destination is at fault: all of its records wait.
    static func pause(_ code: String, message: String) -> FHIRFailure {
        .stop(.destinationPaused(DeliveryError(code: code, message: message)))
    }
}
