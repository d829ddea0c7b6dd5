import BusContract
import Foundation
import Logging
import MessageBus
import SiteRecords
import Testing
import VitalRecords

@testable import PageActor

private let start = Date(timeIntervalSince1970: 1_790_000_000)

@Suite struct LoginPatienceTests {
    private let ward = "192.0.2.7"

    private func who(_ name: String, _ address: String? = nil) -> LoginPatience.Who { .init(name, at: address ?? ward) }

    @Test func whoIsWrongTooOftenWaitsLongerEachTime() {
        var patience = LoginPatience()
        for _ in 0..<LoginPatience.free {
            #expect(patience.wait(who("a"), now: start) == 0)
            patience.noteWrong(who("a"), now: start)
        }
        #expect(patience.wait(who("a"), now: start) == 10)
        #expect(patience.wait(who("a"), now: start + 10) == 0)
        patience.noteWrong(who("a"), now: start + 10)
        #expect(patience.wait(who("a"), now: start + 10) == 20)
        #expect(patience.wait(who("b"), now: start + 10) == 0, "another account of the ward")
        #expect(patience.wait(who("a", "198.51.100.1"), now: start + 10) == 0, "its owner elsewhere")
        patience.noteRight(who("a"), now: start + 10)
        #expect(patience.wait(who("a"), now: start + 10) == 0)
    }

    /// One address of forty people: what each got wrong once is forgiven by their right password.
    @Test func aWardNeverWaitsForItsSlips() {
        var patience = LoginPatience()
        for number in 0..<100 {
            let nurse = who("nurse-\(number % 40)")
            patience.noteWrong(nurse, now: start)
            #expect(patience.wait(nurse, now: start) == 0, "\(number)")
            patience.noteRight(nurse, now: start)
        }
    }

    /// Each account tried once is no way around: the address waits, but for who is known there.
    @Test func anAddressThatTriesManyAccountsWaits() {
        var patience = LoginPatience()
        patience.noteRight(who("known"), now: start)
        for number in 0..<LoginPatience.freeOfAddress {
            #expect(patience.wait(who("next"), now: start) == 0)
            patience.noteWrong(who("tried-\(number)"), now: start)
        }
        #expect(patience.wait(who("next"), now: start) == 10)
        #expect(patience.wait(who("known"), now: start) == 0)
        #expect(patience.wait(who("next", "198.51.100.1"), now: start) == 0)
        patience.noteRight(who("tried-0"), now: start)
        #expect(patience.wait(who("next"), now: start) == 0, "its own slip is forgiven, and no other")
        #expect(patience.wait(who("next"), now: start + LoginPatience.memory + 1) == 0)
    }

    @Test func itRemembersABoundedNumberAndNoWaitIsForEver() {
        var patience = LoginPatience()
        for number in 0..<(LoginPatience.most + 50) {
            patience.noteWrong(who("\(number)", "\(number)"), now: start + Double(number))
        }
        for _ in 0..<200 { patience.noteWrong(who("x"), now: start + 90_000) }
        #expect(patience.wait(who("x"), now: start + 90_000) == LoginPatience.longest)
        #expect(patience.wait(who("0", "0"), now: start) == 0)
    }
}

@Suite struct RightsTests {
    @Test func aRoleMayWhatTheContractSays() {
        let viewer = Rights(role: .viewer, seat: nil)
        let caregiver = Rights(role: .caregiver, seat: nil)
        let person = Rights(role: .operator, seat: nil)
        #expect(!viewer.seesValues && caregiver.seesValues && person.seesValues)
        #expect(viewer.may(SessionOperations.seats))
        #expect(!viewer.may(SessionOperations.confirmReading))
        #expect(caregiver.may(SessionOperations.confirmReading) && !caregiver.may(SessionOperations.updateRecord))
        #expect(person.may(SessionOperations.updateRecord))
    }

    @Test func aRoomsTabletSeesItsSeatAlone() {
        let kiosk = Rights(role: .caregiver, seat: "bed-a")
        #expect(kiosk.sees("bed-a") && !kiosk.sees("bed-b"))
        #expect(throws: PageError.self) { try kiosk.require(SessionOperations.recordHistory, seat: "bed-b") }
    }
}

@Suite struct PageSessionsTests {
    /// Sessions of a page, started again and again on one folder.
    private struct Page {
        let access: Access
        let folder: String
        var now = start

        var logins: String { "\(folder)/logins.json" }

        func sessions() -> PageSessions {
            PageSessions(
                accounts: PageAccounts(access),
                entry: EntryKey("\(folder)/entry"),
                kiosks: PageKiosks(access),
                kept: KeptLogins(logins, logger: Logger(label: "test")),
                environment: BusEnvironment(now: { [now] in now }, newID: { "1" }, clock: ContinuousClock())
            )
        }
    }

    private func page(_ body: (inout Page) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var page = Page(access: Access(state: folder), folder: folder)
        try await body(&page)
    }

