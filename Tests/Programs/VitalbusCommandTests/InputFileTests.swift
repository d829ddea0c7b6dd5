import Foundation
import Testing

@testable import VitalbusCommand

/// Every command that reads a file which a person names refuses a missing one with exit code 66.
@Suite struct InputFileTests {
    private static let missing = "/nowhere/input"

    /// Each option or argument that names a file to read, with a command line that has a missing one.
    static let reading = [
        "up --config": "up --state /nowhere/state --config MISSING",
        "status --config": "status --config MISSING",
        "session start --token-file": "session start --seat a --user u --organization o --token-file MISSING",
        "record add --image": "record add --seat a --type biometrics blood_pressure=120/80 --image MISSING",
        "device pair --photo": "device pair 10500 --photo MISSING",
        "device pair --pin-file": "device pair scale 10500 --user-index 1 --seat a --pin-file MISSING",
        "device pair --person-file": "device pair scale 10500 --seat a --person-file MISSING",
        "device key --photo": "device key meter 10500 --photo MISSING",
        "import file": "import MISSING",
        "image add file": "image add log-1 MISSING",
        "capture record --script": "capture record X --script MISSING --out /nowhere/capture.json",
        "capture check file": "capture check MISSING",
        "capture test file": "capture test MISSING",
        "init --broker-authority":
            "init --state /nowhere/state --yes --broker broker.example.org --broker-authority MISSING",
        "site init --site-key": "site init --state /nowhere/state --address 192.0.2.1 --site-key MISSING",
        "join bundle": "join MISSING --state /nowhere/state",
        "backup --passphrase-file": "backup /nowhere/backup --passphrase-file MISSING",
        "backup --site-key": "backup /nowhere/backup --site-key MISSING",
        "restore file": "restore MISSING --yes",
        "restore --passphrase-file": "restore \(#filePath) --yes --passphrase-file MISSING",
        "restore --site-key": "restore \(#filePath) --yes --site-key MISSING",
        "photo peripherals --layouts": "photo peripherals --layouts MISSING",
        "photo overlay --layouts": "photo overlay 10500 /nowhere/a.svg --width 640 --height 480 --layouts MISSING",
        "scan image": "scan MISSING",
        "ocr image": "ocr MISSING",
        "ocr --layouts": "ocr a.jpg --peripheral 10500 --layouts MISSING",
        "call file": "call device-reader supportedPeripherals MISSING",
    ]
    /// Files that a command writes.
    private static let writing: Set = [
        "held show --picture", "fhir export --out", "capture record --out", "capture test --out", "init --config",
        "hub add --out", "hub rename --out", "integration add --password-file", "backup file", "photo preview --save",
        "photo overlay file", "ocr --show",
    ]
    /// Photos need a hub first (`PhotoTests`), and the broker's unit must not be started again after a wrong file.
    private static let otherwise: Set = ["photo send image", "broker --config"]

    @Test(arguments: reading.keys.sorted())
    func aMissingFileIs66AndNamed(input: String) async throws {
        let words = try #require(Self.reading[input]).split(separator: " ").map(String.init)
        let outcome = await Shell().run(words.map { $0 == "MISSING" ? Self.missing : $0 })
        #expect(outcome.code == ExitCodes.missingFile, "\(outcome)")
        #expect(outcome.err.contains { $0.contains(Self.missing) }, "\(outcome.err)")
    }

    @Test func aFileThatMayNotBeReadIs66Too() {
        let refusal = InputFile.refusal("a.jpg", number: EACCES)
        #expect(refusal.exitCode == ExitCodes.missingFile && refusal.code == "unreadable")
        #expect(InputFile.refusal("a.jpg/b", number: ENOTDIR).code == "notFound")
    }

    /// A new option that names a file must be in one of the lists above.
    @Test func theListsHaveAllFilesOfTheHelp() async throws {
        let outcome = await Shell().run("--experimental-dump-help")
        let help = try JSONDecoder().decode(Help.self, from: Data(outcome.out.joined(separator: "\n").utf8))
        let listed = Set(Self.reading.keys).union(Self.writing).union(Self.otherwise)
        #expect(Set(help.command.files(under: [])) == listed)
    }
}

/// The parts of a command's help that say which files it takes.
private struct Help: Decodable {
    struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let valueName: String?
            let names: [Name]?
            let abstract: String?

            /// Whether the value is a file; `--config` of all commands for a hub is checked at one of them.
            var isFile: Bool { ["file", "image", "bundle"].contains(valueName) && names?.first?.name != "config" }
            var title: String { names?.first.map { "--\($0.name)" } ?? valueName ?? "" }
        }

        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        func files(under path: [String]) -> [String] {
            let own = (arguments ?? []).filter { $0.isFile || isOwnConfiguration($0) }
                .map { (path + [$0.title]).joined(separator: " ") }
            return own + (subcommands ?? []).flatMap { $0.files(under: path + [$0.commandName]) }
        }

        private func isOwnConfiguration(_ argument: Argument) -> Bool {
            argument.title == "--config" && ["up", "status", "init", "broker"].contains(commandName)
        }
    }

    let command: Command
}
