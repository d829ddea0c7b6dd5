import ActorRuntime
import ArgumentParser
import BusContract
import ContractLiterals
import Foundation
import HubRunner
import SiteAuthority
import SiteRecords
import TestSupport
import Testing

@testable import VitalbusCommand

/// `vitalbus init` asks for the necessary settings, and writes a file that `vitalbus up` accepts.
@Suite struct InitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var state: String { folder.url.appending(path: "state").path }
    private var file: String { "\(state)/vitalbus.yaml" }

    private func run(_ arguments: [String], _ environment: CommandEnvironment) async -> Int32 {
        let all = ["init", "--state", state, "--executables", folder.url.path] + arguments
        return await CommandEnvironment.$current.withValue(environment) { await VitalbusProgram.run(all) }
    }

    /// The plan that `vitalbus up` makes from it.
    private func plan() throws -> HubPlan {
        let environment = CommandEnvironment(out: { _ in }, err: { _ in }, variables: ["HOME": folder.url.path])
        return try Up.parse(["--state", state]).start(environment).plan(executables: "/bin")
    }

    @Test func everythingIsAskedAndWritten() async throws {
        let answers = [
            "", "lindenhof", "room-12", "bed-a, bed-b", "https://api.example.org", "", "0.0.0.0:8470", "y", "3000 1000",
            "",
        ]
        let person = Asked(answers, home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        #expect(person.questions.count == answers.count, "two seats are no one person's: \(person.questions)")
        let plan = try plan()
        #expect(plan.site == "lindenhof" && plan.hub == "room-12" && plan.seats == ["bed-a", "bed-b"])
        #expect(plan.hasRadio && !plan.isSolo && plan.broker == .own && plan.configurationFile == file)
        #expect(plan.page == "0.0.0.0:8470")
        let sections = try ConfigurationSections(file, actors: OperatorConfiguration.sections)
        #expect(sections.texts(CommonSettings.baseURL(of: "inform"), of: "uploader") == ["https://api.example.org"])
        #expect(sections.texts(Setting.list("passive.peripherals", doc: ""), of: "device-reader") == ["3000", "1000"])
        #expect(sections.texts(CommonSettings.seats, of: "session-manager") == ["bed-a", "bed-b"])
        let facts = try FileManager.default.attributesOfItem(atPath: file)
        #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(person.told.last == "next: vitalbus up --state \(state)")
    }

    @Test func oneSeatMayBeOnePersonsAndAHubMayHaveNoRadio() async throws {
        let person = Asked(["one", "", "", "", "y", "none", "own", "none", "n"], home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        let plan = try plan()
        #expect(plan.site == "home" && plan.hub == "hub-1" && plan.seats == ["hub-1"])
        #expect(plan.isSolo && !plan.hasRadio)
        #expect(try plan.children().allSatisfy { $0.role != .deviceReader && $0.role != .bleScanner })
    }

    @Test func aWrongAnswerIsAskedForAgain() async throws {
        let person = Asked([
            "machine", "one", "Linden Hof", "lindenhof", "site", "room-12", "", "n", "api.example.org", "", "own", "",
            "n",
        ])
        #expect(await run([], person.environment) == 0, "\(person.told)")
        #expect(try plan().site == "lindenhof")
        #expect(person.told.contains { $0.contains("https://api.example.org") })
        let wrong = person.told.filter { $0.contains("'Linden Hof'") }
        #expect(wrong.count == 1 && wrong.first?.contains("the name 'Linden Hof' is not") == true, "\(person.told)")
    }

    @Test func aFileElsewhereIsNamedInTheNextCommand() async throws {
        let other = folder.url.appending(path: "other.yaml").path
        let person = Asked([], home: folder.url.path)
        #expect(await run(["--yes", "--config", other], person.environment) == 0, "\(person.told)")
        #expect(person.told.last == "next: vitalbus up --config \(other) --state \(state)")
    }

    @Test func aLessThanSignGoesBackOneQuestion() async throws {
        let answers = [
            "one", "lindenhof", "romo-12", "<", "room-12", "", "n", "", "broker.example.org", "back", "own", "none",
            "n",
        ]
        let person = Asked(answers, home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        let plan = try plan()
        #expect(plan.site == "lindenhof" && plan.hub == "room-12" && plan.seats == ["room-12"])
        #expect(plan.broker == .own && plan.page == nil, "a broker without an authority is no trap")
        #expect(person.questions[2] == person.questions[4] && person.questions[8] == person.questions[10])
    }

    @Test func aQuestionMarkExplainsEachQuestionAndNamesItsFlag() async throws {
        let person = Asked(
            ["?", "one"] + Array(repeating: ["?", ""], count: 10).flatMap(\.self),
            home: folder.url.path
        )
        #expect(await run([], person.environment) == 0, "\(person.told)")
        let flags = [
            "--machine", "--site", "--hub", "--seat", "--solo", "--inform-url", "--broker", "--page", "--radio",
            "--passive", "--zone",
        ]
        let help = person.told.filter { $0.contains("In a script: ") }
        #expect(help.count == flags.count, "\(help)")
        for (line, flag) in zip(help, flags) { #expect(line.contains("In a script: \(flag)"), "\(line)") }
        #expect(
            person.questions.allSatisfy { $0.hasSuffix("]") },
            "each question shows its default: \(person.questions)"
        )
    }

    @Test func thereIsNothingBeforeTheFirstQuestion() async {
        let person = Asked(["<", "back", "<"], home: folder.url.path)
        #expect(await run([], person.environment) == 64)
        #expect(person.told.filter { $0 == "this is the first question" }.count == 3)
    }

    @Test func flagsDoTheSameUnattended() async throws {
        let quiet = CommandEnvironment(out: { _ in }, err: { _ in }, variables: ["HOME": folder.url.path])
        let flags = [
            "--site", "s", "--hub", "room-1", "--seat", "bed-a", "--no-solo", "--legacy-url", "https://old.example.org",
            "--broker", "own", "--radio", "bluetooth", "--passive", "3000",
        ]
        #expect(await run(flags, quiet) == 0)
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        #expect(text.contains("  destination.legacy.base-url: https://old.example.org\n"))
        #expect(text.contains("  # destination.inform.base-url:"))
        #expect(await run(flags, quiet) == 73, "a file that is there stays")
        #expect(await run(["--yes", "--force", "--seat", "bed-c"], quiet) == 0)
        #expect(try plan().seats == ["bed-c"])
    }

    @Test func withoutATerminalWhatIsMissingIsNamedByItsFlags() async throws {
        let outcome = await Shell(variables: ["HOME": folder.url.path])
            .run("init", "--state", state, "--site", "s", "--radio", "none")
        #expect(outcome.code == 64)
        let line = outcome.err.first ?? ""
        for flag in [
            "--machine", "--hub", "--seat", "--solo or --no-solo", "--inform-url, --legacy-url or --fhir-url",
            "--broker",
            "--yes",
        ] {
            #expect(line.contains(flag), "\(line)")
        }
        #expect(!line.contains("--site") && !line.contains("--passive"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aServerIsAskedForItsAddressesAndIsASiteThen() async throws {
        let person = Asked(["server", "lindenhof", "192.168.1.10, server.lan", "https://api.example.org"])
        #expect(await run([], person.environment) == 0, "\(person.told)")
        let plan = try plan()
        #expect(plan.part == .site && plan.site == "lindenhof" && plan.seats.isEmpty)
        #expect(plan.server?.record.addresses == ["192.168.1.10", "server.lan"])
        #expect(
            person.told.last
                == "next: vitalbus up --state \(state); then, for each hub: vitalbus hub add NAME --state \(state)"
        )
        // The authority remains when the file is replaced.
        let quiet = Asked([]).environment
        let flags = ["--yes", "--force", "--machine", "server", "--site", "lindenhof", "--address", "192.168.1.10"]
        #expect(await run(flags, quiet) == 0)
        #expect(try self.plan().server?.record.addresses == ["192.168.1.10", "server.lan"])
        #expect(await run(flags.map { $0 == "lindenhof" ? "rosenhof" : $0 }, quiet) == 65)
    }

    @Test func aHubOfASiteIsToldToJoin() async throws {
        let person = Asked(["hub", "y", "3000"])
        #expect(await run([], person.environment) == 0, "\(person.told)")
        #expect(person.questions.count == 3)
        #expect(person.told.last?.hasPrefix("next: vitalbus join BUNDLE") == true, "\(person.told)")
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        #expect(text.contains("the bundle has its address") && text.contains("passive.peripherals: [3000]"))
    }

    @Test func theFileGoesOverWhatEarlierStartsWereTold() async throws {
        var kept = HubSettings()
        kept.seats = ["old"]
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try kept.write(HubLayout(state))
        #expect(await run(["--yes", "--seat", "new"], Asked([], home: folder.url.path).environment) == 0)
        #expect(try plan().seats == ["new"])
    }

    @Test(arguments: [
        ["--broker", "host:99999"], ["--passive", "77"], ["--passive", "abc"], ["--hub", "Room 1"], ["--hub", "site"],
        ["--inform-url", "api.example.org"], ["--seat", "a", "--seat", "b", "--solo"], ["--radio", "wlan"],
        ["--machine", "both"], ["--machine", "hub", "--address", "192.168.1.10"], ["--zone", "Berlin"],
    ])
    func wrongFlagsAreWrongUsage(flags: [String]) async {
        let outcome = await Shell().run(["init", "--state", state, "--yes"] + flags)
        #expect(outcome.code == 64, "\(outcome.err)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aPasswordForThePageIsTypedTwiceAndInNoFile() async throws {
        // The usual one may belong to another hub on this machine.
        try Access(state: state).set(AccessRecord(port: try FreePort.take()))
        let typed = ["?", "short", "correct horse", "other horse", "correct horse", "correct horse"]
        let person = Asked(["one", "", "", "", "n", "", "own", "", "n", ""], secrets: typed, home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        #expect(person.told.contains { $0.contains("vitalbus user add") }, "? explains it: \(person.told)")
        #expect(
            person.told.contains { $0.contains("the two differ") } && person.told.contains { $0.contains("'admin'") }
        )
        #expect(!person.told.contains { $0.contains("horse") })
        let plan = try plan()
        let account = try #require(try plan.access?.files.accounts().first)
        #expect(account.name == "admin" && account.role == .operator)
        #expect(try account.page?.matches("correct horse") == true && account.page?.matches("other horse") == false)
        for case let path as String in try #require(FileManager.default.enumerator(atPath: state)) {
            let bytes = FileManager.default.contents(atPath: "\(state)/\(path)") ?? Data()
            #expect(bytes.range(of: Data("correct horse".utf8)) == nil, "\(path)")
        }
    }

    @Test func anAccountForWhoseBrokerThereIsNoPortIsRefusedBeforeAnythingIsWritten() async throws {
        let taken = try ListeningSocket()
        try Access(state: state).set(AccessRecord(port: taken.port))
        let typed = ["correct horse", "correct horse"]
        let person = Asked(["one", "", "", "", "n", "", "own", "", "n", ""], secrets: typed, home: folder.url.path)
        #expect(await run([], person.environment) != 0)
        #expect(person.told.last?.contains("port \(taken.port) is in use") == true, "\(person.told)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func anEmptyPasswordMakesNoAccountAndALessThanSignGoesBack() async throws {
        let answers = ["one", "", "", "", "n", "", "own", "0.0.0.0:8470", "none", "n", ""]
        let person = Asked(answers, secrets: ["<"], home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        #expect(try plan().page == nil)
        #expect(try plan().access?.files.accounts().isEmpty == true)
    }

    @Test func anotherZoneIsTheImportersAndTheMachinesClockIsNamed() async throws {
        let zone = TimeZone.current.identifier == "Asia/Tokyo" ? "Europe/Berlin" : "Asia/Tokyo"
        let person = Asked(["one", "", "", "", "n", "", "own", "", "n", "Tokyo", zone], home: folder.url.path)
        #expect(await run([], person.environment) == 0, "\(person.told)")
        let sections = try ConfigurationSections(file, actors: OperatorConfiguration.sections)
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        #expect(text.contains("health-importer:\n") && text.contains("  home.zone: \(zone)\n"))
        #expect(sections.texts(Setting.text("home.zone", doc: ""), of: "health-importer") == [zone])
        #expect(person.told.contains { $0.contains("set-timezone \(zone)") })
    }

    @Test func aBrokerOnAnotherMachineNeedsItsAuthority() async {
        let outcome = await Shell().run("init", "--state", state, "--yes", "--broker", "broker.example.org")
        #expect(outcome.code == 66)
        #expect(outcome.err.first?.contains("--broker-authority") == true)
    }
}
