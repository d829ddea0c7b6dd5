import ArgumentParser
import Foundation
import HubRunner
import MessageBus
import Testing

@testable import VitalbusCommand

/// The first place that has a hub decides which one a command uses, and the command names that place.
struct HubSourceTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vbs-\(UUID().uuidString.prefix(8))")
    private var state: String { folder.appending(path: "state").path }

    /// Searches with files in a private folder.
    ///
    /// - Parameters:
    ///   - isRunning: Whether a hub runs in the state directory.
    ///   - isService: Whether systemd runs one.
    private func find(
        _ arguments: [String] = [],
        isRunning: Bool = false,
        isService: Bool = false,
        variables: [String: String] = [:]
    ) throws -> HubPlace {
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = folder.appending(path: "run").path
        for path in [state, run] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        func record(_ hub: String) throws -> Data {
            Data(try WireJSON.encode(HubRecord(site: "s", hub: hub, socket: "/\(hub).sock")))
        }
        if isRunning { try record("room-1").write(to: URL(filePath: HubLayout(state).record)) }
        if isService { try record("room-2").write(to: URL(filePath: "\(run)/hub.json")) }
        let own = ["STATE_DIRECTORY": state, "RUNTIME_DIRECTORY": run]
        return try HubPlace.find(
            HubOptions.parse(arguments),
            in: CommandEnvironment(out: { _ in }, err: { _ in }, variables: own.merging(variables) { $1 })
        )
    }

    private func file(_ hub: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(hub).yaml")
        try Data("site: s\nhub: \(hub)\nbus:\n  host: 127.0.0.1\n".utf8).write(to: file)
        return file.path
    }

    @Test func aNamedFileComesFirst() throws {
        let found = try find(["--config", file("room-9")], isRunning: true)
        #expect(found.hub == "room-9" && found.foundBy == "the given file")
    }

    @Test func anEnvironmentsFileDoesNotOverruleANamedDirectory() throws {
        let named = ["VITALBUS_CONFIG": try file("room-9")]
        let found = try find(["--state", state], isRunning: true, variables: named)
        #expect(found.hub == "room-1" && found.foundBy == "the hub that runs in the state directory")
    }

    @Test func systemdsHubComesAfterTheDirectorysOwn() throws {
        #expect(try find(isRunning: true, isService: true).hub == "room-1")
        let machines = try find(isService: true)
        #expect(machines.hub == "room-2" && machines.foundBy == "systemd's hub" && machines.isService)
    }

    @Test func withoutAnyThereIsAWayOut() {
        let error = #expect(throws: CommandFailure.self) { try find(["--state", state]) }
        #expect(error?.message.contains("vitalbus up") == true)
    }

    @Test func everySourceHasANameOfItsOwn() {
        #expect(Set(HubSource.all.map(\.name)).count == HubSource.all.count)
    }
}
