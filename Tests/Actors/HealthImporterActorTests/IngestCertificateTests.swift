import Foundation
import HTTPDoor
import TestSupport
import Testing

@testable import HealthImporterActor

/// The certificate that apps verify, which another program renews.
@Suite struct IngestCertificateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func words(_ served: ServedCertificate, inDays days: Double = 0) -> String? {
        IngestCertificate.words(served, now: Date() + days * 86_400)
    }

    @Test func anEndIsToldBeforeItComes() async throws {
        let (certificate, key) = try await Certificate.make(in: folder.url, days: 90)
        let served = try ServedCertificate(certificate: certificate, key: key)
        #expect(words(served, inDays: 75) == nil)
        #expect(words(served, inDays: 77)?.contains("expires on") == true)
        #expect(words(served, inDays: 91)?.contains("expired on") == true)
        // Certificates of a few days are renewed late in them.
        _ = try await Certificate.make(in: folder.url, days: 5)
        #expect(words(served, inDays: 3.9) == nil)
        #expect(words(served, inDays: 4.1)?.contains("expires on") == true)
    }

    @Test func filesThatDoNotFitLeaveTheFormerCertificate() async throws {
        let (certificate, key) = try await Certificate.make(in: folder.url, days: 30)
        let served = try ServedCertificate(certificate: certificate, key: key)
        let former = served.term.ends
        let good = try Data(contentsOf: URL(filePath: key))
        // The certificate is replaced before its key.
        _ = try await Certificate.make(in: folder.url, days: 90)
        let next = try Data(contentsOf: URL(filePath: key))
        try good.write(to: URL(filePath: key))
        #expect(!served.isUsable && served.term.ends == former)
        #expect(words(served)?.contains("do not match") == true)
        try next.write(to: URL(filePath: key))
        #expect(served.isUsable && served.term.ends > former + 50 * 86_400)
        #expect(words(served) == nil)
    }
}
