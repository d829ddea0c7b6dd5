internal import SeededRandom

/// The faults asked for, and how often each has happened: request in, faults out.
struct FaultPlan: Sendable {
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

    init(_ faults: [Fault] = []) {
        entries = faults.map { Entry(fault: $0, generator: SplitMix64(seed: $0.seed ?? 0)) }
    }

    var faults: [Fault] { entries.map(\.fault) }

    /// The faults of one request: any number of `latency`, and the first of the others that happens.
    mutating func draw(path: String, method: String) -> [Fault] {
        var drawn: [Fault] = []
        for index in entries.indices {
            let isLatency = entries[index].fault.kind == .latency
            if !isLatency, drawn.contains(where: { $0.kind != .latency }) { continue }
            if entries[index].happens(path: path, method: method) { drawn.append(entries[index].fault) }
        }
        return drawn
    }
}

/// One way in which the simulator misbehaves, and when.
public struct Fault: Codable, Hashable, Sendable {
    /// What happens.
    public var kind: FaultKind
    /// The chance per matching request, 0...1; 1 if left out.
    public var probability: Double?
    /// How often it happens at most; without end if left out.
    public var count: Int?
    /// How many matching requests pass before the first.
    public var skip: Int?
    /// The seed of the chance; 0 if left out.
    ///
    /// The same seed gives the same run.
    public var seed: UInt64?
    /// A text that the request's path has to contain.
    public var path: String?
    /// The request's method.
    public var method: String?
    /// The status of `status`; 503 if left out.
    public var status: Int?
    /// The `Retry-After` header of `status`: seconds or an HTTP date.
    public var retryAfter: String?
    /// The time of the stalls, of `latency` and between two bytes of `drip`, in milliseconds; 1000 if left out.
    public var milliseconds: Int?
    /// Where `redirect` points to; a host that is not there if left out.
    public var location: String?
    /// Whether the request is carried out before a fault that answers in its place; see ``FaultKind``.
    public var accepts: Bool?

    /// Makes a fault that happens at every request.
    public init(_ kind: FaultKind) {
        self.kind = kind
    }
}

/// The kinds of faults.
///
/// Those of the first group refuse the request, unless the fault says `"accepts": true`; those of
/// the second carry it out first.
public enum FaultKind: String, Codable, CaseIterable, Sendable {
    /// Another status with the API's own error body.
    case status
    /// A page of HTML with 200, as a captive portal sends it.
    case captivePortal
    /// 302 to another host.
    case redirect
    /// The connection is reset before the request is carried out.
    case resetBefore
    /// Nothing is read for the time given; then all goes on.
    case stallBefore

    /// The connection is reset after the request was carried out, without an answer.
    case resetAfter
    /// The answer waits for the time given.
    case stallAfter
    /// Half of the answer's body under the length of the whole, then the connection's end.
    case halfAnswer
    /// The answer's status with a body that is not JSON.
    case notJSON
    /// The answer without its id.
    case withoutID
    /// The answer as `text/html`.
    case wrongContentType
    /// The answer's body byte by byte, with the time given between two.
    case drip
    /// Of several records the one in the middle is refused with 422; the others are carried out.
    case refuseOne
    /// The answer to several records speaks of the first half of them only.
    case halfList
    /// The answer to several records speaks of them in the other order.
    case reversed
    /// All is late by the time given; other faults happen beside it.
    case latency
}
