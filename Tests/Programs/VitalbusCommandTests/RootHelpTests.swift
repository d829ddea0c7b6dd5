import ArgumentParser
import Foundation
import Testing

@testable import VitalbusCommand

/// `vitalbus --help`: the commands in groups, and the exit codes last.
@Suite struct RootHelpTests {
    @Test func theCommandsOfADayComeFirstAndTheExitCodesLast() async throws {
        let outcome = await Shell().run("--help")
        #expect(outcome.code == 0)
        let text = outcome.out.joined(separator: "\n")
        let heads = ["EVERYDAY", "PEOPLE AND READINGS", "DEVICE", "SITE AND HUB", "DISPLAY AND IMPORT", "EXPERT"]
        var rest = text[...]
        for head in heads.map({ "\($0) SUBCOMMANDS:" }) + [RootHelp.exitTitle] {
            let place = try #require(rest.range(of: head), "\(head) in its order: \(text)")
            rest = rest[place.upperBound...]
        }
        #expect(rest.contains("78 ") && !rest.contains("SUBCOMMANDS"))
        #expect(text.ranges(of: RootHelp.exitTitle).count == 1)
    }

    @Test func aDozenCommandsAreForEveryDayAndEachCommandIsInOneGroup() {
        let configuration = Vitalbus.configuration
        #expect(configuration.groupedSubcommands.first?.subcommands.count == 12)
        #expect(configuration.ungroupedSubcommands.isEmpty)
        let names = configuration.subcommands.map { $0._commandName }
        #expect(Set(names).count == names.count && names.count >= 38)
    }

    @Test func helpOfASubcommandStaysAsItIs() async {
        let outcome = await Shell().run("record", "list", "--help")
        #expect(outcome.code == 0 && !outcome.out.contains { $0.contains(RootHelp.exitTitle) })
    }
}
