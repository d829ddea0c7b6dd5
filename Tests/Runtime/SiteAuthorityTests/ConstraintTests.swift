import Foundation
import Processes
import SiteRecords
import TestSupport
import Testing

@testable import SiteAuthority

/// OpenSSL's verdict on the certificates: brokers and clients decide by it.
struct ConstraintTests {
    private static let member = "room-1.device-reader.main"

    /// Makes OpenSSL verify a certificate for a purpose.
    private func verify(_ pem: String, authority: String, purpose: String, in folder: String) async throws -> String {
        let files = (leaf: "\(folder)/leaf.pem", authority: "\(folder)/authority.pem")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(pem.utf8).write(to: URL(filePath: files.leaf))
        try Data(authority.utf8).write(to: URL(filePath: files.authority))
        let child = try await ChildProcess.start(
            ChildCommand(
                "/usr/bin/openssl",
                arguments: ["verify", "-purpose", purpose, "-x509_strict", "-CAfile", files.authority, files.leaf],
                output: .lines
            )
        )
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        _ = await child.waitUntilExit()
        return lines.joined(separator: "\n")
    }

    private var folder: String { ShortPath.make("vbs") }

    private func authority(_ addresses: [String]) throws -> SiteAuthority {
        try SiteAuthority(site: "home", addresses: addresses.map { try SiteAddress($0) }, now: Date())
    }

    @Test func membersAndServersAreValidForTheirPurposeOnly() async throws {
        let authority = try authority(["hub.example.org", "192.168.1.5"])
        let request = try MemberRequest("room-1.device-reader.main")
        let key = try MemberRequest.key(of: request.pem)
        let member = try authority.member(
            Self.member,
            account: Self.member,
            key: key,
            now: Date(),
            lifetime: 3600
        )
        let server = try authority.server(
            [SiteAddress("hub.example.org"), SiteAddress("192.168.1.5")],
            now: Date(),
            lifetime: 3600
        )
        let root = try authority.certificatePEM()
        #expect(try await verify(member, authority: root, purpose: "sslclient", in: folder).hasSuffix("OK"))
        #expect(try await verify(server, authority: root, purpose: "sslserver", in: folder).hasSuffix("OK"))
        #expect(try await verify(member, authority: root, purpose: "sslserver", in: folder).contains("purpose"))
    }

    /// A stolen authority cannot vouch for public names.
    @Test(arguments: ["bank.example.com", "8.8.8.8", "2606:4700::1111"])
    func anAuthorityCannotVouchForOthers(address: String) async throws {
        let authority = try authority(["hub.local"])
        let server = try authority.server([SiteAddress(address)], now: Date(), lifetime: 3600)
        let words = try await verify(
            server,
            authority: try authority.certificatePEM(),
            purpose: "sslserver",
            in: folder
        )
        #expect(words.contains("permitted subtree violation"), "\(words)")
    }

    @Test func anotherSitesMemberIsNoMember() async throws {
        let (own, other) = (try authority(["hub.local"]), try authority(["hub.local"]))
        let key = try MemberRequest.key(of: try MemberRequest("room-1.device-reader.main").pem)
        let member = try other.member(
            Self.member,
            account: Self.member,
            key: key,
            now: Date(),
            lifetime: 3600
        )
        let words = try await verify(member, authority: try own.certificatePEM(), purpose: "sslclient", in: folder)
        #expect(!words.hasSuffix("OK"), "\(words)")
    }
}
