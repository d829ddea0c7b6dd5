import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

@Suite("tokens of sessions") struct SessionTokensTests {
    private let key: SiteKey
    private var tokens: SessionTokens { SessionTokens(site: "home", siteKey: { [key] in key }) }

    init() throws {
        let folder = try TemporaryFolder()
        key = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
    }

    private func body(_ token: String) throws -> StartSession {
        let sealed = Data(try key.seal(Array(token.utf8), context: SessionTokens.use))
        return StartSession(
            seat: "bed-1",
            userID: "ann",
            organizationID: "org",
            sealedToken: sealed.base64EncodedString()
        )
    }

    @Test("a token that the site's key opens is accepted unchanged")
    func sealed() throws {
        let body = try body("secret")
        #expect(try tokens.sealed(SessionTokens.Form(body)).base64EncodedString() == body.sealedToken)
    }

    @Test("an unsealed token, a foreign one and a missing one are refused")
    func refused() throws {
        var open = try body("secret")
        open.accessToken = "secret"
        var foreign = try body("secret")
        foreign.sealedToken = Data("not sealed".utf8).base64EncodedString()
        var none = try body("secret")
        none.sealedToken = nil
        for body in [open, foreign, none] {
            let error = #expect(throws: BusError.self) { try tokens.sealed(SessionTokens.Form(body)) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test("without the site's key no sealing state is published")
    func noKey() {
        struct Missing: Error {}
        #expect(SessionTokens(site: "home", siteKey: { throw Missing() }).sealingState == nil)
        #expect(tokens.sealingState?.kid == key.publicKeyID)
    }
}
