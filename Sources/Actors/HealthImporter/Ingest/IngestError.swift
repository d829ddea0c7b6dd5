internal import HTTPTypes
internal import MessageBus

/// Why a posted file is refused, as reported to the posting app.
struct IngestError: Error {
    let status: HTTPResponse.Status
    let fault: WireFault

    init(_ status: HTTPResponse.Status, code: String, message: String, retriable: Bool = false) {
        self.status = status
        fault = WireFault(code: code, message: message, retriable: retriable)
    }

    static let noToken = IngestError(
        .unauthorized,
        code: "unauthorized",
        message: "send the seat's token: Authorization: Bearer TOKEN"
    )
    static let noPlace = IngestError(.notFound, code: "notFound", message: "post a file to /v1/import")
    static let wrongMethod = IngestError(.methodNotAllowed, code: "methodNotAllowed", message: "use POST")
    static let empty = IngestError(.badRequest, code: "empty", message: "the body is empty: send the file as the body")
    static let noBody = IngestError(
        .badRequest,
        code: "malformed",
        message: "the body does not match its header: send the file again"
    )
    static let tooSlow = IngestError(
        .requestTimeout,
        code: "tooSlow",
        message: "the body arrived too slowly: send it again over a better connection",
        retriable: true
    )
    static let noSession = IngestError(
        .conflict,
        code: "noSession",
        message: "the seat has no user's session, so the file was not stored: start a session and try again",
        retriable: true
    )
    static let anothersToken = IngestError(
        .conflict,
        code: "anotherPerson",
        message: "this token belongs to another person, who had the seat before: ask for a new token"
    )
    static let nobodyToAsk = IngestError(
        .serviceUnavailable,
        code: "noResponder",
        message: "it is unknown whether there is a session, so nothing was stored: try again",
        retriable: true
    )
    static let noSpace = IngestError(
        .init(code: 507),
        code: "storeUnavailable",
        message: "the file cannot be stored here: try again later",
        retriable: true
    )

    static let tooMany = IngestError(
        .tooManyRequests,
        code: "busy",
        message: "\(IngestPlaces.bodies) uploads with this token are running: send one file after the other",
        retriable: true
    )

    static func overQuota(_ limit: Int) -> IngestError {
        IngestError(
            .init(code: 507),
            code: "storeUnavailable",
            message:
                "the seat's posted files use \(limit >> 20) MB (ingest.quota-mb): try again when they are imported",
            retriable: true
        )
    }

    static func tooLarge(_ limit: Int) -> IngestError {
        IngestError(
            .contentTooLarge,
            code: "payloadTooLarge",
            message: "the body is over \(limit >> 20) MB (ingest.limit-mb)"
        )
    }
}
