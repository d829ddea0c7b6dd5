import ActorRuntime
import Crypto
import Foundation
import SiteRecords
import Testing

@testable import SiteAuthority

/// Which hubs get certificates, and which do not.
struct EnrolmentTests {
    private static let day: TimeInterval = 86_400

    @Test func aHubJoinsOnceAndGetsTheSiteKey() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add(seats: ["bed-1", "bed-2"])
            #expect(try folder.join(bundle) == SiteFolder.siteKey)
            let record = try #require(try folder.membership().record())
            #expect(record.site == "home" && record.hub == "room-1" && record.seats == ["bed-1", "bed-2"])
            #expect(try folder.site.hubs().map(\.entry.hub) == ["room-1"])
            #expect(try folder.site.hubs().first?.card?.joined == SiteFolder.start)
            #expect(try folder.site.members().count == 8)
            #expect(try folder.site.seatsByHub() == ["room-1": ["bed-1", "bed-2"]])
        }
    }

    /// A process reports its certificate's validity in its health.
    @Test func theTermOfACertificateIsReadFromItsFile() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let file = folder.membership().identity("room-1.device-reader.main")
            let term = try #require(CertificateTerm(file: file))
            #expect(try folder.membership().ends() == term.ends)
            #expect(try folder.membership().renewal(term.renewal - 600) == nil)
            #expect(try folder.membership().renewal(term.renewal + 600) != nil)
            #expect(CertificateTerm(file: "\(folder.path)/none") == nil)
        }
    }

    @Test func aBundleThatWasUsedIsRefusedToAnotherMachine() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            try folder.join(bundle)
            expectRefusal(.bundleUsed) { try folder.join(bundle, machine: "thief") }
            #expect(try folder.membership("thief").record() == nil)
        }
    }

    @Test func anAnswerThatIsLostIsAskedForAgainWithTheSameKeys() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            let lost = try folder.desk.enrol(try folder.membership().begin(bundle), now: SiteFolder.start)
            #expect(lost.siteKey != nil)
            try folder.join(bundle)
            #expect(try folder.membership().record() != nil)
        }
    }

    /// Two sites may have the same name, and hubs with the same name.
    @Test func aBundleThatIsRefusedLeavesTheMembershipAsItWas() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let authority = try String(contentsOfFile: folder.membership().authority, encoding: .utf8)
            try SiteFolder.with { other in
                let foreign = try other.add()
                expectRefusal(.wrongSecret) { try folder.join(foreign) }
            }
            #expect(try String(contentsOfFile: folder.membership().authority, encoding: .utf8) == authority)
            #expect(try folder.renew(at: SiteFolder.start + 5 * Self.day))
        }
    }

    @Test func onlyTheNewestBundleCounts() throws {
        try SiteFolder.with { folder in
            let first = try folder.add()
            let second = try folder.add(again: true)
            expectRefusal(.wrongSecret) { try folder.join(first) }
            try folder.join(second)
        }
    }

    @Test func aBundleEndsAfterThreeDays() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            let late = SiteFolder.start + 3 * Self.day + 1
            expectRefusal(.bundleExpired) { try folder.join(bundle, at: late) }
            expectRefusal(.bundleExpired) { try bundle.check(late) }
            expectRefusal(.clock) { try bundle.check(SiteFolder.start - Self.day) }
            try bundle.check(SiteFolder.start - 60)
            try folder.join(bundle, at: late - 2)
        }
    }

    @Test func aRevokedHubGetsNothingMore() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            try folder.join(bundle)
            try folder.site.revoke("room-1", now: SiteFolder.start)
            expectRefusal(.revoked) { _ = try folder.renew(at: SiteFolder.start + 5 * Self.day) }
            expectRefusal(.revoked) { try folder.join(bundle) }
            #expect(try folder.site.members().isEmpty)
            #expect(try folder.site.seatsByHub().isEmpty)
            // After the removal it can join again.
            try folder.join(try folder.add())
            #expect(try folder.site.members().count == 8)
        }
    }

    @Test func aBundleThatNobodyUsedEndsWithItsHub() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            try folder.site.revoke("room-1", now: SiteFolder.start)
            expectRefusal(.revoked) { try folder.join(bundle) }
            _ = try folder.add()
            expectRefusal(.wrongSecret) { try folder.join(bundle) }
        }
    }

    @Test func nobodyGetsCertificatesOfAnother() throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            _ = try folder.add("room-2")
            let pem = try MemberRequest("room-2.device-reader.main").pem
            for principal in ["room-2.device-reader.main", "site.session-manager.main", "room-1.uploader.u1", "*"] {
                let request = EnrolmentRequest(hub: "room-1", secret: bundle.secret, requests: [principal: pem])
                expectRefusal(.malformed) { _ = try folder.desk.enrol(request, now: SiteFolder.start) }
            }
        }
    }

    @Test(arguments: ["", "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----", "\u{0}"])
    func whatIsNoRequestIsRefused(pem: String) throws {
        try SiteFolder.with { folder in
            let bundle = try folder.add()
            let request = EnrolmentRequest(
                hub: "room-1",
                secret: bundle.secret,
                requests: ["room-1.device-reader.main": pem]
            )
            expectRefusal(.malformed) { _ = try folder.desk.enrol(request, now: SiteFolder.start) }
        }
    }

    @Test func certificatesAreRenewedAtTwoThirds() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            #expect(try !folder.renew(at: SiteFolder.start + 4.6 * Self.day))
            let first = try #require(try folder.membership().ends())
            #expect(try folder.renew(at: SiteFolder.start + 4.7 * Self.day))
            let second = try #require(try folder.membership().ends())
            #expect(abs(second.timeIntervalSince(first) - 4.7 * Self.day) < 2)
            #expect(try folder.site.hubs().first?.card?.ends == second)
            // The next certificates are issued for the new keys.
            #expect(try folder.renew(at: SiteFolder.start + 9.5 * Self.day))
        }
    }

    @Test func aHubThatWasUnpluggedComesBackByItself() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            #expect(try folder.renew(at: SiteFolder.start + 80 * Self.day))
            expectRefusal(.wrongCertificate) { _ = try folder.renew(at: SiteFolder.start + 200 * Self.day) }
        }
    }

    @Test func aRenewalWhoseAnswerIsLostIsAskedForAgain() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let now = SiteFolder.start + 5 * Self.day
            let lost = try #require(try folder.membership().renewal(now))
            _ = try folder.desk.renew(lost.request, now: now)
            #expect(try folder.renew(at: now + 60))
            #expect(try folder.renew(at: now + 120, all: true))
        }
    }

    /// Copied certificates give no access to the accounts of the next hub with that name, even before it has joined.
    @Test(arguments: [true, false]) func aNameThatIsGivenAgainTrustsNobodyOfBefore(isRevoked: Bool) throws {
        try SiteFolder.with { folder in
            let reader = "room-1.device-reader.main"
            try folder.join(try folder.add(), machine: "old")
            #expect(try folder.site.accountNames()[reader] == reader)
            if isRevoked {
                try folder.site.revoke("room-1", now: SiteFolder.start)
                #expect(try folder.site.accountNames().isEmpty)
            }
            let bundle = try folder.add(again: !isRevoked)
            #expect(try folder.site.accountNames()[reader] == "\(reader)~1")
            #expect(try folder.site.hubs().first?.card == nil)
            let now = SiteFolder.start + 5 * Self.day
            expectRefusal(.wrongCertificate) { _ = try folder.renew(machine: "old", at: now) }
            expectRefusal(.joined) { _ = try folder.site.rename("room-1", to: "room-9", now: now) }
            try folder.join(bundle, machine: "new")
            let identity = try String(contentsOfFile: folder.membership("new").identity(reader), encoding: .utf8)
            #expect(try MemberIdentity(identity).principal == "\(reader)~1")
            #expect(try folder.renew(machine: "new", at: now))
            #expect(try MemberIdentity(identity).principal == "\(reader)~1")
            expectRefusal(.wrongCertificate) { _ = try folder.renew(machine: "old", at: now) }
        }
    }

    /// The longest name in its last generation still fits into a certificate (X.520, 64 characters).
    @Test func theLongestNameFitsIntoACertificate() throws {
        try SiteFolder.with { folder in
            _ = try folder.add(String(repeating: "h", count: HubMembers.nameLimit))
            let longest = try folder.site.accountNames().keys.map(\.utf8.count).max() ?? 0
            #expect(longest > HubMembers.nameLimit)
            #expect(longest + 1 + String(HubEntry.mostGenerations, radix: 36).utf8.count <= 64)
        }
    }

    @Test func keysOfBeforeANewJoinShowNothing() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add(), machine: "old")
            try folder.join(try folder.add(again: true), machine: "new")
            let now = SiteFolder.start + 5 * Self.day
            expectRefusal(.wrongCertificate) { _ = try folder.renew(machine: "old", at: now) }
            #expect(try folder.renew(machine: "new", at: now))
        }
    }

    @Test func aRenewalIsSignedByWhoHasTheKey() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            let now = SiteFolder.start + 5 * Self.day
            let renewing = try #require(try folder.membership().renewal(now))
            let other = try MemberRequest("room-1.device-reader.main")
            var renewals = renewing.request.renewals
            for (name, renewal) in renewals {
                // A certificate is not secret, but the signature does not fit another request.
                renewals[name] = RenewalRequest.Renewal(
                    certificate: renewal.certificate,
                    request: other.pem,
                    signature: renewal.signature
                )
            }
            let request = RenewalRequest(hub: "room-1", renewals: renewals)
            expectRefusal(.wrongCertificate) { _ = try folder.desk.renew(request, now: now) }
        }
    }

    @Test func aCertificateOfAnotherSiteShowsNothing() throws {
        try SiteFolder.with { folder in
            try folder.join(try folder.add())
            try SiteFolder.with { other in
                try other.join(try other.add())
                let now = SiteFolder.start + 5 * Self.day
                let foreign = try #require(try other.membership().renewal(now))
                expectRefusal(.wrongCertificate) { _ = try folder.desk.renew(foreign.request, now: now) }
            }
        }
    }
}
