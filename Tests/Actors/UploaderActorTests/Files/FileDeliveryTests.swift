import BusContract
import ContractLiterals
import Foundation
import LedgerStore
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("An uploader that writes files")
struct FileDeliveryTests {
    private func running(
        _ site: Site,
        _ folder: LineFolder,
        _ body: (UploaderActor) async throws -> Void
    ) async throws { try await site.running(["destination.file.directory": folder.path], body) }

    @Test("a record is written before its answer, although the cloud never answers")
    func delivers() async throws {
        try await Site.with { site in
            let folder = try LineFolder()
            let held = #"{"method": "POST", "accept": true, "hold": true, "status": 201}"#
            try await site.cloud.fail("[\(held), \(held)]")
            try await running(site, folder) { actor in
                await site.owner.offer(try (1...2).map { Samples.item(try Samples.record($0)) })
                await site.owner.offer(try (3...9).map { Samples.item(try Samples.record($0), api: "file") })
                try await eventually("the server has them") {
                    // An answer whose reply is late comes twice.
                    let written = await site.owner.answers.filter { $0.serverID == $0.logID.rawValue }
                    return Set(written.map(\.logID)).count >= 7
                }
                #expect(try folder.lines.count == 7)
                #expect(await actor.health().destinations?.first { $0.apiVersion == "file" }?.state == .working)
                try await site.cloud.release()
            }
        }
    }

    @Test("a kill between the line and its note leaves only one line")
    func killed() async throws {
        try await Site.with { site in
            let (folder, record) = (try LineFolder(), try Samples.record())
            // The state after a kill: the line, and an attempt in the ledger without an outcome.
            try await folder.start("uploader-a").create(record)
            try await running(site, folder) { actor in
                _ = try await actor.service.ledger.beginFirstAttempt(
                    logID: record.logID.rawValue,
                    revision: 1,
                    fence: 1,
                    sessionID: "s-1",
                    digest: Data(),
                    at: Date()
                )
            }
            try await running(site, folder) { _ in
                let first = try #require(try await site.owner.settled(1).first)
                #expect(first.result == "retry" && first.possiblySent)
                await site.owner.offer([Samples.item(record, fence: 2, api: "file", possiblySent: true)])
                #expect(try await site.owner.settled(2)[1].result == "done")
            }
            #expect(try folder.lines.count == 1)
        }
    }

    @Test("a deletion of a record without a known line looks for the line")
    func deletes() async throws {
        try await Site.with { site in
            let (folder, record) = (try LineFolder(), try Samples.record())
            try await folder.start("uploader-a").create(record)
            try await running(site, folder) { _ in
                var item = Samples.item(record, fence: 2, api: "file", possiblySent: true)
                (item.isDeletion, item.revision) = (true, 2)
                await site.owner.offer([item])
                let answer = try #require(try await site.owner.settled(1).first)
                #expect(answer.result == "done")
            }
            #expect(try folder.lines.map { $0["deleted"] } == [.bool(false), .bool(true)])
        }
    }

    @Test("a session learns at once whether its folder is writable")
    func checks() async throws {
        try await Site.with { site in
            let folder = try LineFolder()
            try await running(site, folder) { _ in
                await site.owner.ask([UploadGrant.Check(sessionID: "s-1", apiVersion: "file", checkID: "c-1")])
                #expect(try await site.owner.checked(1).first?.result == "valid")
                try FileManager.default.removeItem(at: folder.temporary.url)
                await site.owner.ask([UploadGrant.Check(sessionID: "s-1", apiVersion: "file", checkID: "c-2")])
                let answer = try await site.owner.checked(2)[1]
                #expect(answer.result == "unreachable")
                #expect(answer.error?.code == "folderUnusable")
            }
        }
    }

    @Test("a folder that is not configured is named by its key")
    func notConfigured() async throws {
        try await Site.with { site in
            try await site.running { _ in
                await site.owner.offer([Samples.item(try Samples.record(), api: "file")])
                let answer = try #require(try await site.owner.settled(1).first)
                #expect(answer.result == "paused")
                #expect(answer.error?.message.contains("set destination.file.directory") == true)
            }
        }
    }
}
