import Crypto
import CryptoExtras
import FHIRSimulator
import Foundation
import SimulatedServer
import Testing

@Suite struct TokenTests {
    @Test("Only a token obtained with an assertion opens the server", arguments: ["ES384", "RS384"])
    func whole(algorithm: String) async throws {
        let signer = try Signer(algorithm)
        try await Self.with(signer) { fixture in
            let refused = try await fixture.put("a")
            #expect(refused.status == 401 && refused.header("WWW-Authenticate") == "Bearer")
            #expect(try await fixture.send("GET", "/metadata").status == 200)
            let smart = try await fixture.send("GET", "/.well-known/smart-configuration").body
            #expect(smart?["token_endpoint"]?.string == Signer.audience)
            let token = try #require(
                try await Self.ask(fixture, assertion: try signer.assertion()).body?["access_token"]?.string
            )
            let headers = ["Authorization": "Bearer \(token)"]
            let body = Samples.observation(id: "a")
            #expect(try await fixture.send("PUT", "/Observation/a", body: body, headers: headers).status == 201)
            let device = #"{"resourceType":"Device","id":"d"}"#
            #expect(try await fixture.send("PUT", "/Device/d", body: device, headers: headers).status == 403)
            _ = try await fixture.send("POST", "/_control/revoke")
            let ended = try await fixture.send("PUT", "/Observation/a", body: body, headers: headers)
            #expect(ended.status == 401 && ended.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
        }
    }

    @Test("An assertion with another client, audience, time or key is refused, and so is a used one")
    func refusals() async throws {
        let signer = try Signer("ES384")
        try await Self.with(signer) { fixture in
            for (assertion, text) in [
                (try signer.assertion(["iss": "other"]), "registered client"),
                (try signer.assertion(["aud": "http://server/other"]), "aud must be"),
                (try signer.assertion(["exp": Date().timeIntervalSince1970 + 600]), "five minutes"),
                (try signer.assertion(["exp": Date().timeIntervalSince1970 - 1]), "five minutes"),
                (try signer.assertion(header: ["kid": "other"]), "no key"),
                (try signer.assertion(header: ["alg": "HS256"]), "alg must be"),
                (try signer.assertion() + "A", "not a signed JSON Web Token"),
                (try Signer("ES384").assertion(), "signature does not fit"),
            ] {
                let reply = try await Self.ask(fixture, assertion: assertion)
                #expect(reply.status == 400)
                #expect(
                    reply.body?["error_description"]?.string?.contains(text) == true,
                    "\(text): \(String(describing: reply.body))"
                )
            }
            let once = try signer.assertion()
            #expect(try await Self.ask(fixture, assertion: once).status == 200)
            #expect(
                try await Self.ask(fixture, assertion: once).body?["error_description"]?.string?.contains("jti") == true
            )
        }
    }

    @Test("An expired key is refused, and the next key of a rotation accepted")
    func rotation() async throws {
        let (old, new) = (try Signer("ES384", keyID: "old"), try Signer("RS384", keyID: "new"))
        try await Self.with(old) { fixture in
            func set(_ keys: [[String: Any]]) async throws {
                let body = try JSONSerialization.data(withJSONObject: ["id": "hub", "keys": ["keys": keys]])
                #expect(
                    try await fixture.send("POST", "/_control/clients", body: String(decoding: body, as: UTF8.self))
                        .status == 200
                )
            }
            try await set([old.key, new.key])
            #expect(try await Self.ask(fixture, assertion: try new.assertion()).status == 200)
            #expect(try await Self.ask(fixture, assertion: try old.assertion()).status == 200)
            try await set([old.key.merging(["expires": 1]) { $1 }, new.key])
            let ended = try await Self.ask(fixture, assertion: try old.assertion())
            #expect(ended.status == 400 && ended.body?["error_description"]?.string?.contains("expired") == true)
        }
    }

    private static func with(_ signer: Signer, _ body: @escaping @Sendable (Fixture) async throws -> Void) async throws
    {
        let keys = try JSONSerialization.data(withJSONObject: ["keys": [signer.key]])
        var configuration = FHIRServerConfiguration()
        configuration.clients = [
            SimulatedClient(id: "hub", keys: try JSONDecoder().decode(JSONWebKeySet.self, from: keys))
        ]
        try await Fixture.with(configuration, body)
    }

    private static func ask(_ fixture: Fixture, assertion: String) async throws -> Reply {
        let form = [
            "grant_type=client_credentials", "scope=system/Observation.cru",
            "client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer",
            "client_assertion=\(assertion)",
        ]
        let headers = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await fixture.send("POST", "/token", body: form.joined(separator: "&"), headers: headers)
    }
}

/// A client's key, which signs assertions.
struct Signer: Sendable {
    static let audience = "http://server/fhir/token"

    private enum Secret: Sendable {
        case elliptic(P384.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    private let secret: Secret
    private let algorithm: String
    private let keyID: String

    init(_ algorithm: String, keyID: String = "k") throws {
        self.algorithm = algorithm
        self.keyID = keyID
        secret =
            algorithm == "RS384"
            ? .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)) : .elliptic(P384.Signing.PrivateKey())
    }

    /// The public key as a JWK.
    var key: [String: Any] {
        switch secret {
        case .elliptic(let key):
            let raw = key.publicKey.rawRepresentation
            return [
                "kty": "EC", "crv": "P-384", "kid": keyID, "x": Self.text(raw.prefix(48)),
                "y": Self.text(raw.suffix(48)),
            ]
        case .rsa(let key):
            let parts = try? key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "kid": keyID, "n": Self.text(parts?.modulus ?? Data()),
                "e": Self.text(parts?.publicExponent ?? Data()),
            ]
        }
    }

    /// A signed assertion, with some claims or header fields changed.
    func assertion(_ changes: [String: Any] = [:], header more: [String: Any] = [:]) throws -> String {
        let header: [String: Any] = ["alg": algorithm, "kid": keyID, "typ": "JWT"].merging(more) { $1 }
        var claims: [String: Any] = [
            "iss": "hub", "sub": "hub", "aud": Self.audience, "jti": UUID().uuidString,
            "exp": Date().timeIntervalSince1970.rounded() + 200,
        ]
        claims.merge(changes) { $1 }
        claims["exp"] = (claims["exp"] as? Double).map { Int($0) }
        if let issuer = changes["iss"] { claims["sub"] = issuer }
        let signed = try [header, claims].map { Self.text(try JSONSerialization.data(withJSONObject: $0)) }.joined(
            separator: "."
        )
        let signature =
            switch secret {
            case .elliptic(let key): try key.signature(for: Data(signed.utf8)).rawRepresentation
            case .rsa(let key):
                try key.signature(for: SHA384.hash(data: Data(signed.utf8)), padding: .insecurePKCS1v1_5)
                    .rawRepresentation
            }
        return "\(signed).\(Self.text(signature))"
    }

    private static func text(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
