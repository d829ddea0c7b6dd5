import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

/// Tokens sealed with the site's public key.
@Suite struct SealingTests {
    /// The test vector in topics/session-manager.md: site key 00 to 1f, ephemeral key 20 to 3f.
    private static let vector = HPKEToken(
        kid: "481922003316c67e",
        enc: "NYBy1jZYgNGu6jKa35EhODhR7SGijjt16WXQ0s0WYlQ=",
        ciphertext: "Z2QrsO/sFI4sNMG6WgOjoS/oPDsem6glMYyE"
    )

    private func key() throws -> SiteKey {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "site-key").path
        try Data(0..<32).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return try SiteKey.load(path, createIfMissing: false)
    }

    private func open(_ token: HPKEToken, aad: String) throws -> [UInt8] {
        try key().openSealedForSite(
            Array(try #require(Data(base64Encoded: token.ciphertext))),
            encapsulatedKey: Array(try #require(Data(base64Encoded: token.enc))),
            info: SiteKey.tokenInfo,
            aad: aad
        )
    }

    @Test func theDocumentedVectorOpens() throws {
        #expect(try key().publicKeyID == Self.vector.kid)
        #expect(Data(try key().publicKey).base64EncodedString() == "yTqU12rnzLOKYyjMzDK7cZdMuJsyyzl/Hz/xga1IgGI=")
        #expect(try open(Self.vector, aad: "lindenhof/bed-a/resident-0042") == Array("open sesame".utf8))
    }

    @Test(arguments: [
        "lindenhof/bed-b/resident-0042", "lindenhof/bed-a/resident-0043", "other/bed-a/resident-0042", "",
    ])
    func itOpensForNoOtherSiteSeatOrUser(aad: String) throws {
        #expect(throws: RuntimeError.self) { try open(Self.vector, aad: aad) }
    }

    @Test func theSitesPublicKeyIsRetained() async throws {
        let site = try SessionSite()
        try await site.running { _ in
            let filter = try TopicFilter("vitalbus/v1/home/site/state/sealing")
            let subscription = try await site.broker.connect().subscribe(to: [filter])
            let message = try #require(await subscription.first { _ in true })
            let state = try Envelope<SealingState>.decode(message.payload).data
            #expect(state.algorithm == .hpke)
            #expect(state.kid == site.key.publicKeyID)
            #expect(Data(base64Encoded: state.publicKey) == Data(site.key.publicKey))
        }
    }

    @Test(arguments: ["kid", "enc", "ciphertext", "both"])
    func whatDoesNotOpenIsRefused(part: String) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            var token = HPKEToken(kid: site.key.publicKeyID, enc: Self.vector.enc, ciphertext: Self.vector.ciphertext)
            if part == "kid" { token.kid = "0123456789abcdef" }
            if part == "enc" { token.enc = "AAAA" }
            var body = try manager.startOf("bed-1")
            if part != "both" { body.sealedToken = nil }
            body.hpkeToken = token
            let error = await #expect(throws: BusError.self) {
                _ = try await manager.call(SessionOperations.startSession, body)
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.isRetriable == false)
        }
    }
}
