import BusContract
import DisplayGenerator
import DisplayLayouts
import DisplayReading
import Testing

/// The contract and the display reader have separate types for the words of displays; these tests keep them equal.
struct DisplayWordTests {
    @Test func `Each type of display that may be asked for can be read`() {
        #expect(DisplayWish.Kind.known.map(\.rawValue) == DisplayLayouts.DisplayKind.allCases.map(\.rawValue))
    }

    @Test func `Each reason why there is no reading is a word of the contract`() {
        #expect(Set(DisplayResult.Refusal.known.map(\.rawValue)) == Set(Refusal.Reason.allCases.map(\.rawValue)))
    }

    /// Otherwise the tests with drawn displays would read them as numbers of unknown meaning.
    @Test func `Each type of display is drawn`() {
        let drawn = DisplayGenerator.DisplayKind.allCases.map(\.rawValue)
        #expect(drawn == DisplayLayouts.DisplayKind.allCases.map(\.rawValue))
    }
}