    private func add(_ name: String, to access: Access, role: BusRole = .caregiver) throws {
        try access.add(AccessAccount(name, role: role, password: "a long enough one", added: start))
    }

    @Test func anAccountEntersAndLosesItsSessionWithIt() async throws {
        try await page { page in
            try add("night-desk", to: page.access)
            let sessions = page.sessions()
            let entered = try await sessions.logIn("night-desk", password: "a long enough one", peer: "::1")
            #expect(entered.session.rights == Rights(role: .caregiver, seat: nil))
            #expect(try await sessions.session(cookie: entered.cookie)?.name == "night-desk")
            #expect(try await sessions.session(cookie: "guessed") == nil)
            #expect(try await sessions.session(cookie: entered.session.id) == nil, "what is kept opens nothing")
            await #expect(throws: PageError.self) {
                try await sessions.logIn("night-desk", password: "another long one", peer: "::1")
            }
            await #expect(throws: PageError.self) {
                try await sessions.logIn("nobody", password: "another", peer: "::1")
            }
            try page.access.remove("night-desk", isProgram: false)
            #expect(try await sessions.session(cookie: entered.cookie) == nil)
        }
    }

    /// The sixth log-in of a ward: right passwords are no wrong ones.
    @Test func rightPasswordsNeverLockAnAddress() async throws {
        try await page { page in
            for number in 0..<3 { try add("nurse-\(number)", to: page.access) }
            let sessions = page.sessions()
            for number in 0..<12 {
                _ = try await sessions.logIn("nurse-\(number % 3)", password: "a long enough one", peer: "192.0.2.7")
            }
            #expect(await sessions.counts["loginsRefused"] == 0)
        }
    }

    @Test func aLoginOutlivesARestartAndItsFormsToo() async throws {
        try await page { page in
            try add("day", to: page.access)
            let entered = try await page.sessions().logIn("day", password: "a long enough one", peer: "1")
            let again = try #require(try await page.sessions().session(cookie: entered.cookie))
            #expect(again.name == "day" && again.rights == entered.session.rights)
            #expect(again.csrf == entered.session.csrf && again.id == entered.session.id)
            let kept = try String(contentsOfFile: page.logins, encoding: .utf8)
            #expect(!kept.contains(entered.cookie) && !kept.contains(entered.session.csrf))
            let rights = try FileManager.default.attributesOfItem(atPath: page.logins)[.posixPermissions] as? Int
            #expect(rights == 0o600)
        }
    }

    @Test func logOutPasswordAndAccountEndItOverARestart() async throws {
        try await page { page in
            for name in ["out", "changed", "gone"] { try add(name, to: page.access) }
            let sessions = page.sessions()
            var cookies: [String: String] = [:]
            for name in ["out", "changed", "gone"] {
                let entered = try await sessions.logIn(name, password: "a long enough one", peer: "1")
                cookies[name] = entered.cookie
                if name == "out" { await sessions.end(entered.session) }
            }
            try page.access.setPagePassword("changed", to: "another long enough")
            #expect(try await sessions.session(cookie: cookies["changed"] ?? "") == nil, "also while it runs")
            try page.access.remove("gone", isProgram: false)
            let again = page.sessions()
            for (name, cookie) in cookies { #expect(try await again.session(cookie: cookie) == nil, "\(name)") }
        }
    }

    @Test func nobodyIsLoggedInForEver() async throws {
        try await page { page in
            try add("day", to: page.access)
            let entered = try await page.sessions().logIn("day", password: "a long enough one", peer: "1")
            page.now = start + PageSessions.idle - 1
            #expect(try await page.sessions().session(cookie: entered.cookie) != nil)
            page.now = start + 2 * PageSessions.idle - 10
            #expect(try await page.sessions().session(cookie: entered.cookie) != nil, "its last use was kept")
            while page.now < start + PageSessions.longest {
                _ = try await page.sessions().session(cookie: entered.cookie)
                page.now += PageSessions.idle - 10
            }
            #expect(try await page.sessions().session(cookie: entered.cookie) == nil)
        }
    }

    @Test func whatCannotBeReadLogsAllOutAndStopsNothing() async throws {
        try await page { page in
            try add("day", to: page.access)
            try "no list".write(toFile: page.logins, atomically: true, encoding: .utf8)
            let sessions = page.sessions()
            #expect(try await sessions.session(cookie: "x") == nil)
            let entered = try await sessions.logIn("day", password: "a long enough one", peer: "1")
            #expect(try await page.sessions().session(cookie: entered.cookie) != nil)
        }
    }

    @Test func aChosenPasswordIsTheOne() async throws {
        try await page { page in
            try page.access.add(AccessAccount("day", role: .viewer, password: "the first of them", added: start))
            #expect(throws: SiteError.self) { try page.access.setPagePassword("day", to: "short") }
            #expect(throws: SiteError.self) { try page.access.setPagePassword("nobody", to: "long enough for it") }
            try page.access.setPagePassword("day", to: "the second of them")
            let sessions = page.sessions()
            _ = try await sessions.logIn("day", password: "the second of them", peer: "1")
            await #expect(throws: PageError.self) {
                try await sessions.logIn("day", password: "the first of them", peer: "1")
            }
        }
    }

    @Test func theMachinesKeyIsGoodOnce() async throws {
        try await page { page in
            let sessions = page.sessions()
            try await sessions.open("http://127.0.0.1:1/")
            let folder = page.folder
            func key() throws -> String {
                let text = try String(contentsOfFile: "\(folder)/entry", encoding: .utf8)
                #expect(text.hasPrefix("http://127.0.0.1:1/enter?key="))
                return String(text.split(separator: "=")[1])
            }
            let first = try key()
            #expect(try await sessions.enter(key: "") == nil)
            #expect(try await sessions.enter(key: first)?.session.rights.role == .operator)
            #expect(try await sessions.enter(key: first) == nil)
            #expect(try await sessions.enter(key: try key()) != nil)
            await sessions.close()
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/entry"))
        }
    }
}

