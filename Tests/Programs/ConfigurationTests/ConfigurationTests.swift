import BLEScannerActor
import DeviceReaderActor
import Foundation
import HealthImporterActor
import HubRunner
import OCRWorkerActor
import SessionManagerActor
import TestSupport
import Testing
import UploaderActor

@testable import ActorRuntime
@testable import vitalbus

@Suite("Each actor's configuration")
struct ConfigurationTests {
    private var example: String {
        ProjectFolder.file("deploy/config/vitalbus.example.yaml").path
    }

    private func load<A: HubActor>(_ actor: A.Type, path: String? = nil) throws -> ActorConfiguration {
        let loader = ConfigurationLoader(actor, actors: ActorPlatform.vitalBus.actorNames)
        guard path == nil else { return try loader.load(ConfigurationSources(path: path)) }
        let hub = A.runsAtSite ? "site" : "room-1"
        let flags = [(name: "site", value: "home", flag: "--site"), (name: "hub", value: hub, flag: "--hub")]
        return try loader.load(ConfigurationSources(flags: flags))
    }

    @Test("every default is within its own range")
    func defaults() throws {
        #expect(try load(BLEScannerActor.self).duration("lost-after") == .seconds(20))
        #expect(try load(DeviceReaderActor.self).duration("passive.rearm") == .seconds(15))
        #expect(try load(SessionManagerActor.self).duration("retry.cap") == .seconds(900))
        #expect(try load(UploaderActor.self).string("session-manager.hub") == "site")
    }

    @Test("the hub expects exactly those actors in the program 'vitalbus' that the program contains")
    func theActorsOfTheProgram() {
        #expect(ActorPrograms.names.sorted() == ProgramFolder.actors.sorted())
    }

    @Test("every process expects a site's actor at 'site', whatever hub the machine's file names")
    func theHubOfSiteActors() throws {
        let folder = try TemporaryFolder()
        func load(_ text: String) throws -> ActorConfiguration {
            let path = folder.url.appending(path: "hub.yaml").path
            try Data(text.utf8).write(to: URL(filePath: path))
            return try self.load(SessionManagerActor.self, path: path)
        }
        let configuration = try load("site: home\nhub: room-1\n")
        #expect(try configuration.string("hub") == "site")
        #expect(configuration.origin("hub")?.contains("serves the whole site") == true)
        let error = #expect(throws: RuntimeError.self) {
            try load("site: home\nsession-manager:\n  hub: room-1\n")
        }
        #expect(error?.exitCode == 78)
        #expect(error?.message.contains("leave hub out") == true)
    }

    @Test("the shipped example is a complete configuration: every actor accepts it")
    func exampleFile() throws {
        _ = try load(BLEScannerActor.self, path: example)
        _ = try load(DeviceReaderActor.self, path: example)
        _ = try load(HealthImporterActor.self, path: example)
        _ = try load(OCRWorkerActor.self, path: example)
        _ = try load(SessionManagerActor.self, path: example)
        _ = try load(UploaderActor.self, path: example)
    }
}
