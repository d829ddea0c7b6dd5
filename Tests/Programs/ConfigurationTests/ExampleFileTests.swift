import BLEScannerActor
import DeviceReaderActor
import Foundation
import HealthImporterActor
import HomeAssistantActor
import OCRWorkerActor
import PageActor
import RegistrarActor
import SessionManagerActor
import TestSupport
import Testing
import UploaderActor

@testable import ActorRuntime
@testable import VitalbusCommand

/// The shipped example has every key of every process, commented out or not, with its present meaning, and no other key.
@Suite struct ExampleFileTests {
    /// What the programs say about their keys.
    static let loaders: [ConfigurationLoader] = [
        loader(OperatorConfiguration.self), loader(BLEScannerActor.self), loader(DeviceReaderActor.self),
        loader(HealthImporterActor.self), loader(HomeAssistantActor.self), loader(PageActor.self),
        loader(RegistrarActor.self), loader(SessionManagerActor.self), loader(OCRWorkerActor.self),
        loader(UploaderActor.self),
    ]
    private let text: String

    init() throws {
        let path = ProjectFolder.file("deploy/config/vitalbus.example.yaml").path
        text = try String(contentsOfFile: path, encoding: .utf8)
    }

    private static func loader<A: HubActor>(_ actor: A.Type) -> ConfigurationLoader {
        ConfigurationLoader(actor, actors: OperatorConfiguration.sections)
    }

    /// The explanation and the name of each key, by section; the empty section is that of all processes.
    static func keys(_ text: String) -> [String: Set<String>] {
        var (found, section, explanation): ([String: Set<String>], String, String) = (["": []], "", "")
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: /([a-z-]+):/) {
                section = String(match.1)
                found[section] = []
            } else if let match = line.wholeMatch(of: /[ #]*([a-z][a-z0-9.-]*): .*/) {
                found[section]?.insert("\(match.1): \(explanation)")
            } else {
                explanation = String(line.trimmingPrefix(/[ #]*/))
            }
        }
        return found
    }

    @Test func eachSectionIsThatOfAProcessAndEachProcessHasOne() {
        #expect(Set(Self.keys(text).keys) == Set(Self.loaders.map(\.actor) + [""]))
    }

    @Test(arguments: loaders) func eachKeyIsKnownAndExplainedAsItsProgramDoes(loader: ConfigurationLoader) {
        let example = Self.keys(text)
        let printed = Self.keys(ConfigurationText(loader).example)
        for section in ["", loader.actor] {
            let (here, there) = (example[section] ?? [], printed[section] ?? [])
            let gone = here.subtracting(there).sorted()
            let missing = there.subtracting(here).sorted()
            #expect(gone.isEmpty, "section '\(section)' has what \(loader.actor) does not say: \(gone)")
            #expect(missing.isEmpty, "section '\(section)' lacks: \(missing)")
        }
    }

    @Test(arguments: loaders) func eachValueIsOneThatItsProgramAccepts(loader: ConfigurationLoader) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "all.yaml").path
        let all = text.replacing(/(?m)^( *)# ([a-z][a-z0-9.-]*: )/) { "\($0.1)\($0.2)" }
        try Data(all.utf8).write(to: URL(filePath: file))
        _ = try loader.load(ConfigurationSources(path: file))
    }

    @Test func aKeyThatWasRemovedIsFound() {
        let found = Self.keys("# Old. Kind: a text.\n# gone: text\n\npage:\n  # New. Kind: a text.\n  # added: x\n")
        #expect(found == ["": ["gone: Old. Kind: a text."], "page": ["added: New. Kind: a text."]])
    }
}
