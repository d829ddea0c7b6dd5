import ActorRuntime
import BusContract
import HTTPTypes
import Testing

@testable import PageActor

/// Checks which way a request came, and that headers of others than the named proxies change nothing.
@Suite struct PageWayTests {
    private static let supervisor = "172.30.32.2"
    private static let id = "0123456789abcdef0123456789abcdef"
    private static let prefix = "/api/hassio_ingress/aB3-_x"
    private static let real = [("X-Ingress-Path", prefix), ("X-Remote-User-Id", id), ("X-Forwarded-Host", "ha:8123")]

    /// Every header that a proxy may send, as an outsider forges them.
    private static let forged = [
        ("X-Ingress-Path", "/evil"), ("X-Remote-User-Id", id), ("X-Remote-User-Name", "ann"),
        ("X-Remote-User-Display-Name", "Ann"), ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-For", "10.9.9.9"), ("X-Forwarded-Prefix", "/evil"), ("Forwarded", "host=evil.example"),
    ]

    private func head(_ path: String, host: String = "127.0.0.1:8470", _ headers: [(String, String)]) -> HTTPRequest {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return HTTPRequest(method: .get, scheme: "http", authority: host, path: path, headerFields: fields)
    }

    private func own(_ base: String = "/", trusted: Set<String> = [], isSecure: Bool = false) throws -> PageEntry {
        let header = try #require(HTTPField.Name("X-Forwarded-For"))
        let base = try #require(PageBase(base))
        return .own(isSecure: isSecure, proxies: PageProxies(base: base, trusted: trusted, header: header))
    }

    private func ingress(role: Rights? = IngressRole.caregiver.rights, operators: Set<String> = []) throws
        -> PageIngress
    {
        let address = try ListenAddress("0.0.0.0:8099", key: "", example: "")
        return PageIngress(address: address, proxy: Self.supervisor, role: role, operators: operators)
    }

    private func way(_ passage: PagePassage) throws -> PageWay {
        guard case .pages(_, let way) = passage else {
            Issue.record("\(passage)")
            throw PageError(.notFound, text: "")
        }
        return way
    }

    @Test(arguments: ["127.0.0.1", "192.168.1.77", "172.30.32.2", "::1", "unknown"])
    func forgedHeadersOfAnotherAddressChangeNothing(peer: String) throws {
        let entry = try own(trusted: ["192.168.1.2"])
        let plain = entry.passage(of: head("/held", []), peer: peer)
        #expect(entry.passage(of: head("/held", Self.forged), peer: peer) == plain)
        #expect(plain == .pages(path: "/held", way: PageWay(host: "127.0.0.1:8470", peer: peer)))
    }

    @Test func aTrustedProxyNamesHostSchemeAndBrowserButNoUserAndNoPath() throws {
        let entry = try own(trusted: ["192.168.1.2"])
        let way = try way(entry.passage(of: head("/held", Self.forged), peer: "192.168.1.2"))
        #expect(way.host == "evil.example" && way.isNamed && way.isSecure && way.peer == "10.9.9.9" && !way.isDirect)
        #expect(way.base == .root && way.guest == nil && !way.isIngress)
        #expect(way.url("/held") == "https://evil.example/held")
    }

    @Test(arguments: [("::ffff:192.168.1.2", true), ("::FFFF:192.168.1.2", true), ("::ffff:192.168.1.3", false)])
    func anIPv4ProxyIsKnownAtAnIPv6Socket(peer: String, isKnown: Bool) throws {
        let way = try way(own(trusted: ["192.168.1.2"]).passage(of: head("/", Self.forged), peer: peer))
        #expect(way.isNamed == isKnown)
    }

    @Test(arguments: ["a b", "evil.example/x", "a,b", "<b>", "", "ä.example"])
    func aHostThatIsNoneIsNotTaken(host: String) throws {
        let way = try way(own(trusted: ["::1"]).passage(of: head("/", [("X-Forwarded-Host", host)]), peer: "::1"))
        #expect(way.host == "127.0.0.1:8470" && !way.isNamed)
    }

