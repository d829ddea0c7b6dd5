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
