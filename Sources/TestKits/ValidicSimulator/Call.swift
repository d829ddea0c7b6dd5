import Foundation

/// A request as the simulated APIs see it.
struct Call: Sendable {
    let method: String
    /// The path components, percent-decoded and without a final `.json`.
    let path: [String]
    let query: [String: String]
    let bearer: String?
    let contentType: String?
    let body: Data
    /// Whether to refuse the middle one of several records.
    var refusesOne = false

    /// Whether the path belongs to the legacy API.
    var isLegacy: Bool { path.first == "v1" }
}

/// An answer to a request.
struct Answer: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body: JSONValue?

    init(_ status: Int, body: JSONValue? = nil) {
        self.status = status
        self.body = body
    }
}

/// The outcome of a submitted record.
enum Admission: Sendable {
    case created(SimulatedRecord)
    case changed(SimulatedRecord)
    case unchanged(SimulatedRecord)
    case conflict
}

/// A refusal of a request, with its answer.
struct Refusal: Error, Sendable {
    let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }
}

/// Thrown to abandon a request whose connection was broken on purpose.
struct ConnectionBroken: Error {}
