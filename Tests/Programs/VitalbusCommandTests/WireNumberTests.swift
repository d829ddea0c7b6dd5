import BusContract
import ContractLiterals
import FoundationEssentials
import HealthInputs
import Testing

@testable import VitalbusCommand

/// Numbers from other processes that no person, clock or display can have.
@Suite struct WireNumberTests {
    @Test(arguments: [1e308, -1e308, .infinity, .nan])
    func aShareOfNothingThatThereIsIsShown(share: Double) {
        #expect(PhotoText.percent(share).hasSuffix(" %"))
    }

    @Test func aShareIsCutToATenth() {
        #expect(PhotoText.percent(0.987) == "98.7 %" && PhotoText.percent(1) == "100.0 %")
    }

    @Test func countsOfMoreThanThereCanBeAreAdded() {
        let most = Int.max
        var sum = DevicesErased(
            hub: "h",
            frames: most,
            readings: most,
            keptFrames: most,
            keptReadings: most,
            forgotten: most
        )
        let whole = sum
        sum.add(sum)
        #expect(sum == whole)
        var state = ImportState(seat: "a", hub: "h", importID: "i", origin: "file", state: "running")
        (state.created, state.updated, state.unchanged, state.bytes) = (most, most, 1, .min)
        let progress = ImportFollower.progress(state)
        #expect(progress.elements == most && progress.bytes == 0)
        state.leftOut = Array(repeating: ImportLeftOut(reason: "impossible", count: most), count: 30)
        #expect(HealthCommand.text(state).hasSuffix("\(most) left out"))
        #expect(LeftOutText.lines(state.leftOut ?? []).count == 22)
    }

    @Test(arguments: [(Int.min, "-"), (.max, "+"), (-12_600, "-03:30")])
    func anOffsetThatNoZoneHasIsShown(offset: Int, zone: String) throws {
        let text = TypedAnswer.local(Date(timeIntervalSince1970: 0), utcOffset: offset)
        #expect(try #require(text.split(separator: " ").last).hasPrefix(zone))
    }
}
