import ActorRuntime
import Files
import Foundation
import SiteRecords
import Synchronization
import TestSupport
import Testing
import X509

@testable import SiteAuthority

/// A site whose server changes its addresses, hubs that follow, and hubs that are renamed.
struct MovingTests {
    @Test func hubsLearnOfNewAddressesWithTheirRenewal() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let age = FileChanges([folder.site.files.server]).ages
            let moved = try folder.site.change(addresses: ["10.1.2.3", "hub.lan"], now: SiteFolder.start)
            #expect(FileChanges([folder.site.files.server]).ages != age)
            let certificate = try MemberIdentity(String(contentsOfFile: folder.site.files.server, encoding: .utf8))
            #expect(try certificate.certificate.extensions.subjectAlternativeNames?.count == 2)
            let membership = folder.membership()
            #expect(try membership.record()?.addresses == ["hub.local", "192.168.1.5"])
            let generation = FileChanges(membership.changing).ages
            let renewing = try #require(try membership.renewal(SiteFolder.start, all: true))
            let desk = RegistrarDesk(moved, siteKey: SiteFolder.siteKey, ownHub: "desk")
            try membership.finish(renewing, answer: desk.renew(renewing.request, now: SiteFolder.start))
            let record = try #require(try membership.record())
            #expect(record.addresses == ["10.1.2.3", "hub.lan"] && record.peers == ["desk", "room-1"])
            #expect(FileChanges(membership.changing).ages != generation)
        }
    }

    /// An address that a person set on the hub's machine is kept, and tried first.
    @Test func anAddressThatWasGivenThereStays() throws {
        var record = MembershipRecord(
            site: "home",
            hub: "room-1",
            seats: [],
            addresses: ["a.lan"],
            brokerPort: 8883,
            registrarPort: 8884,
            given: ["vpn.lan"]
        )
        record.take(["b.lan", "vpn.lan"])
        #expect(record.addresses == ["vpn.lan", "b.lan"])
    }

    @Test(arguments: [
        ("10.9.8.7", true), ("172.31.0.1", true), ("172.32.0.1", false), ("8.8.8.8", false), ("hub.local", true),
        ("local", true), ("hublocal", false), ("example.org", false), ("fd12::1", true), ("2001:db8::1", false),
        ("192.168.1.5", true),
    ])
    func theAuthorityVouchesForPrivateNamesOnly(address: String, isAllowed: Bool) throws {
        try SiteFolder.with { folder in
            guard !isAllowed else {
                _ = try folder.site.change(addresses: [address], now: SiteFolder.start)
                return
            }
            let age = FileChanges([folder.site.files.server]).ages
            expectRefusal(.invalid) { _ = try folder.site.change(addresses: [address], now: SiteFolder.start) }
            #expect(FileChanges([folder.site.files.server]).ages == age)
        }
    }

    /// The certificate that ends a broken link is requested with the others.
    @Test func theTwoDirectionsOfALinkHaveCertificates() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            for name in ["room-1.bridge.out", "room-1.bridge.in"] {
                let text = try String(contentsOfFile: folder.membership().identity(name), encoding: .utf8)
                #expect(try MemberIdentity(text).principal == name)
            }
        }
    }

    @Test func aHubThatHasNotJoinedIsRenamedWithItsSeats() throws {
        try SiteFolder.with { folder in
            let old = try folder.add()
            let new = try folder.site.rename("room-1", to: "ward-1", now: SiteFolder.start)
            #expect(new.hub == "ward-1" && new.seats == ["ward-1"])
            #expect(try folder.site.hubs().map(\.entry.hub) == ["ward-1"])
            expectRefusal(.notFound) { try folder.join(old, machine: "thief") }
            try folder.join(new, machine: "ward-1")
        }
    }

    /// Renaming a joined hub is refused as a whole, and the error names the alternative.
    @Test func aHubThatHasJoinedKeepsItsName() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add(seats: ["bed-1"]))
            _ = try folder.add("room-2")
            do {
                _ = try folder.site.rename("room-1", to: "ward-1", now: SiteFolder.start)
                Issue.record("nothing was refused")
            } catch let error as SiteError {
                #expect(error.code == .joined && error.message.contains("hub add ward-1 --seat bed-1"), "\(error)")
            }
            expectRefusal(.exists) { _ = try folder.site.rename("room-2", to: "room-1", now: SiteFolder.start) }
            expectRefusal(.exists) { _ = try folder.site.rename("room-2", to: "bed-1", now: SiteFolder.start) }
            #expect(try folder.site.hubs().map(\.entry.hub) == ["room-1", "room-2"])
        }
    }

    /// Wherever it is interrupted, leaving is complete or can be repeated; afterwards no key remains, and the hub can
    /// join another site.
    @Test func aHubLeavesAndJoinsAnotherSite() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let membership = folder.membership()
            expectRefusal(.exists) { _ = try membership.begin(try folder.add("room-2")) }
            try membership.leave()
            #expect(try membership.record() == nil && membership.isLeaving)
            #expect(try membership.endedRecord()?.hub == "room-1")
            let ended = "\(membership.directory).left"
            try FileManager.default.removeItem(atPath: "\(ended)/room-1.bridge.in.pem")
            try membership.forget()
            try membership.forget()
            #expect(!membership.isLeaving && !FileManager.default.fileExists(atPath: ended))
            #expect(try membership.endedRecord() == nil)
            try folder.join(try folder.add("room-3"))
            #expect(try membership.record()?.hub == "room-3")
        }
    }

    /// A site is busy only for a moment: a caller that waits gets through, and one that does not learns that it may
    /// retry.
    @Test func aBusySiteIsWaitedFor() async throws {
        let path = ShortPath.make("vbs")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let record = try SiteRecord(site: "home", addresses: ["hub.local"])
        let site = try Site.make(record, files: SiteFiles(state: path), now: SiteFolder.start)
        let lock = Mutex<FileLock?>(try FileLock(site.files.lock))
        do {
            _ = try site.add("room-1", seats: [], again: false, now: SiteFolder.start)
            Issue.record("nothing was refused")
        } catch {
            #expect(error.code == .busy && error.isRetriable && error.exitCode == 75)
        }
        let clock = ManualClock()
        let ending = Task {
            await clock.sleepers(atLeast: 1)
            lock.withLock { $0 = nil }
            clock.advance(by: .milliseconds(50))
        }
        _ = try await Site.patiently(clock: clock) {
            try site.add("room-1", seats: [], again: false, now: SiteFolder.start)
        }
        await ending.value
    }
}
