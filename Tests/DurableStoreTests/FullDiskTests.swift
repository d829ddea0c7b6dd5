import Foundation
import Testing

@testable import DurableStore

/// A disk that is really full: a small tmpfs of its own.
@Suite(.timeLimit(.minutes(1)))
struct FullDiskTests {
    @Test(.enabled(if: FullDiskTests.canMount, "needs the right to mount a tmpfs"))
    func fullDiskLosesNothingThatWasAnswered() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try Self.mount(fixture.folder)
        defer { try? Self.run("/usr/bin/umount", ["-l", fixture.folder]) }
        let store = try await fixture.outbox()
        var saved: [Int64] = []
        var failure: StoreError?
        for _ in 0..<200 where failure == nil {
            do {
                saved.append(
                    try await store.saveFrame(
                        device: "d",
                        characteristic: "c",
                        bytes: Data(count: 4_000),
                        at: StoreFixture.start
                    )
                )
            } catch {
                failure = error as? StoreError
            }
        }
        #expect(failure?.code == .full)
        #expect(!saved.isEmpty)
        #expect(await store.health.isWritable == false)
        #expect(try await store.undecodedFrames(limit: 1_000).map(\.id) == saved)
        // Room again: the store goes on by itself.
        try Self.run("/usr/bin/mount", ["-o", "remount,size=4m", fixture.folder])
        #expect(await store.probe(at: StoreFixture.start).isWritable)
        let next = try await store.saveFrame(
            device: "d",
            characteristic: "c",
            bytes: Data(count: 4_000),
            at: StoreFixture.start
        )
        #expect(try await store.undecodedFrames(limit: 1_000).map(\.id) == saved + [next])
        #expect(try await store.integrityFindings().isEmpty)
        try await store.close()
    }

    private static func mount(_ folder: String) throws {
        try run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=400k,mode=0700", "none", folder])
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    private static let canMount: Bool = {
        do {
            let fixture = try StoreFixture()
            defer { fixture.remove() }
            try mount(fixture.folder)
            try run("/usr/bin/umount", [fixture.folder])
            return true
        } catch {
            return false
        }
    }()
}
