import FoundationEssentials
import HubRunner
import SiteAuthority
import SiteRecords
import TestSupport
import Testing

@Suite struct AccountWatchTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    /// The page may serve browsers of the network before there is an account, and its certificate ends after 90 days.
    @Test func aCertificateIsRenewedAlsoWithoutAccounts() throws {
        let folder = try TemporaryFolder()
        let access = Access(state: folder.url.path)
        let served = ServedAccess(access) { (access, site, name, now) throws(SiteError) in
            try access.certify(site, name: name, now: now)
        }
        var plan = try HubPlan(site: "s", hub: "h", stateDirectory: folder.url.path, executables: "/bin")
        plan.access = served
        var none = AccountWatch(plan, now: Self.now)
        let hasNone = none.hasChanged(Self.now + 3_601)
        #expect(!hasNone, "there is nothing to renew")
        try access.certify(nil, name: "s", now: Self.now - 61 * 86_400)
        let before = try String(contentsOfFile: access.serverCertificate, encoding: .utf8)
        var watch = AccountWatch(plan, now: Self.now)
        let looks = [3_599.0, 3_601].map { watch.hasChanged(Self.now + $0) }
        #expect(looks == [false, true])
        #expect(try String(contentsOfFile: access.serverCertificate, encoding: .utf8) != before)
        let isAgain = watch.hasChanged(Self.now + 7_300)
        #expect(!isAgain)
    }
}
