internal import ActorRuntime
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus

/// Authenticates the site at a FHIR server, and keeps the tokens that it receives.
struct FHIRAccess: Sendable {
    /// How long before its end a token is not used any more.
    private static let margin = Duration.seconds(30)
    /// The lifetime of a token whose server states none.
    private static let shortest = Duration.seconds(60)

    let server: FHIRServer
    let wallClock: @Sendable () -> Date
    private let tokens: FHIRMemory<String, String>

    init(
        _ server: FHIRServer,
        wallClock: @escaping @Sendable () -> Date,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.server = server
        self.wallClock = wallClock
        tokens = FHIRMemory(now: now)
    }

    /// The token that a request carries; nil for none.
    ///
    /// - Parameter line: What asks for one, without a token.
    func token(over line: FHIRLine) async throws(FHIRFailure) -> String? {
        switch server.auth {
        case .none, .certificate: return nil
        case .bearer(let file): return try Self.secret(file, key: FHIRKeys().tokenFile.key.name)
        case .smart(let client):
            return try await tokens.value(client.id) { () async throws(FHIRFailure) -> (String, Duration) in
                try await buy(client, over: line)
            }
        }
    }

    /// A different token from the refused one; nil if there is none.
    func token(insteadOf refused: String?, over line: FHIRLine) async throws(FHIRFailure) -> String? {
        // Another task may have fetched a new one meanwhile.
        if case .smart(let client) = server.auth, await tokens.kept(client.id) == refused {
            await tokens.forget(client.id)
        }
        let next = try await token(over: line)
        return next == refused ? nil : next
    }

    private static func secret(_ file: String, key: String) throws(FHIRFailure) -> String {
        do {
            let bytes = try SecretFile.read(file)
            let text = String(validating: bytes, as: UTF8.self) ?? ""
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw RuntimeError(
                    .secretFile,
                    message: "\(key) names a file without a valid token: write the token as one word"
                )
            }
            return text
        } catch {
            throw FHIRFailure.pause("fhirToken", message: (error as? RuntimeError)?.message ?? "\(key) cannot be read")
        }
    }

    /// Fetches a token; the key file is read each time.
    private func buy(_ client: SMARTClient, over line: FHIRLine) async throws(FHIRFailure) -> (String, Duration) {
        let url = try await tokenURL(client, over: line)
        let request = DestinationRequest(
            "POST",
            url: url,
            headers: [("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded")],
            body: ClientAssertion.form(try assertion(client, audience: url), client: client.id, scope: client.scope)
        )
        let reply = try await line.plain(request, mayReuseConnection: true).reply
        // Absent is nil: reported as an invalid answer.
        let json = try? WireJSON.decode(JSONValue.self, from: reply.body)
        guard (200...299).contains(reply.status), let token = json?["access_token"]?.text, !token.isEmpty else {
            throw refusal(reply, json: json)
        }
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .pause(
                "fhirToken",
                message: "the authorization server's token has characters that are not allowed in a header"
            )
        }
        var lasts = Self.shortest
        if case .number(let seconds)? = json?["expires_in"] {
            let whole = Int64(exactly: (Double("\(seconds)") ?? 0).rounded(.down)) ?? 0
            lasts = .seconds(min(max(whole, 0), 86_400))
        }
        return (token, max(.zero, lasts - Self.margin))
    }

    private func assertion(_ client: SMARTClient, audience: String) throws(FHIRFailure) -> String {
        let name = FHIRKeys().keyFile.key.name
        do {
            guard let key = SigningKey(try SecretFile.read(client.keyFile)) else {
                throw RuntimeError(
                    .secretFile,
                    message: "\(name): \(client.keyFile) has no private key for RS384 or ES384, as PEM or JWK"
                )
            }
            return try ClientAssertion.make(
                client: client.id,
                audience: audience,
                key: key,
                keyID: client.keyID,
                at: wallClock()
            )
        } catch {
            throw FHIRFailure.pause("fhirKey", message: (error as? RuntimeError)?.message ?? "\(name) cannot sign")
        }
    }

    /// What an answer means that brings no token.
    private func refusal(_ reply: DestinationReply, json: JSONValue?) -> FHIRFailure {
        guard reply.status < 500, reply.status != 429, reply.status != 408 else {
            let after = reply.retryAfter.flatMap { RetryAfter.parse($0, now: wallClock()) }
            let words = "the authorization server answered \(reply.status)"
            return .stop(.retry(after: after, DeliveryError(code: "fhirToken", message: words)))
        }
        guard let word = json?["error"]?.text else {
            return .pause(
                "fhirToken",
                message:
                    "the authorization server answered \(reply.status) without a token: check destination.fhir.token-url"
            )
        }
        let told = (json?["error_description"]?.text).map { ": \($0)" } ?? ""
        return .pause(
            "fhirToken",
            message: APIBody.short(
                "the authorization server rejects the site's key: check client-id, key-id, key-file and scope of "
                    + "destination.fhir, and this machine's clock (\(word)\(told))"
            )
        )
    }

    /// The token endpoint: as configured, or as the server publishes it (SMART App Launch, `.well-known`).
    private func tokenURL(_ client: SMARTClient, over line: FHIRLine) async throws(FHIRFailure) -> String {
        if let url = client.tokenURL { return url }
        let place = server.base.text + "/.well-known/smart-configuration"
        let request = DestinationRequest("GET", url: place, headers: [("Accept", "application/json")])
        let reply = try await line.plain(request, mayReuseConnection: true).reply
        // Absent is nil: reported as a server that publishes none.
        let json = reply.status == 200 ? try? WireJSON.decode(JSONValue.self, from: reply.body) : nil
        guard let url = json?["token_endpoint"]?.text else {
            throw .pause(
                "fhirToken",
                message: "the FHIR server does not name its token endpoint: set destination.fhir.token-url"
            )
        }
        // Absent is nil: an assertion must not be sent to another machine over plain HTTP.
        guard let checked = try? BaseURL(url, key: "token_endpoint") else {
            throw .pause(
                "fhirToken",
                message: "the FHIR server does not name an https token endpoint: set destination.fhir.token-url"
            )
        }
        return checked.written
    }
}
