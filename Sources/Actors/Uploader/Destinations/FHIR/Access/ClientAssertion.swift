internal import FoundationEssentials
internal import MessageBus

/// The signed assertion that a client exchanges for a token (RFC 7523; SMART App Launch 2.2, backend services).
enum ClientAssertion {
    /// How long an assertion is valid: the standard allows at most five minutes.
    static let lifetime: TimeInterval = 240

    /// Makes an assertion.
    ///
    /// - Parameters:
    ///   - client: The client's id, which is both issuer and subject.
    ///   - audience: The token endpoint.
    ///   - key: The private key.
    ///   - keyID: The key's id at the server; nil takes the id in the key.
    ///   - name: The unique id of this assertion (`jti`).
    /// - Throws: Errors of signing.
    static func make(
        client: String,
        audience: String,
        key: SigningKey,
        keyID: String?,
        name: UUID = UUID(),
        at time: Date
    ) throws -> String {
        var header: [String: JSONValue] = ["alg": .string(key.algorithm), "typ": .string("JWT")]
        header["kid"] = (keyID ?? key.id).map(JSONValue.string)
        let claims: [String: JSONValue] = [
            "iss": .string(client), "sub": .string(client), "aud": .string(audience), "jti": .string(name.uuidString),
            "iat": seconds(time), "exp": seconds(time.addingTimeInterval(lifetime)),
        ]
        let parts = try [header, claims].map { Base64URL.text(try WireJSON.encode(JSONValue.object($0))) }
        let signed = parts.joined(separator: ".")
        return signed + "." + Base64URL.text(try key.signature(Array(signed.utf8)))
    }

    private static func seconds(_ time: Date) -> JSONValue {
        .number(Decimal(Int64(exactly: time.timeIntervalSince1970.rounded(.down)) ?? 0))
    }

    /// The form that sends an assertion.
    ///
    /// Includes the client's id, which is optional (RFC 7521 section 4.2) but required by some servers.
    static func form(_ assertion: String, client: String, scope: String) -> [UInt8] {
        let fields = [
            ("grant_type", "client_credentials"), ("scope", scope), ("client_id", client),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion),
        ]
        return Array(fields.map { "\($0)=\(PathTemplate.encoded($1))" }.joined(separator: "&").utf8)
    }
}
