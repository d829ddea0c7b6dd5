import FoundationEssentials
import Testing

@testable import bus_fuzz

/// A few wrong messages of each kind; `tools/dev fuzz` sends millions.
@Suite struct BusFuzzTests {
    private func targets(_ format: WireFormat) throws -> [WireTarget] {
        let examples = TopicFiles.folder.appending(path: "examples").path
        let frames = TopicFiles.folder.appending(path: "../Tests/Radio/DeviceCodecsTests/Fixtures/drivers.json").path
        return try WireTarget.all(format, examples: examples, frames: frames)
    }

    @Test(arguments: WireFormat.allCases)
    func whatIsNotDamagedIsTaken(format: WireFormat) throws {
        for target in try targets(format) where target.isJSON {
            #expect(throws: Never.self, "\(target.name)") { try target.take(target.seeds[0]) }
        }
    }

    @Test(arguments: WireFormat.allCases)
    func wrongMessagesEndInAnErrorAndNeverInATrap(format: WireFormat) throws {
        var run = WireRun(try targets(format))
        for number in UInt64(0)..<300 { run.run(seed: 22, number: number) }
        #expect(run.runs == 300)
        #expect(run.taken > 50 && run.taken < 300, "\(run.taken) of 300 were taken")
    }

    @Test func everyMessageOfTheContractIsFuzzed() throws {
        let inFormats = try [WireFormat.requests, .replies, .events, .work].flatMap { try targets($0).map(\.name) }
        #expect(inFormats.sorted() == (try targets(.envelopes)).map(\.name).sorted())
        #expect(Set(inFormats).count == inFormats.count)
    }
}
