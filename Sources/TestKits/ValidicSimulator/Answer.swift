import Foundation

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
