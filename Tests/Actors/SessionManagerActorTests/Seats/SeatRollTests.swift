import BusContract
import Foundation
import QueueStore
import SiteAuthority
import SiteRecords
import TestSupport
import Testing

@testable import SessionManagerActor

@Suite("the roll of seats") struct SeatRollTests {
    private let folder: TemporaryFolder
    private let files: SiteFiles

    init() throws {
        folder = try TemporaryFolder()
        files = SiteFiles(state: folder.url.path)
    }

    private func makeSite() throws -> Site {
        try Site.make(try SiteRecord(site: "home", addresses: ["127.0.0.1"]), files: files, now: Date())
    }

    @Test("a site's hubs add their seats, and remove them when they are revoked, without a restart")
    func hubsComeAndGo() throws {
        let roll = SeatRoll(["bed-1"], files: files)
        #expect(roll.seats == ["bed-1"], "no site yet")
        let site = try makeSite()
        _ = try site.add("room-1", seats: [], again: false, now: Date())
        #expect(roll.seats == ["bed-1", "room-1"])
        _ = try site.add("room-2", seats: ["bed-2", "bed-3"], again: false, now: Date())
        #expect(roll.seats == ["bed-1", "room-1", "bed-2", "bed-3"])
        try site.revoke("room-1", now: Date())
        #expect(roll.seats == ["bed-1", "bed-2", "bed-3"])
    }

    @Test("unreadable files leave the known seats")
    func damaged() throws {
        let site = try makeSite()
        _ = try site.add("room-1", seats: [], again: false, now: Date())
        let roll = SeatRoll([], files: files)
        #expect(roll.seats == ["room-1"])
        try Data("{".utf8).write(to: URL(filePath: "\(files.hubs)/room-2.json"))
        #expect(roll.seats == ["room-1"])
    }

    @Test("the only seat's person is no longer the only one once a hub has joined")
    func soloEnds() throws {
        var ownership = Ownership(seats: ["bed-1"], isSolo: true)
        ownership.roll = SeatRoll(["bed-1"], files: files)
        #expect(ownership.decide(try Samples.reading(), assignments: []) == .seat("bed-1"))
        _ = try makeSite().add("room-1", seats: [], again: false, now: Date())
        #expect(ownership.decide(try Samples.reading(), assignments: []) == .hold(.noAssignment))
    }
}