    @Test(arguments: [
        ("/hub1/", Place.inside("/")), ("/hub1/held?page=2", .inside("/held?page=2")), ("/hub1", .moved),
        ("/hub1?a=b", .moved), ("/", .outside), ("/hub12/", .outside), ("/held", .outside),
        ("/health", .inside("/health")),
        ("/hub1/health", .inside("/health")), ("//hub1/", .outside), ("/hub1//evil", .inside("//evil")),
    ])
    func theConfiguredBaseIsTakenFromThePath(path: String, expected: Place) throws {
        switch try own("/hub1").passage(of: head(path, []), peer: "::1") {
        case .pages(let path, _): #expect(expected == .inside(path))
        case .moved(let to): #expect(expected == .moved && to == "/hub1/")
        case .elsewhere(let to): #expect(expected == .outside && to == "/hub1/")
        case .closed: Issue.record("closed")
        }
    }

    enum Place: Sendable, Equatable {
        case inside(String)
        case moved
        case outside
    }

    @Test func theIngressNamesPathHostAndUser() throws {
        let entry = PageEntry.ingress(try ingress())
        let headers = Self.real + [("X-Remote-User-Display-Name", "Ann<b>\u{202E}"), ("X-Forwarded-Proto", "https")]
        guard case .pages("/held", let way) = entry.passage(of: head("/held", headers), peer: Self.supervisor) else {
            Issue.record("not let in")
            return
        }
        #expect(way.url("/held") == "https://ha:8123\(Self.prefix)/held")
        #expect(way.guest?.id == Self.id && way.guest?.name == "Annb" && way.isIngress && !way.isDirect)
        #expect(way.peer == "ingress \(Self.id)")
    }

    @Test(arguments: ["127.0.0.1", "172.30.32.1", "172.30.33.5", "::ffff:172.30.33.5", "unknown", ""])
    func theIngressDoorIsClosedToOtherAddresses(peer: String) throws {
        let entry = PageEntry.ingress(try ingress())
        #expect(entry.passage(of: head("/held", Self.real), peer: peer) == .closed)
        // The same headers come in from the Supervisor, so it is the address that closes.
        #expect(entry.passage(of: head("/held", Self.real), peer: Self.supervisor) != .closed)
    }

    @Test(arguments: [
        "", "/", "evil", "//evil", "/a//b", "/a/../b", "/./a", "/a b", "/a?b", "/a%2e", "/ä", "/a\"b", "/...",
    ])
    func anIngressPathThatIsNoneClosesTheDoor(path: String) throws {
        let headers = [("X-Ingress-Path", path), ("X-Remote-User-Id", Self.id)]
        #expect(PageEntry.ingress(try ingress()).passage(of: head("/", headers), peer: Self.supervisor) == .closed)
    }

    @Test func aHeaderThatCameTwiceIsNotBelieved() throws {
        let entry = PageEntry.ingress(try ingress())
        let twice = Self.real + [("x-remote-user-id", "fedcba9876543210fedcba9876543210")]
        #expect(try way(entry.passage(of: head("/", twice), peer: Self.supervisor)).guest == nil)
        #expect(try way(entry.passage(of: head("/", Self.real), peer: Self.supervisor)).guest != nil)
        let paths = Self.real + [("X-Ingress-Path", "/evil")]
        #expect(entry.passage(of: head("/", paths), peer: Self.supervisor) == .closed)
    }

    @Test(arguments: ["", "ann", "a,b,c,d,e", "ann smith", "<script>", "../../x"])
    func anIdThatIsNotHomeAssistantsIsNoUser(id: String) throws {
        let headers = [("X-Ingress-Path", Self.prefix), ("X-Remote-User-Id", id)]
        let entry = PageEntry.ingress(try ingress())
        #expect(try way(entry.passage(of: head("/", headers), peer: Self.supervisor)).guest == nil)
    }

    @Test func onlyNamedUsersAreOperators() throws {
        let ann = try #require(PageGuest(id: Self.id, name: "Ann"))
        // Names are not unique, and not every user has one.
        let other = try #require(PageGuest(id: "fedcba9876543210fedcba9876543210", name: Self.id))
        let door = try ingress(operators: [ann.id])
        #expect(door.rights(of: ann)?.operates == true)
        #expect(door.rights(of: other) == Rights(role: .caregiver, seat: nil))
        #expect(try ingress().rights(of: ann)?.operates == false)
        #expect(try ingress(role: nil).rights(of: ann) == nil)
    }
}
