import Foundation
import Testing

@Suite struct ArgumentTests {
    @Test(arguments: [
        ["nonsense"], ["decode"], ["up", "--uploaders", "0"], ["up", "--set", "uploader"],
        ["watch", "--type", "nothingSuch"], ["watch", "--type", "recordSubmitted", "--actors"],
        ["session", "start", "--seat", "a"], ["session", "start", "--seat", "a", "--user", "u"],
        ["session", "start", "--seat", "a", "--default-user", "--user", "u", "--organization", "o"],
        ["session", "start", "--seat", "a", "--user", "u", "--organization", "o", "--api", "v9"],
        ["record", "update", "a", "--revision", "1"], ["record", "delete", "a", "--revision", "0"],
        ["session", "queue", "--page", "0"], ["notifications", "--since", "-1"],
        ["call", "a", "b", "-", "--timeout", "0"],
    ])
    func wrongUsageIs64AndExplained(arguments: [String]) async {
        let outcome = await run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.out.isEmpty)
        #expect(!outcome.err.isEmpty)
    }

    @Test(arguments: [
        "up", "watch", "session", "call", "decode", "doctor", "device", "record", "held", "import", "notifications",
    ])
    func everyCommandHasHelp(command: String) async {
        let outcome = await run([command, "--help"])
        #expect(outcome.code == 0)
        #expect(outcome.out.joined().contains("OVERVIEW"))
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
