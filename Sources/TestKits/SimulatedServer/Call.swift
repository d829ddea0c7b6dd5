package import Foundation

/// A request to a simulated API.
package struct Call: Sendable {
    package let method: String
    /// The path components, percent-decoded and without a final `.json`.
    package let path: [String]
    package let query: [String: String]
    /// The headers, by their names in lower case.
    package let headers: [String: String]
    package let body: Data
    /// The fault that the API itself must simulate; nil for most.
    package var fault: Fault?

    /// The token of the caller; nil without one.
    package var bearer: String? {
        headers["authorization"].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
    }

    /// The type of the body.
    package var contentType: String? { headers["content-type"] }
}

/// An answer to a request.
package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String] = [:]
    package var body: JSONValue?

    /// Creates an answer.
    package init(_ status: Int, body: JSONValue? = nil) {
        self.status = status
        self.body = body
    }

    /// The answer of a control endpoint to an invalid request.
    package static func refused(_ wanted: String) -> Answer {
        Answer(400, body: ["error": .string("wanted: \(wanted)")])
    }
}

/// A refusal of a request, with its answer.
package struct Refusal: Error, Sendable {
    package let answer: Answer

    /// Creates a refusal.
    package init(_ answer: Answer) {
        self.answer = answer
    }
}

/// Thrown to abandon a request whose connection was broken on purpose.
struct ConnectionBroken: Error {}
