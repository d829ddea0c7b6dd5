import Foundation
import SimulatedServer

/// A client that may request tokens.
public struct SimulatedClient: Codable, Sendable {
    /// The client's id.
    public var id: String
    /// Its public keys.
    public var keys: JSONWebKeySet
    /// The scopes that it may request; nil for all.
    public var scopes: [String]?

    /// Creates a client.
    public init(id: String, keys: JSONWebKeySet, scopes: [String]? = nil) {
        self.id = id
        self.keys = keys
        self.scopes = scopes
    }
}

/// What a token allows.
struct TokenGrant: Sendable {
    let scopes: [String]
    let until: Date

    /// Refuses an operation that no scope allows: `system/TYPE.cruds` of SMART 2, `system/TYPE.write` of SMART 1.
    func check(_ type: String, writes: Bool) throws(Refusal) {
        let isAllowed = scopes.contains { scope in
            let parts = scope.split(separator: "?")[0].split(separator: "/", maxSplits: 1)
            guard parts.count == 2, parts[0] == "system" else { return false }
            let rights = parts[1].split(separator: ".", maxSplits: 1).map(String.init)
            guard rights.count == 2, rights[0] == "*" || rights[0] == type else { return false }
            if ["*", writes ? "write" : "read"].contains(rights[1]) { return true }
            return rights[1].allSatisfy { "cruds".contains($0) }
                && rights[1].contains { (writes ? "cu" : "rs").contains($0) }
        }
        guard isAllowed else {
            throw .outcome(
                403,
                code: "forbidden",
                text: "No scope of the token allows it: \(scopes.joined(separator: " "))"
            )
        }
    }
}

/// SMART's backend services: exchanges a signed assertion for a token valid for some minutes.
struct TokenDesk: Sendable {
    private var clients: [String: SimulatedClient]
    private var grants: [String: TokenGrant] = [:]
    /// The used assertions, with their times of expiry.
    private var used: [String: Date] = [:]

    init(_ clients: [SimulatedClient]) {
        self.clients = Dictionary(clients.map { ($0.id, $0) }) { _, last in last }
    }

    var isSecured: Bool { !clients.isEmpty }

    mutating func set(_ client: SimulatedClient) { clients[client.id] = client }

    mutating func revoke() { grants = [:] }

    /// The grant of a token; refuses an unknown or expired one.
    func grant(of token: String?, now: Date) throws(Refusal) -> TokenGrant {
        guard let grant = token.flatMap({ grants[$0] }), grant.until > now else {
            var answer = FHIRAnswer.outcome(401, code: token == nil ? "login" : "expired", text: "No valid token")
            answer.headers["WWW-Authenticate"] = token == nil ? "Bearer" : "Bearer error=\"invalid_token\""
            throw Refusal(answer)
        }
        return grant
    }

    /// The answer of the token endpoint.
    mutating func token(form: [String: String], audience: String, now: Date, life: Int) -> Answer {
        do throws(OAuthRefusal) {
            guard form["grant_type"] == "client_credentials" else {
                throw OAuthRefusal("unsupported_grant_type", text: "only client_credentials")
            }
            guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                let text = form["client_assertion"]
            else { throw OAuthRefusal("invalid_request", text: "a client_assertion of the type jwt-bearer is needed") }
            let assertion = try SignedAssertion(text)
            let client = try check(assertion, audience: audience, now: now)
            return issue(to: client, scope: form["scope"] ?? "", now: now, life: life)
        } catch {
            return Answer(400, body: ["error": .string(error.code), "error_description": .string(error.text)])
        }
    }

    private mutating func check(
        _ assertion: SignedAssertion,
        audience: String,
        now: Date
    ) throws(OAuthRefusal) -> SimulatedClient {
        guard assertion.issuer == assertion.subject, let client = clients[assertion.issuer] else {
            throw OAuthRefusal("invalid_client", text: "iss and sub must be a registered client")
        }
        guard assertion.audiences.contains(audience) else {
            throw OAuthRefusal("invalid_client", text: "aud must be \(audience)")
        }
        guard assertion.until > now, assertion.until.timeIntervalSince(now) <= 300 else {
            throw OAuthRefusal("invalid_client", text: "exp must be within five minutes")
        }
        let reference = "\(client.id) \(assertion.id)"
        used = used.filter { $0.value > now }
        guard !assertion.id.isEmpty, used[reference] == nil else {
            throw OAuthRefusal("invalid_client", text: "jti was used before, or is missing")
        }
        guard let key = client.keys.keys.first(where: { $0.kid == assertion.keyID }) else {
            throw OAuthRefusal("invalid_client", text: "no key of the client is '\(assertion.keyID)'")
        }
        if let end = key.expires, Date(timeIntervalSince1970: end) <= now {
            throw OAuthRefusal("invalid_client", text: "the key '\(assertion.keyID)' has expired")
        }
        guard assertion.isSigned(by: key) else {
            throw OAuthRefusal("invalid_client", text: "the signature does not fit the key '\(assertion.keyID)'")
        }
        used[reference] = assertion.until
        return client
    }

    private mutating func issue(to client: SimulatedClient, scope: String, now: Date, life: Int) -> Answer {
        let wanted = scope.split(separator: " ").map(String.init)
        let given = wanted.filter { client.scopes?.contains($0) ?? true }
        guard !given.isEmpty else {
            return Answer(
                400,
                body: ["error": "invalid_scope", "error_description": "none of the scopes can be given"]
            )
        }
        let token = UUID().uuidString
        grants[token] = TokenGrant(scopes: given, until: now.addingTimeInterval(Double(life)))
        var answer = Answer(
            200,
            body: [
                "access_token": .string(token), "token_type": "bearer", "expires_in": .integer(life),
                "scope": .string(given.joined(separator: " ")),
            ]
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer
    }
}

/// An error of the token endpoint by RFC 6749.
struct OAuthRefusal: Error {
    let code: String
    let text: String

    init(_ code: String, text: String) {
        self.code = code
        self.text = text
    }
}
