import Crypto
import Foundation
import SiteRecords
import TestSupport
import Testing

@testable import SiteAuthority

/// A site and a hub in a temporary folder, with a manual clock.
struct SiteFolder {
    /// 2026-11-26 12:00 UTC.
    static let start = Date(timeIntervalSince1970: 1_795_694_400)
    static let siteKey = [UInt8](repeating: 7, count: 32)

    let path: String
    let site: Site

    static func with(_ body: (SiteFolder) throws -> Void) throws {
        let path = ShortPath.make("vbs")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let record = try SiteRecord(site: "home", addresses: ["hub.local", "192.168.1.5"])
        let site = try Site.make(record, files: SiteFiles(state: "\(path)/server"), now: start)
        try body(SiteFolder(path: path, site: site))
    }

    var desk: RegistrarDesk { RegistrarDesk(site, siteKey: Self.siteKey) }

    /// A hub's membership, in its own folder.
    func membership(_ machine: String = "room-1") -> Membership { Membership(state: "\(path)/\(machine)") }

    func add(_ hub: String = "room-1", seats: [String] = [], again: Bool = false) throws -> HubBundle {
        try site.add(hub, seats: seats, again: again, now: Self.start)
    }

    /// Joins as `vitalbus join` does.
    @discardableResult
    func join(_ bundle: HubBundle, machine: String = "room-1", at now: Date = start) throws -> [UInt8] {
        let membership = membership(machine)
        let answer = try desk.enrol(try membership.begin(bundle), now: now)
        var key: [UInt8] = []
        try membership.finish(bundle, answer: answer) { bytes throws(SiteError) in key = bytes }
        return key
    }

    /// Renews as `vitalbus renew` does.
    func renew(machine: String = "room-1", at now: Date, all: Bool = false) throws -> Bool {
        let membership = membership(machine)
        guard let renewing = try membership.renewal(now, all: all) else { return false }
        try membership.finish(renewing, answer: try desk.renew(renewing.request, now: now))
        return true
    }
}

/// Expects a site's error with this code.
func expectRefusal(
    _ code: SiteErrorCode,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let error as SiteError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