@Suite struct PageBackTests {
    @Test(arguments: ["/seats/bed-a/add", "/held?page=2", "/measure?seat=bed-a&hub=room-1"])
    func aPlaceOfThisPageIsComeBackTo(path: String) {
        #expect(PageBack.path(path) == path)
        #expect(PageBack.login(then: PageBack.path("/held?page=2")) == "/login?back=%2Fheld%3Fpage%3D2")
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example/", "evil", "", "/", "/login", "/login?back=/held",
        "/logout", "/enter?key=x", "/a b", "/a\r\nSet-Cookie: x", "/" + String(repeating: "a", count: 600),
    ])
    func whatLeadsElsewhereIsNone(path: String) { #expect(PageBack.path(path) == nil) }

    @Test func aProxysOwnWordIsTheLast() {
        #expect(PagePeer.address(in: ["203.0.113.9, 192.0.2.7"]) == "192.0.2.7")
        #expect(PagePeer.address(in: ["1.2.3.4", " 192.0.2.7 "]) == "192.0.2.7")
        #expect(PagePeer.address(in: []) == nil && PagePeer.address(in: [""]) == nil)
    }
}

@Suite struct PageFormTests {
    @Test func fieldsAreReadAsBrowsersSendThem() throws {
        let fields = try PageForm.fields("a=1&b=x+y%2Fz&a=2&c=&d=%C3%BC")
        #expect(fields == ["a": ["1", "2"], "b": ["x y/z"], "c": [""], "d": ["ü"]])
        #expect(throws: PageError.self) { try PageForm.fields("a=%ff") }
    }

    @Test(arguments: ["2026-03-01T09:41", "2024-02-29T00:00"])
    func aTimeComesBackAsItWasTyped(text: String) throws {
        let time = PageTime(language: .init(code: "en", words: [:]), now: start)
        #expect(time.field(try #require(try time.moment(text))) == text)
    }

    @Test("Of an hour that the clock shows twice, a time is the later one that is not in the future")
    func anHourThatComesTwice() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 25 October 2026: 02:30 is at 00:30 and at 01:30 UTC.
        let first = Date(timeIntervalSince1970: 1_792_888_200)
        let language = PageTexts.Language(code: "en", words: [:])
        for (now, expected) in [(first + 600, first), (first + 4_200, first + 3_600), (first + 86_400, first + 3_600)] {
            let time = PageTime(language: language, now: now, zone: zone)
            #expect(try time.moment("2026-10-25T02:30") == expected)
        }
        // 29 March 2026 has no 02:30.
        let time = PageTime(language: language, now: first, zone: zone)
        #expect(throws: PageError.self) { try time.moment("2026-03-29T02:30") }
    }

    /// A device's clock may be ahead by hours, and its value is then not from just now.
    @Test(arguments: [
        (60.0, "just now", "now"), (7_300, "its clock is 2 h ahead", "2 h ahead"), (-7_300, "2 h ago", "2 h"),
    ])
    func aTimeAheadIsNotJustNow(ahead: Double, words: String, brief: String) {
        let texts = [
            "age.ahead": "its clock is {span} ahead", "age.now": "just now", "age.hours": "{count} h ago",
            "brief.ahead": "{span} ahead", "brief.now": "now", "brief.hours": "{count} h", "time.hours": "{count} h",
        ]
        let time = PageTime(language: .init(code: "en", words: texts), now: start)
        #expect(time.age(start + ahead) == words)
        #expect(time.brief(start + ahead) == brief)
    }

    @Test(arguments: ["2026-02-30T09:41", "yesterday", "2026-03-01", "2026-03-01T09:41:00.000Z more"])
    func whatIsNoTimeIsRefused(text: String) {
        let time = PageTime(language: .init(code: "en", words: [:]), now: start)
        #expect(throws: PageError.self) { try time.moment(text) }
    }
}
