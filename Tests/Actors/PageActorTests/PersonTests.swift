import BusContract
import Foundation
import MessageBus
import SiteAuthority
import Testing
import VitalRecords

@testable import PageActor

private let start = Date(timeIntervalSince1970: 1_790_000_000)

@Suite struct LoginPatienceTests {
    @Test func whoIsWrongTooOftenWaitsLongerEachTime() {
        var patience = LoginPatience()
        for _ in 0..<LoginPatience.free {
            #expect(patience.wait(["a"], now: start) == 0)
            patience.noteWrong(["a"], now: start)
        }
        #expect(patience.wait(["a"], now: start) == 10)
        #expect(patience.wait(["a"], now: start + 10) == 0)
        patience.noteWrong(["a"], now: start + 10)
        #expect(patience.wait(["a"], now: start + 10) == 20)
        #expect(patience.wait(["b"], now: start + 10) == 0)
        patience.noteRight("a")
        #expect(patience.wait(["a"], now: start + 10) == 0)
    }

    @Test func itRemembersABoundedNumberAndNoWaitIsForEver() {
        var patience = LoginPatience()
        for number in 0..<(LoginPatience.most + 50) { patience.noteWrong(["\(number)"], now: start + Double(number)) }
        for _ in 0..<200 { patience.noteWrong(["x"], now: start + 90_000) }
        #expect(patience.wait(["x"], now: start + 90_000) == LoginPatience.longest)
        #expect(patience.wait(["0"], now: start) == 0)
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
    private func sessions(_ body: (PageSessions, Access, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let access = Access(state: folder)
        let sessions = PageSessions(
            accounts: PageAccounts(access),
            entry: EntryKey("\(folder)/entry"),
            kiosks: PageKiosks(access),
            environment: BusEnvironment(now: { start }, newID: { "1" }, clock: ContinuousClock())
        )
        try await body(sessions, access, folder)
    }

    @Test func anAccountEntersAndLosesItsSessionWithIt() async throws {
        try await sessions { sessions, access, _ in
            let account = try AccessAccount("night-desk", role: .caregiver, password: "a long enough one", added: start)
            try access.add(account)
            let session = try await sessions.logIn("night-desk", password: "a long enough one", peer: "::1")
            #expect(session.rights == Rights(role: .caregiver, seat: nil))
            #expect(try await sessions.session(session.id)?.name == "night-desk")
            #expect(try await sessions.session("guessed") == nil)
            await #expect(throws: PageError.self) {
                try await sessions.logIn("night-desk", password: "another long one", peer: "::1")
            }
            await #expect(throws: PageError.self) {
                try await sessions.logIn("nobody", password: "another", peer: "::1")
            }
            try access.remove("night-desk", isProgram: false)
            #expect(try await sessions.session(session.id) == nil)
        }
    }

    @Test func aChosenPasswordIsTheOne() async throws {
        try await sessions { sessions, access, _ in
            try access.add(AccessAccount("day", role: .viewer, password: "the first of them", added: start))
            #expect(throws: SiteError.self) { try access.setPagePassword("day", to: "short") }
            #expect(throws: SiteError.self) { try access.setPagePassword("nobody", to: "long enough for it") }
            try access.setPagePassword("day", to: "the second of them")
            _ = try await sessions.logIn("day", password: "the second of them", peer: "1")
            await #expect(throws: PageError.self) {
                try await sessions.logIn("day", password: "the first of them", peer: "1")
            }
        }
    }

    @Test func theMachinesKeyIsGoodOnce() async throws {
        try await sessions { sessions, _, folder in
            try await sessions.open("http://127.0.0.1:1/")
            func key() throws -> String {
                let text = try String(contentsOfFile: "\(folder)/entry", encoding: .utf8)
                #expect(text.hasPrefix("http://127.0.0.1:1/enter?key="))
                return String(text.split(separator: "=")[1])
            }
            let first = try key()
            #expect(try await sessions.enter(key: "") == nil)
            #expect(try await sessions.enter(key: first)?.rights.role == .operator)
            #expect(try await sessions.enter(key: first) == nil)
            #expect(try await sessions.enter(key: try key()) != nil)
            await sessions.close()
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/entry"))
        }
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

    @Test(arguments: ["2026-02-30T09:41", "yesterday", "2026-03-01", "2026-03-01T09:41:00.000Z more"])
    func whatIsNoTimeIsRefused(text: String) {
        let time = PageTime(language: .init(code: "en", words: [:]), now: start)
        #expect(throws: PageError.self) { try time.moment(text) }
    }
}
