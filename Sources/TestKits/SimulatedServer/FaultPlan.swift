internal import SeededRandom

/// The configured faults with their counts, which selects the faults of each request.
package struct FaultPlan: Sendable {
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let fault: Fault
        var generator: SplitMix64
        var matched = 0
        var happened = 0

        mutating func happens(path: String, method: String) -> Bool {
            if let wanted = fault.path, !path.contains(wanted) { return false }
            if let wanted = fault.method, wanted != method { return false }
            matched += 1
            guard matched > fault.skip ?? 0, happened < fault.count ?? .max else { return false }
            guard Double.random(in: 0..<1, using: &generator) < fault.probability ?? 1 else { return false }
            happened += 1
            return true
        }
    }

    /// Creates a plan in which no fault has occurred yet.
    package init(_ faults: [Fault] = []) {
        entries = faults.map { Entry(fault: $0, generator: SplitMix64(seed: $0.seed ?? 0)) }
    }

    /// The faults as they were given.
    package var faults: [Fault] { entries.map(\.fault) }

    /// The faults of one request: any number of `latency`, and the first other one that occurs.
    package mutating func draw(path: String, method: String) -> [Fault] {
        var drawn: [Fault] = []
        for index in entries.indices {
            let isLatency = entries[index].fault.kind == .latency
            if !isLatency, drawn.contains(where: { $0.kind != .latency }) { continue }
            if entries[index].happens(path: path, method: method) { drawn.append(entries[index].fault) }
        }
        return drawn
    }
}

/// A way in which the simulator misbehaves, and when.
public struct Fault: Codable, Hashable, Sendable {
    /// The kind of misbehaviour.
    public var kind: FaultKind
    /// The probability per matching request, 0...1; default 1.
    public var probability: Double?
    /// The maximum number of occurrences; default unlimited.
    public var count: Int?
    /// How many matching requests pass before the first occurrence.
    public var skip: Int?
    /// The seed of the random numbers, default 0; the same seed gives the same run.
    public var seed: UInt64?
    /// A text that the path of the request must contain.
    public var path: String?
    /// The method that the request must have.
    public var method: String?
    /// The response status of `status`, 503 by default, and of `captivePortal`, 200 by default.
    public var status: Int?
    /// The `Retry-After` header of `status`: seconds or an HTTP date.
    public var retryAfter: String?
    /// The duration of the stalls, of `latency` and between the bytes of `drip`, in milliseconds; default 1000.
    public var milliseconds: Int?
    /// The target of `redirect`; default a nonexistent host.
    public var location: String?
    /// Whether the request is executed before a fault replaces its answer; see ``FaultKind``.
    public var accepts: Bool?
}

/// The kinds of faults.
///
/// Faults of the first group refuse the request unless they set `"accepts": true`; those of the second execute it
/// first.
public enum FaultKind: String, Codable, CaseIterable, Sendable {
    /// Responds with another status and the API's own error body.
    case status
    /// Responds with an HTML page and `status` (200), like a captive portal or a proxy.
    case captivePortal
    /// Redirects to another host with 302.
    case redirect
    /// Resets the connection before executing the request.
    case resetBefore
    /// Pauses before executing the request.
    case stallBefore

    /// Executes the request, then resets the connection without an answer.
    case resetAfter
    /// Pauses before answering.
    case stallAfter
    /// Executes the request, and answers once other faults replace this one.
    case hold
    /// Sends half of the body under the full length, then closes the connection.
    case halfAnswer
    /// Sends the status with a body that is not JSON.
    case notJSON
    /// Sends the answer without its id.
    case withoutID
    /// Sends the answer as `text/html`.
    case wrongContentType
    /// Sends the body byte by byte, with pauses.
    case drip
    /// Refuses the middle one of several records with 422 and executes the others.
    case refuseOne
    /// Answers only for the first half of several records.
    case halfList
    /// Answers for several records in reverse order.
    case reversed
    /// Delays everything; may combine with other faults.
    case latency

    /// Answers 202 and executes the request later, whatever its result; only on the FHIR server.
    case later
}
