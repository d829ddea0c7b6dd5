import Foundation
import Testing
import VitalbusCommand

@Suite struct ArgumentTests {
    @Test(arguments: [
        ["nonsense"], ["decode"], ["up", "--uploaders", "0"], ["up", "--set", "uploader"],
        ["watch", "--type", "nothingSuch"], ["watch", "--type", "recordSubmitted", "--actors"],
        ["session", "start"], ["session", "start", "--seat", "a", "--user", "u"],
        ["session", "start", "--seat", "a", "--take-local"],
        ["session", "start", "--seat", "a", "--default-user", "--user", "u", "--organization", "o"],
        ["session", "start", "--seat", "a", "--user", "u", "--organization", "o", "--api", "v9"],
        ["record", "update", "a", "--revision", "1"], ["record", "delete", "a", "--revision", "0"],
        ["session", "queue", "--page", "0"], ["notifications", "--since", "-1"],
        ["call", "a", "b", "-", "--timeout", "0"], ["passive", "show", "--hub", "+"],
        ["seat", "list", "--hub", "a/b"], ["doctor", "--site", ""], ["watch", "--count", "0"],
        ["log", "--count", "-1"],
    ])
    func wrongUsageIs64AndExplained(arguments: [String]) async {
        let outcome = await run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.out.isEmpty)
        #expect(!outcome.err.isEmpty)
    }

    @Test(arguments: [
        [], ["seat"], ["status", "--state"], ["user", "add", "--role", "viewer", "--state", "/dev/null/s"],
    ])
    func aHugeArgumentIsQuotedInPart(command: [String]) async {
        let outcome = await run(command + [String(repeating: "x", count: 100_000)])
        #expect(outcome.code != 0)
        #expect(!outcome.err.isEmpty && outcome.err.allSatisfy { $0.utf8.count < 3_000 }, "\(outcome.err.map(\.count))")
    }

    @Test(arguments: [
        ["user", "list"], ["user", "remove", "a"], ["access", "show"], ["integration", "list"],
        ["page", "kiosk", "list"],
        ["page", "address"],
    ])
    func aMistypedStateDirectoryIsNamedAndNotCreated(command: [String]) async {
        let state = "/nonexistent/vitalbus"
        let outcome = await run(command + ["--state", state])
        #expect(outcome.code == 78 && outcome.err.first?.contains("no hub in \(state)") == true, "\(outcome.err)")
        #expect(!FileManager.default.fileExists(atPath: state))
    }

    @Test(arguments: [
        "up", "watch", "session", "call", "decode", "doctor", "device", "record", "held", "import", "notifications",
    ])
    func everyCommandHasHelp(command: String) async {
        let outcome = await run([command, "--help"])
        #expect(outcome.code == 0)
        #expect(outcome.out.joined().contains("OVERVIEW"))
    }

    @Test(arguments: ["api.example.org", "http://api.example.org", "https://", "https://u@api.example.org", "nonsense"])
    func upRefusesWhatIsNoBaseURLBeforeAnythingStarts(url: String) async {
        for flag in ["--inform-url", "--legacy-url", "--fhir-url"] {
            let outcome = await run(["up", "--state", "/nonexistent/vitalbus", flag, url])
            #expect(outcome.code == 64)
            #expect(outcome.err.first?.contains(flag) == true, "\(outcome.err)")
            #expect(outcome.err.first?.contains("https") == true, "\(outcome.err)")
        }
    }

    @Test(arguments: [
        ["up", "--seat", "Room 1"], ["up", "--hub", "site"], ["up", "--seat", "a", "--seat", "a"],
        ["up", "--seat", "a", "--seat", "b", "--solo"], ["up", "--set", "uplaoder:concurrency=8"],
        ["up", "--radio", "wlan"],
    ])
    func upRefusesWhatCannotBe(arguments: [String]) async {
        let outcome = await run(arguments + ["--state", "/nonexistent/vitalbus"])
        #expect(outcome.code == 64, "\(outcome.err)")
    }

    @Test(arguments: [
        (["sesion", "list"], "session"), (["dcotor"], "doctor"), (["session", "strat"], "start"),
        (["held", "confrim", "k"], "confirm"), (["device", "asign"], "assign"),
    ])
    func aMisspeltSubcommandGetsASuggestion(arguments: [String], meant: String) async {
        let outcome = await run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.err.first?.hasSuffix("did you mean '\(meant)'?") == true, "\(outcome.err)")
    }

    @Test func helpListsEveryExitCode() async {
        let outcome = await run(["--help"])
        let help = outcome.out.joined(separator: "\n")
        for (code, meaning) in ExitCodes.table {
            #expect(help.contains("  \(code) "), "\(code)")
            #expect(help.contains(meaning.prefix(20)), "\(meaning)")
        }
        #expect(Set(ExitCodes.table.map(\.code)).count == ExitCodes.table.count)
    }

    @Test func completionsAreMade() async {
        let outcome = await run(["--generate-completion-script", "bash"])
        #expect(outcome.code == 0)
        #expect(outcome.out.joined().contains("vitalbus"))
    }

    @Test func aMissingHubIsAWrongConfigurationWithTheWayOut() async {
        let outcome = await run(["session", "show", "--state", "/nonexistent/vitalbus"])
        #expect(outcome.code == 78)
        #expect(outcome.err.first?.contains("vitalbus up") == true)
    }

    private func run(_ arguments: [String]) async -> Shell.Outcome {
        await Shell().run(arguments)
    }
}
