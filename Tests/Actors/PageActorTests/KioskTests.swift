import BusContract
import Foundation
import MessageBus
import SiteRecords
import Testing
import VitalRecords

@testable import PageActor

private let start = Date(timeIntervalSince1970: 1_790_000_000)

@Suite struct KioskTests {
    private func kiosks(_ body: (Access, String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kiosk-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try body(Access(state: folder), folder)
    }

    private func all(_ folder: String) throws -> String {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.joined()
    }

    @Test func anAddressIsGoodOnceAndForADay() throws {
        try kiosks { access, folder in
            let key = try access.addKiosk("room-1", seat: "bed-a", types: false, now: start)
            #expect(try access.enterKiosk(key: "guessed", now: start) == nil)
            #expect(try access.enterKiosk(key: "", now: start) == nil)
            #expect(try access.enterKiosk(key: key, now: start + 86_401) == nil)
            let entered = try #require(try access.enterKiosk(key: key, now: start))
            #expect(try access.enterKiosk(key: key, now: start) == nil, "once")
            let kept = try all(folder)
            #expect(!kept.contains(key) && !kept.contains(entered.token), "hashes alone")
            let facts = try FileManager.default.attributesOfItem(atPath: "\(access.kiosksFolder)/room-1.json")
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(throws: SiteError.self) {
                try access.addKiosk("room-1", seat: "bed-b", types: false, now: start)
            }
            #expect(throws: SiteError.self) { try access.addKiosk("../x", seat: "bed-b", types: false, now: start) }
        }
    }

    /// Another page, as after a restart, knows the token; the account's end is its end.
    @Test func aTabletStaysInOverARestartAndGoesWithItsKiosk() throws {
        try kiosks { access, _ in
            let key = try access.addKiosk("room-1", seat: "bed-a", types: false, now: start)
            let token = try #require(try access.enterKiosk(key: key, now: start)).token
            let page = PageKiosks(access)
            let session = try #require(try page.session(token, now: start))
            #expect(session.rights.seat == "bed-a" && session.name == "room-1")
            let again = try #require(try PageKiosks(access).session(token, now: start + 9_000_000))
            #expect(again.csrf == session.csrf, "a form that is open goes on")
            #expect(!session.csrf.contains(token) && !session.id.contains(token))
            #expect(try page.session("guessed", now: start) == nil)
            #expect(try page.now(session, now: start) != nil)
            try access.removeKiosk("room-1")
            #expect(try page.now(session, now: start) == nil)
            #expect(try page.session(token, now: start) == nil)
            #expect(throws: SiteError.self) { try access.removeKiosk("room-1") }
        }
    }

    @Test func anotherTabletTakesThePlaceOfThePresentOneOnceItEnters() throws {
        try kiosks { access, _ in
            let first = try access.addKiosk("room-1", seat: "bed-a", types: true, now: start)
            let old = try #require(try access.enterKiosk(key: first, now: start)).token
            let second = try access.renewKiosk("room-1", now: start)
            let page = PageKiosks(access)
            #expect(try page.session(old, now: start) != nil, "until the other one is in")
            let new = try #require(try access.enterKiosk(key: second, now: start)).token
            #expect(try page.session(old, now: start) == nil)
            #expect(try page.session(new, now: start) != nil)
        }
    }

    @Test func itSeesItsSeatAndMayNothingElseUnlessGiven() throws {
        let looks = Rights.kiosk(seat: "bed-a", types: false)
        #expect(!looks.seesEarlierPeople && Rights.wholeSite.seesEarlierPeople)
        #expect(looks.seesValues && looks.sees("bed-a") && !looks.sees("bed-b") && !looks.operates)
        #expect(!looks.may(SessionOperations.submitRecords) && !looks.may(SessionOperations.confirmReading))
        #expect(!looks.may(SessionOperations.heldReadings) && !looks.may(ReaderTopics.readPeripheral))
        #expect(!looks.may(SessionOperations.unsyncedRecords) && !looks.may(SessionOperations.updateRecord))
        let types = Rights.kiosk(seat: "bed-a", types: true)
        #expect(types.may(SessionOperations.submitRecords) && !types.may(SessionOperations.confirmReading))
        #expect(!types.may(SessionOperations.updateRecord) && !types.operates)
        // Another seat is not there, whatever was asked for.
        for rights in [looks, types] {
            do {
                try rights.require(SessionOperations.submitRecords, seat: "bed-b")
                Issue.record("another seat")
            } catch let error as PageError {
                #expect(error.code == .notFound)
            }
        }
    }
}
