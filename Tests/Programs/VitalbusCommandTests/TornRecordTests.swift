import Foundation
import HubRunner
import TestSupport
import Testing

@testable import VitalbusCommand

/// The remains of `hub.json` after a power cut.
@Suite struct TornRecordTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "hub.json"))
    }

    private func plan(_ hub: String? = nil) throws -> HubPlan {
        var given = HubSettings()
        given.hub = hub
        given.config = HubSettings.nothing
        let environment = CommandEnvironment(out: { _ in }, err: { _ in })
        return try HubStart(given, state: folder.url.path, forgets: false, environment: environment).plan(
            executables: "/bin"
        )
    }

    @Test func itIsMadeAnewWhereTheFoldersShowTheHub() throws {
        for name in ["hub-1.device-reader.main", "room-7.device-reader.main"] {
            let place = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        }
        #expect(try plan().hub == "hub-1")
        #expect(try plan("room-7").hub == "room-7")
        #expect(throws: HubRunnerError.self) { try plan("room-8") }
    }

    @Test func whereNothingShowsItTheFileIsNamed() throws {
        let error = #expect(throws: HubRunnerError.self) { try plan() }
        #expect(error?.message.contains("hub.json is damaged") == true)
    }
}
