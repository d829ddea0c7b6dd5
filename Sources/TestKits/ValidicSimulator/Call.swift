import Foundation

/// A request as the simulated APIs see it.
struct Call: Sendable {
    let method: String
    /// The path's parts, percent-decoded, without `.json` at the end.
    let path: [String]
    let query: [String: String]
    let bearer: String?
    let contentType: String?
    let body: Data
    /// Whether the middle one of several records is refused.
    var refusesOne = false

    /// The API that the path belongs to.
    var isLegacy: Bool { path.first == "v1" }
}

/// What is to be answered.
struct Answer: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body: JSONValue?

    init(_ status: Int, _ body: JSONValue? = nil) {
        self.status = status
        self.body = body
    }
}

/// What became of a record that was sent.
enum Admission: Sendable {
    case created(SimulatedRecord)
    case changed(SimulatedRecord)
    case unchanged(SimulatedRecord)
    case conflict
}

/// An answer that refuses a request.
struct Refusal: Error, Sendable {
    let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }
}

/// Thrown to leave a request whose connection was ended on purpose.
struct ConnectionBroken: Error {}
