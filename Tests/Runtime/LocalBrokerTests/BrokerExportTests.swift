import Crypto
import Foundation
import LocalBroker
import MessageBus
import Processes
import TestSupport
import Testing

/// Exports for brokers that cannot run here, compared with the formats in their documentation and source.
@Suite struct BrokerExportTests {
    private static let accounts = [
        BrokerAccount(
            username: "room-1.device-reader.main",
            password: "first secret",
            rules: [
                AccessRule(.publish, pattern: "vitalbus/v1/s/room-1/event/passiveDidRead"),
                AccessRule(.subscribe, pattern: "vitalbus/v1/s/site/state/session/+"),
            ]
        ),
        BrokerAccount(username: "house", password: "second secret", rules: []),
    ]

    private func files(_ kind: BrokerKind) throws -> [String: BrokerExport.File] {
        let export = BrokerExport(Self.accounts, folder: "/etc/broker", port: 1883)
        return Dictionary(uniqueKeysWithValues: try export.files(for: kind).map { ($0.name, $0) })
    }

    @Test(arguments: BrokerKind.allCases) func noPasswordStandsInAFile(kind: BrokerKind) throws {
        for file in try files(kind).values {
            for account in Self.accounts { #expect(!file.text.contains(account.password ?? "none")) }
            #expect(file.text.hasSuffix("\n") || file.name.hasSuffix(".json"))
            #expect(file.isSecret == ["dynamic-security.json", "emqx-users.csv", "vmq.passwd"].contains(file.name))
        }
    }

    /// `vmq_passwd.erl`: name, `$6$`, salt, and SHA-512 of password and salt in Base64.
    @Test func verneMQFindsThePasswords() throws {
        let lines = try #require(try files(.vernemq)["vmq.passwd"]).text.split(separator: "\n")
        #expect(lines.count == Self.accounts.count)
        for (line, account) in zip(lines, Self.accounts) {
            let parts = line.split(separator: ":")
            let words = try #require(parts.last).split(separator: "$", omittingEmptySubsequences: false).map(
                String.init
            )
            #expect(parts.first.map(String.init) == account.username && words.count == 4 && words[1] == "6")
            let salt = try #require(Data(base64Encoded: words[2]))
            let hash = SHA512.hash(data: Data((account.password ?? "").utf8) + salt)
            #expect(Data(hash).base64EncodedString() == words[3])
        }
    }

    /// `vmq_acl.erl` stops at any other line, and counts spaces at a line's end as part of the topic.
    @Test func verneMQFindsTheRights() throws {
        let text = try #require(try files(.vernemq)["vmq.acl"]).text
        let expected = [
            "user room-1.device-reader.main", "topic write vitalbus/v1/s/room-1/event/passiveDidRead",
            "topic read vitalbus/v1/s/site/state/session/+", "user house",
        ]
        #expect(text == expected.joined(separator: "\n") + "\n")
    }

    @Test func emqxFindsThePasswords() throws {
        let lines = try #require(try files(.emqx)["emqx-users.csv"]).text.split(separator: "\n")
        #expect(lines.first == "user_id,password_hash,salt,is_superuser")
        for (line, account) in zip(lines.dropFirst(), Self.accounts) {
            let fields = line.split(separator: ",").map(String.init)
            let hash = SHA256.hash(data: Data((fields[2] + (account.password ?? "")).utf8))
            #expect(fields[0] == account.username && fields[3] == "false")
            #expect(fields[1] == hash.map { String(format: "%02x", $0) }.joined())
        }
    }

    private static let erlang = ["/usr/bin/erl", "/usr/local/bin/erl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test func emqxFindsTheRights() throws {
        let lines = try #require(try files(.emqx)["emqx-acl.conf"]).text.split(separator: "\n")
        #expect(lines.last == "{deny, all}." && lines.count == 3)
        #expect(
            lines.first
                == "{allow, {username, \"room-1.device-reader.main\"}, publish, [\"vitalbus/v1/s/room-1/event/passiveDidRead\"]}."
        )
    }

    /// EMQX reads its rules as Erlang terms.
    @Test(.enabled(if: erlang != nil, "erl is not here: apt-get install erlang-base")) func erlangReadsTheRights()
        async throws
    {
        let file = ShortPath.make("vbx") + ".conf"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(try #require(try files(.emqx)["emqx-acl.conf"]).text.utf8).write(to: URL(filePath: file))
        let words = "{ok, T} = file:consult(\"\(file)\"), 3 = length(T), halt(0)."
        let child = try await ChildProcess.start(
            ChildCommand(Self.erlang ?? "erl", arguments: ["-noshell", "-eval", words], stopTimeout: .seconds(1))
        )
        #expect(await child.waitUntilExit() == .code(0))
    }
}
