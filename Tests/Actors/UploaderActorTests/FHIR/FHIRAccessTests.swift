import Crypto
import CryptoExtras
import Curl
import DeliveryRules
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing

@testable import UploaderActor

@Suite("How a site authenticates to a FHIR server")
struct FHIRAccessTests {
    private static let tokenURL = "https://auth.example/token"

    private func file(_ folder: TemporaryFolder, _ name: String, _ text: String) throws -> String {
        let path = folder.url.appending(path: name).path
        let bytes = Data(text.utf8)
        guard FileManager.default.createFile(atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
        else {
            throw Samples.Impossible()
        }
        return path
    }

    private func smart(_ folder: TemporaryFolder, key: String, tokenURL: String? = tokenURL) throws -> FHIRServer.Auth {
        .smart(
            SMARTClient(
                id: "hub-7",
                keyFile: try file(folder, "key", key),
                keyID: "k1",
                tokenURL: tokenURL,
                scope: "system/Observation.crus"
            )
        )
    }

    private func sells(_ token: String, lasts: Int = 300, _ chart: Chart) {
        chart.server.answer("POST \(Self.tokenURL)", 200, #"{"access_token":"\#(token)","expires_in":\#(lasts)}"#)
    }

    private func tokens(_ chart: Chart, _ start: String = "POST ") -> [String?] {
        chart.server.state.withLock { $0.requests }.filter {
            "\($0.method) \(ChartServer.place($0))".hasPrefix(start) && !$0.url.hasPrefix(Self.tokenURL)
        }.map { request in request.headers.first { $0.name == "Authorization" }?.value }
    }

    private func bought(_ chart: Chart) -> Int { chart.server.asked.filter { $0 == "POST \(Self.tokenURL)" }.count }

    @Test("the assertion for a token is signed, names the client twice and is valid for less than five minutes")
    func assertion() async throws {
        let folder = try TemporaryFolder()
        let key = P384.Signing.PrivateKey()
        let chart = try Chart(auth: try smart(folder, key: key.pemRepresentation))
        sells("t-1", chart)
        guard case .submitted = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
        let sent = try #require(
            chart.server.state.withLock { $0.requests }.first { $0.url == Self.tokenURL }?.body
        )
        var form: [String: String] = [:]
        for field in String(decoding: sent, as: UTF8.self).split(separator: "&") {
            let parts = field.split(separator: "=").map { String($0).removingPercentEncoding ?? "" }
            form[parts[0]] = parts[1]
        }
        #expect(form["grant_type"] == "client_credentials" && form["scope"] == "system/Observation.crus")
        #expect(form["client_id"] == "hub-7", "F20: some servers need it beside the word")
        let parts = try #require(form["client_assertion"]).split(separator: ".").map(String.init)
        let (header, claims) = (try json(parts[0]), try json(parts[1]))
        #expect(header == ChartServer.json(#"{"alg":"ES384","kid":"k1","typ":"JWT"}"#))
        #expect(claims["iss"] == .string("hub-7") && claims["sub"] == .string("hub-7"))
        #expect(claims["aud"] == .string(Self.tokenURL) && claims["jti"]?.text?.isEmpty == false)
        guard case .number(let begin)? = claims["iat"], case .number(let end)? = claims["exp"] else {
            throw Samples.Impossible()
        }
        #expect(begin == 1_786_000_000 && end - begin <= 300)
        let signature = try P384.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.bytes(parts[2])))
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        #expect(key.publicKey.isValidSignature(signature, for: SHA384.hash(data: signed)))
    }

    private func json(_ part: String) throws -> JSONValue {
        try WireJSON.decode(JSONValue.self, from: Array(try #require(Base64URL.bytes(part))))
    }

    @Test("keys are PEM or JWK, RSA or P-384; others are refused")
    func keys() throws {
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let curve = P384.Signing.PrivateKey()
        let scalar = Base64URL.text(curve.rawRepresentation)
        let jwk = #"{"kty":"EC","crv":"P-384","kid":"own","d":"\#(scalar)"}"#
        let all = [rsa.pemRepresentation, curve.pemRepresentation, jwk, #"{"keys":[{"kty":"EC"},\#(jwk)]}"#]
        let keys = all.map { SigningKey(Array($0.utf8)) }
        #expect(keys.map { $0?.algorithm } == ["RS384", "ES384", "ES384", "ES384"])
        #expect(keys.map { $0?.id } == [nil, nil, "own", "own"])
        let words = Array("words".utf8)
        let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(try keys[0]?.signature(words)))
        let digest = SHA384.hash(data: words)
        #expect(rsa.publicKey.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5))
        let small = P256.Signing.PrivateKey()
        let none = [
            "", "x", "{}", small.pemRepresentation, curve.publicKey.pemRepresentation, #"{"kty":"oct","k":"x"}"#,
        ]
        #expect(none.allSatisfy { SigningKey(Array($0.utf8)) == nil })
    }

    @Test("a token is requested once for all that wait, and again 30 s before it expires")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let clock = Mutex(ContinuousClock.now)
        let chart = try Chart(
            auth: try smart(folder, key: P384.Signing.PrivateKey().pemRepresentation),
            now: { clock.withLock { $0 } }
        )
        sells("t-1", chart)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...6 { group.addTask { try await chart.create(Samples.record(number)) } }
            try await group.waitForAll()
        }
        #expect(bought(chart) == 1)
        #expect(Set(tokens(chart)) == ["Bearer t-1"])
        clock.withLock { $0 += .seconds(269) }
        try await chart.create(Samples.record(7))
        #expect(bought(chart) == 1)
        clock.withLock { $0 += .seconds(2) }
        sells("t-2", chart)
        try await chart.create(Samples.record(8))
        #expect(bought(chart) == 2)
        #expect(tokens(chart).last == "Bearer t-2")
    }

    @Test("a refused token is replaced once, with the current key in the file", arguments: [401, 403])
    func refused(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        let auth = try smart(folder, key: P384.Signing.PrivateKey().pemRepresentation)
        let chart = try Chart(auth: auth)
        sells("t-1", chart)
        try await chart.create(Samples.record(1))
        _ = try file(folder, "key", _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation)
        chart.server.answer("POST ", status)
        sells("t-2", chart)
        // The fake server uses the first answer whose beginning fits; the transaction's is the one for its base.
        let outcome = try await chart.create(Samples.record(2))
        guard case .submitted = outcome else { throw Samples.Impossible() }
        #expect(tokens(chart).suffix(2) == ["Bearer t-1", "Bearer t-2"])
        chart.server.answer("POST ", status)
        sells("t-3", chart)
        chart.server.answer("POST ", status)
        guard case .destinationPaused(let error) = try await chart.create(Samples.record(3)) else {
            throw Samples.Impossible()
        }
        #expect(error.code == "http\(status)" && error.message.contains("destination.fhir.auth"))
    }

    @Test("a refused key pauses the destination with a sentence that tells where to look, without the key itself")
    func refusedKey() async throws {
        let folder = try TemporaryFolder()
        let key = P384.Signing.PrivateKey().pemRepresentation
        let chart = try Chart(auth: try smart(folder, key: key))
        let body = #"{"error":"invalid_client","error_description":"exp is in the past"}"#
        chart.server.answer("POST \(Self.tokenURL)", 400, body)
        guard case .destinationPaused(let error) = try await chart.create(Samples.record(1)) else {
            throw Samples.Impossible()
        }
        #expect(error.code == "fhirToken")
        for word in ["key-file", "clock", "invalid_client", "exp is in the past"] {
            #expect(error.message.contains(word), "\(word) in \(error.message)")
        }
        chart.server.answer("POST \(Self.tokenURL)", 503, retryAfter: "20")
        guard case .retry(.seconds(20)?, _) = try await chart.create(Samples.record(1)) else {
            throw Samples.Impossible()
        }
        for wrong in ["", "no key"] {
            let other = try Chart(auth: try smart(folder, key: wrong))
            guard case .destinationPaused(let error) = try await other.create(Samples.record(1)) else {
                throw Samples.Impossible()
            }
            #expect(error.code == "fhirKey" && other.server.asked.isEmpty)
        }
    }

    @Test("the server names its token address, which must be https")
    func discovery() async throws {
        let folder = try TemporaryFolder()
        let key = P384.Signing.PrivateKey().pemRepresentation
        for (endpoint, isGood) in [(Self.tokenURL, true), ("http://auth.example/token", false), ("", false)] {
            let chart = try Chart(auth: try smart(folder, key: key, tokenURL: nil))
            chart.server.set(".well-known/smart-configuration", #"{"token_endpoint":"\#(endpoint)"}"#)
            sells("t-1", chart)
            let outcome = try await chart.create(Samples.record(1))
            if isGood {
                guard case .submitted = outcome else { throw Samples.Impossible() }
            } else {
                guard case .destinationPaused(let error) = outcome else { throw Samples.Impossible() }
                #expect(error.message.contains("destination.fhir.token-url"))
            }
        }
    }

    @Test(
        "F02: tokens are requested at the address of the server or the site, with or without a final slash",
        arguments: ["", "/"]
    )
    func slash(_ end: String) async throws {
        let folder = try TemporaryFolder()
        let key = P384.Signing.PrivateKey().pemRepresentation
        let place = "https://auth.example/o/token\(end)"
        let chart = try Chart(auth: try smart(folder, key: key, tokenURL: nil))
        chart.server.set(".well-known/smart-configuration", #"{"token_endpoint":"\#(place)"}"#)
        chart.server.answer("POST \(place)", 200, #"{"access_token":"t","expires_in":300}"#)
        guard case .submitted = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
        let request = try #require(chart.server.state.withLock { $0.requests }.first { $0.url == place })
        let form = String(decoding: request.body ?? [], as: UTF8.self).split(separator: "&")
        let word = try #require(form.first { $0.hasPrefix("client_assertion=") }).dropFirst("client_assertion=".count)
        #expect(try json(String(word.split(separator: ".")[1]))["aud"] == .string(place))
    }

    @Test("a token file is read for each request, and not used if others can read it")
    func bearer() async throws {
        let folder = try TemporaryFolder()
        let path = try file(folder, "token", "one\n")
        let chart = try Chart(auth: .bearer(tokenFile: path))
        try await chart.create(Samples.record(1))
        _ = try file(folder, "token", "two")
        try await chart.create(Samples.record(2))
        #expect(tokens(chart) == ["Bearer one", "Bearer two"])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        guard case .destinationPaused(let error) = try await chart.create(Samples.record(3)) else {
            throw Samples.Impossible()
        }
        #expect(error.code == "fhirToken" && !error.message.contains("two"))
    }

    @Test("every request uses the certificate")
    func certificate() async throws {
        let chart = try Chart(auth: .certificate(.init(certificateFile: "/c", keyFile: "/k")))
        try await chart.create(Samples.record(1))
        let all = chart.server.state.withLock { $0.requests }
        #expect(!all.isEmpty && all.allSatisfy { $0.identity?.keyFile == "/k" })
    }
}
