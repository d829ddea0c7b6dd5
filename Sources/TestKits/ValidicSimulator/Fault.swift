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
