import Foundation
import HubRunner
import TestSupport
import Testing

@Suite struct HubSettingsTests {
    private let folder: TemporaryFolder
    private let layout: HubLayout

    init() throws {
        folder = try TemporaryFolder()
        layout = HubLayout(folder.url.appending(path: "state").path)
        try FileManager.default.createDirectory(atPath: layout.state, withIntermediateDirectories: true)
    }

    @Test func whatWasToldIsKeptForTheOwnerAlone() throws {
        #expect(try HubSettings.read(layout) == nil)
        var settings = HubSettings()
        settings.seats = ["bed-a", "bed-b"]
        settings.informURL = "https://api.example.org"
        settings.radio = false
        settings.settings = ["uploader": ["concurrency": "8"]]
        try settings.write(layout)
        #expect(try HubSettings.read(layout) == settings)
        let facts = try FileManager.default.attributesOfItem(atPath: layout.settings)
        #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: layout.state) == ["settings.json"])
        let flags = "--seat bed-a --seat bed-b --inform-url https://api.example.org --radio none"
        #expect(settings.flags.joined(separator: " ") == flags + " --set uploader:concurrency=8")
    }

    @Test func whatIsGivenNowChangesWhatIsKept() {
        var kept = HubSettings()
        kept.seats = ["bed-a"]
        kept.informURL = "https://old.example.org"
        kept.solo = true
        kept.settings = ["uploader": ["concurrency": "8", "prefetch": "1"]]
        var given = HubSettings()
        given.informURL = HubSettings.nothing
        given.solo = false
        given.settings = ["uploader": ["concurrency": "2"], "ble-scanner": ["silence": "60s"]]
        let new = kept.updated(by: given)
        #expect(new.seats == ["bed-a"])
        #expect(new.informURL == nil)
        #expect(new.solo == false)
        let both = ["uploader": ["concurrency": "2", "prefetch": "1"], "ble-scanner": ["silence": "60s"]]
        #expect(new.settings == both)
        #expect(kept.updated(by: HubSettings()) == kept)
    }

    /// If unreadable settings counted as missing, the next start's flags would overwrite them.
    @Test func settingsThatCannotBeReadAreNotTakenForMissing() throws {
        for path in [layout.settings, layout.record] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let settings = #expect(throws: HubRunnerError.self) { try HubSettings.read(layout) }
        #expect(settings?.message.contains("cannot be read") == true)
        let record = #expect(throws: HubRunnerError.self) { try HubRecord.read(layout) }
        #expect(record?.message.contains("cannot be read") == true)
    }

    @Test func damagedSettingsAreNamed() throws {
        try Data("{".utf8).write(to: URL(filePath: layout.settings))
        let error = #expect(throws: HubRunnerError.self) { try HubSettings.read(layout) }
        #expect(error?.message.contains(layout.settings) == true)
    }
}
