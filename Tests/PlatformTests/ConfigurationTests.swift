import BLEScannerActor
import DeviceReaderActor
import FoundationEssentials
import HealthImporterActor
import OCRWorkerActor
import Platform
import SessionManagerActor
import Testing
import UploaderActor

@testable import ActorRuntime

@Suite("Each actor's configuration")
struct ConfigurationTests {
    private var example: String {
        URL(filePath: #filePath).appending(path: "../../../deploy/config/vitalbus.example.yaml").standardized.path
    }

    private func load<A: HubActor>(_ actor: A.Type, path: String? = nil) throws -> ActorConfiguration {
        let loader = ConfigurationLoader(actor, actors: ActorPlatform.vitalBus.actorNames)
        let flags = [(name: "site", value: "home", flag: "--site"), (name: "hub", value: "room-1", flag: "--hub")]
        return try loader.load(ConfigurationSources(flags: flags, path: path))
    }

    @Test("every default lies in its own range")
    func defaults() throws {
        #expect(try load(BLEScannerActor.self).duration("lost-after") == .seconds(20))
        #expect(try load(DeviceReaderActor.self).duration("passive.rearm") == .seconds(15))
        #expect(try load(SessionManagerActor.self).duration("retry.cap") == .seconds(900))
        #expect(try load(UploaderActor.self).string("session-manager.hub") == "site")
    }

    @Test("the example file is accepted by every actor and names each of its keys")
    func exampleFile() throws {
        _ = try load(BLEScannerActor.self, path: example)
        _ = try load(DeviceReaderActor.self, path: example)
        _ = try load(HealthImporterActor.self, path: example)
        _ = try load(OCRWorkerActor.self, path: example)
        _ = try load(SessionManagerActor.self, path: example)
        _ = try load(UploaderActor.self, path: example)
        let text = try String(contentsOfFile: example, encoding: .utf8)
        let keys =
            BLEScannerActor.configurationKeys + DeviceReaderActor.configurationKeys
            + HealthImporterActor.configurationKeys + OCRWorkerActor.configurationKeys
            + SessionManagerActor.configurationKeys + UploaderActor.configurationKeys
        for key in keys { #expect(text.contains("\(key.name):"), "\(key.name) is missing in the example file") }
    }
}
