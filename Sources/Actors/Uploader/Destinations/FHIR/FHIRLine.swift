internal import ActorRuntime
internal import Curl
internal import FoundationEssentials

/// Requests to one FHIR server that together keep within one time.
struct FHIRLine: Sendable {
    let http: any DestinationTransport
    let access: FHIRAccess
    /// By when all is over.
    let deadline: ContinuousClock.Instant
    let now: @Sendable () -> ContinuousClock.Instant

    /// Sends a request with the site's token; after a refusal, once more with a new one.
    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool = true
    ) async throws(FHIRFailure) -> HTTPSender.Sent {
        let token = try await access.token(over: self)
        let sent = try await plain(request.carrying(token), mayReuseConnection: mayReuseConnection)
        guard sent.reply.status == 401 || sent.reply.status == 403,
            let next = try await access.token(insteadOf: token, over: self)
        else { return sent }
        return try await plain(request.carrying(next), mayReuseConnection: mayReuseConnection)
    }

    /// Sends a request unchanged, within the remaining time.
    func plain(_ request: DestinationRequest, mayReuseConnection: Bool) async throws(FHIRFailure) -> HTTPSender.Sent {
        let left = now().duration(to: deadline)
        guard left >= .milliseconds(10) else {
            let words = "the time for all requests of the record ended before this one: see request.timeout"
            throw .unanswered(CurlError(code: .timedOut, message: words, isRetriable: true))
        }
        var request = request
        if case .certificate(let identity) = access.server.auth { request.identity = identity }
        do throws(CurlError) {
            return try await http.send(request, mayReuseConnection: mayReuseConnection, timeout: left)
        } catch {
            throw .unanswered(error)
        }
    }

    // MARK: - Requests to the server's base

    /// Reads a resource at a path below the base URL.
    func get(_ place: String) async throws(FHIRFailure) -> DestinationReply {
        try await send(request("GET", at: place)).reply
    }

    /// A request to a place below the base; FHIR's JSON both ways.
    func request(
        _ method: String,
        at place: String,
        body: [UInt8]? = nil,
        headers: [(name: String, value: String)] = [],
        prefer: String = "minimal"
    ) -> DestinationRequest {
        let type = "application/fhir+json"
        var all: [(name: String, value: String)] = [("Accept", type)] + headers
        if body != nil { all += [("Content-Type", type), ("Prefer", "return=\(prefer)")] }
        let url = place.isEmpty ? access.server.base.written : "\(access.server.base.text)/\(place)"
        return DestinationRequest(method, url: url, headers: all, body: body)
    }
}

extension DestinationRequest {
    /// The request with a token; the same without one.
    fileprivate func carrying(_ token: String?) -> DestinationRequest {
        guard let token else { return self }
        var request = self
        request.headers.append(("Authorization", "Bearer \(token)"))
        return request
    }
}
