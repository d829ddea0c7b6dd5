import ActorRuntime
import Foundation
import SiteRecords
import Testing
import X509

@testable import SiteAuthority

/// A site's files, names and bundles.
struct SiteTests {
    @Test func aSiteIsMadeOnce() throws {
        try SiteFolder.with { folder in
            expectRefusal(.exists) {
                _ = try Site.make(folder.site.record, files: folder.site.files, now: SiteFolder.start)
            }
            let again = try #require(try Site(folder.site.files))
            #expect(again.record == folder.site.record)
            for file in [folder.site.files.authorityKey, folder.site.files.server, folder.site.files.record] {
                let facts = try FileManager.default.attributesOfItem(atPath: file)
                #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
            }
        }
    }

    @Test func theServerHasANewCertificateAtTwoThirds() throws {
        try SiteFolder.with { folder in
            let first = try String(contentsOfFile: folder.site.files.server, encoding: .utf8)
            #expect(try !folder.site.renewServer(SiteFolder.start + 59 * 86_400))
            #expect(try folder.site.renewServer(SiteFolder.start + 61 * 86_400))
            let second = try String(contentsOfFile: folder.site.files.server, encoding: .utf8)
            #expect(first != second)
            let server = try MemberIdentity(second)
            let names = try #require(try server.certificate.extensions.subjectAlternativeNames)
            #expect(names.count == 2)
        }
    }

    @Test(arguments: ["site", "Room", "a.b", "", "room 1", String(repeating: "a", count: 41)])
    func aNameThatNoHubCanHave(name: String) throws {
        try SiteFolder.with { folder in
            expectRefusal(.invalid) { _ = try folder.add(name) }
            let hubs = try folder.site.hubs()
            #expect(hubs.isEmpty)
        }
    }

    @Test func aHubOfTheSameNameIsNotMadeByMistake() throws {
        try SiteFolder.with { folder in
            _ = try folder.add(seats: ["bed-1"])
            expectRefusal(.exists) { _ = try folder.add() }
            let again = try folder.add(again: true)
            #expect(again.seats == ["bed-1"])
            expectRefusal(.exists) { _ = try folder.add("room-2", seats: ["bed-1"]) }
            expectRefusal(.invalid) { _ = try folder.add("room-2", seats: ["bed-2", "bed-2"]) }
            expectRefusal(.notFound) { try folder.site.revoke("room-3", now: SiteFolder.start) }
        }
    }

    /// Several changes within one second count too.
    @Test func eachHubThatComesOrGoesIsSeen() throws {
        try SiteFolder.with { folder in
            var seen = [FileChanges(folder.site.files.changing).ages]
            _ = try folder.add()
            seen.append(FileChanges(folder.site.files.changing).ages)
            _ = try folder.add("room-2")
            seen.append(FileChanges(folder.site.files.changing).ages)
            try folder.site.revoke("room-2", now: SiteFolder.start)
            seen.append(FileChanges(folder.site.files.changing).ages)
            try folder.site.renewServer(SiteFolder.start + 61 * 86_400)
            seen.append(FileChanges(folder.site.files.changing).ages)
            #expect(Set(seen).count == 5, "\(seen)")
        }
    }

    @Test func aMachineIsNoSecondHubSilently() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let second = try folder.add("room-2")
            expectRefusal(.exists) { try folder.join(second, machine: "room-1") }
            #expect(try folder.membership().record()?.hub == "room-1")
        }
    }

    @Test func aBundleIsReadBack() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            #expect(try HubBundle(try bundle.encoded()) == bundle)
            #expect(!"\(bundle)".contains(bundle.secret))
            expectRefusal(.malformed) { _ = try HubBundle(Array("{}".utf8)) }
            expectRefusal(.malformed) { _ = try HubBundle(Array(try bundle.encoded().dropLast())) }
            let hubs = try FileManager.default.contentsOfDirectory(atPath: folder.site.files.hubs)
            let kept = try hubs.map { try String(contentsOfFile: "\(folder.site.files.hubs)/\($0)", encoding: .utf8) }
            #expect(!kept.joined().contains(bundle.secret), "the site keeps no secret that opens it")
        }
    }

    @Test func clocksThatAreTooFarApartAreNamed() throws {
        let site = SiteFolder.start
        try ClockDistance.check(site + 599, site: site)
        for (distance, words) in [
            (-86_400.0, "24 hours behind"), (86_400, "24 hours ahead of"), (900, "15 minutes ahead of"),
        ] {
            do {
                try ClockDistance.check(site + distance, site: site)
                Issue.record("\(distance) s are taken")
            } catch {
                #expect(error.code == .clock && error.message.contains(words), "\(error)")
            }
        }
    }

    @Test(arguments: ["", "a b", "-a", "a_b", "1.2.3.256.example..org", "[::1]", "999.1.1.1", "10.0.0", "7"])
    func anAddressThatCannotBe(
        text: String
    ) {
        expectRefusal(.invalid) { _ = try SiteAddress(text) }
    }

    @Test func addressesStandInURLs() throws {
        #expect(try SiteAddress("fd00::1").host == "[fd00::1]")
        #expect(try SiteAddress("10.0.0.1").host == "10.0.0.1")
        #expect(try SiteAddress("server.local").host == "server.local")
    }
}
