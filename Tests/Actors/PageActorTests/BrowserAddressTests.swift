import ActorRuntime
import Testing

@testable import PageActor

@Suite struct BrowserAddressTests {
    @Test(arguments: [
        ("0.0.0.0:8470", "192.168.1.10", "192.168.1.10:9"), ("[::]:8470", "fd00::1", "[fd00::1]:9"),
        ("0.0.0.0:8470", nil, "0.0.0.0:9"), ("127.0.0.1:8470", "192.168.1.10", "127.0.0.1:9"),
        ("10.0.0.2:8470", "192.168.1.10", "10.0.0.2:9"),
    ])
    func aBrowserGetsAnAddressThatItCanOpen(text: String, known: String?, shown: String) throws {
        let address = try ListenAddress(text, key: "page.address", example: "")
        #expect(address.text(port: 9, reachedAt: known) == shown)
    }
}
