import ActorRuntime
import BusContract
import Foundation
import Hummingbird
import Testing

@testable import PageActor

/// Checks the keys of proxies and ingress, the cookies below a base, and sessions that a header begins.
@Suite struct PageDoorTests {
    private func doors(_ flags: [String: String], address: String = "127.0.0.1:8470") throws -> PageDoors {
        let all = ["site": "home", "hub": "site"].merging(flags) { $1 }
        let configuration = try ConfigurationLoader(PageActor.self, actors: []).load(
            ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        )
        return try PageDoors(configuration, address: ListenAddress(address, key: "", example: ""))
    }

    @Test func everythingIsClosedByDefault() throws {
        let doors = try doors([:])
        #expect(doors.proxies == PageProxies(base: .root, trusted: [], header: nil))
        #expect(doors.ingress == nil && doors.frames == "'none'")
    }

    @Test func theKeysAreRead() throws {
        let doors = try doors([
            "base-path": "/hub1/", "trusted-proxies": "::ffff:10.0.0.2,FD00::1",
            "frame-ancestors": "self,https://a.b:8",
            "ingress.address": "0.0.0.0:8099", "ingress.role": "viewer", "ingress.operators": "0123456789abcdef",
        ])
        #expect(doors.proxies.base.prefix == "/hub1" && doors.proxies.trusted == ["10.0.0.2", "fd00::1"])
        #expect(doors.frames == "'self' https://a.b:8")
        #expect(doors.ingress?.proxy == "172.30.32.2" && doors.ingress?.role == Rights(role: .viewer, seat: nil))
    }

    @Test func aHeaderOfTheBrowsersAddressNeedsATrustedProxy() throws {
        let header = ["proxy-header": "X-Forwarded-For"]
        #expect(try doors(header).proxies.trusted == ["127.0.0.1", "::1"])
        #expect(throws: RuntimeError.self) { try doors(header, address: "0.0.0.0:8470") }
        let named = header.merging(["trusted-proxies": "10.0.0.2"]) { $1 }
        #expect(try doors(named, address: "0.0.0.0:8470").proxies.trusted == ["10.0.0.2"])
    }

    @Test(arguments: [
        ("base-path", "hub1"), ("base-path", "/a//b"), ("base-path", "/../a"), ("base-path", "/a b"),
        ("base-path", "/" + String(repeating: "a", count: 200)), ("trusted-proxies", "proxy.example"),
        ("trusted-proxies", "10.0.0.0/8"), ("frame-ancestors", "*"), ("frame-ancestors", "https://*.example"),
        ("frame-ancestors", "self; script-src *"), ("ingress.operators", "ann"), ("ingress.role", "operator"),
        ("ingress.address", "8099"), ("ingress.proxy", "supervisor"), ("proxy-header", "a b"),
    ])
    func aWrongValueIsRefused(key: String, value: String) {
        let flags = ["ingress.address": "0.0.0.0:8099"].merging([key: value]) { $1 }
        #expect(throws: RuntimeError.self) { try doors(flags) }
    }

    @Test func cookiesAndRedirectsStayBelowTheBase() throws {
        let way = PageWay(base: try #require(PageBase("/hub1")), host: "a", isSecure: true)
        for cookie in [PageReply.kiosk("t", way: way), PageReply.language("de", way: way)] {
            #expect(cookie.path == "/hub1/" && cookie.secure && cookie.httpOnly)
        }
        #expect(PageReply.redirect(to: "/held", way: way).headers[.location] == "/hub1/held")
        #expect(PageReply.redirect(to: "/held", way: PageWay()).headers[.location] == "/held")
        #expect(PageReply.kiosk("t", way: PageWay()).path == "/")
    }

    @Test func theReferrerIsAPathOfThePage() throws {
        let way = PageWay(base: try #require(PageBase("/hub1")), host: "ha:8123")
        func referrer(_ text: String) -> String? {
            let request = Request(
                head: .init(method: .post, scheme: "http", authority: "x", path: "/", headerFields: [.referer: text]),
                body: .init(buffer: .init())
            )
            return PageBack.referrer(request, way: way)
        }
        #expect(referrer("https://ha:8123/hub1/held") == "/held")
        #expect(referrer("https://ha:8123/other/held") == nil)
        #expect(referrer("https://x/hub1/held") == nil)
        #expect(referrer("https://ha:8123/hub1//evil.example") == nil)
    }

    @Test func aGuestsSessionEndsAfterAShift() throws {
        var guests = PageGuests()
        let (ann, start) = (
            try #require(PageGuest(id: "0123456789abcdef", name: "Ann")), Date(timeIntervalSince1970: 0)
        )
        let first = guests.enter(ann, rights: .wholeSite, now: start)
        #expect(first.isNew && first.session.isGuest && first.session.name == "Ann (Home Assistant 0123456789abcdef)")
        #expect(!guests.enter(ann, rights: .wholeSite, now: start + 60).isNew)
        #expect(guests.now(first.session, now: start + 61)?.rights == .wholeSite)
        // An open stream sees other rights at the next request.
        _ = guests.enter(ann, rights: Rights(role: .viewer, seat: nil), now: start + 62)
        #expect(guests.now(first.session, now: start + 63)?.rights == Rights(role: .viewer, seat: nil))
        #expect(guests.now(first.session, now: start + 62 + PageSessions.idle) == nil)
    }

    @Test func aGuestsFormTokenCannotBeMadeFromTheId() throws {
        let ann = try #require(PageGuest(id: "0123456789abcdef", name: "Ann"))
        let tokens = (0..<2).map { _ in
            var guests = PageGuests()
            return guests.enter(ann, rights: .wholeSite, now: Date(timeIntervalSince1970: 0)).session.csrf
        }
        #expect(tokens[0] != tokens[1])
    }
}
