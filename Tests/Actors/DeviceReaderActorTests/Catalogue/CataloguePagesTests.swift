import BusContract
import MessageBus
import Testing

@testable import DeviceReaderActor

/// The catalogue grows with every model; its answer must stay within a message.
@Suite struct CataloguePagesTests {
    private static func entries(_ count: Int) -> [PeripheralView] {
        (0..<count).map { number in
            PeripheralView(
                peripheralID: number,
                name: "Acme \(number)",
                manufacturer: "Acme",
                model: "C\(number)",
                type: "glucoseMeter",
                requiresPairing: false,
                pairingInstructions: String(repeating: "p", count: 200),
                readingInstructions: String(repeating: "r", count: 300),
                disabled: false,
                verified: false
            )
        }
    }

    @Test func aShortListIsOnePage() throws {
        let answer = try CataloguePages(Self.entries(3)).answer(nil)
        #expect(answer.peripherals == Self.entries(3))
        #expect(answer.page == 1 && answer.pages == 1)
        let none = try CataloguePages([]).answer(nil)
        #expect(none.peripherals.isEmpty && none.pages == 1)
    }

    /// Every entry is on exactly one page, in order, and every page fits into a message.
    @Test func aLongListLosesNothing() throws {
        let entries = Self.entries(1_000)
        let pages = try CataloguePages(entries)
        let first = try pages.answer(nil)
        let count = try #require(first.pages)
        #expect(count > 1)
        #expect(try pages.answer(1) == first)
        let answers = try (1...count).map { try pages.answer($0) }
        #expect(answers.flatMap(\.peripherals) == entries)
        for answer in answers {
            #expect(try WireJSON.encode(answer).count < BusMessage.payloadLimit - 900)
            #expect(!answer.peripherals.isEmpty)
        }
        #expect(try pages.answer(count + 1).peripherals.isEmpty)
    }

    @Test func anEntryAboveTheLimitHasItsOwnPage() throws {
        #expect(try CataloguePages(Self.entries(3), limit: 10).pages.map(\.count) == [1, 1, 1])
    }

    @Test(arguments: [0, -1, Int.min]) func aPageBelowOneIsRefused(page: Int) throws {
        let error = #expect(throws: BusError.self) { try CataloguePages([]).answer(page) }
        #expect(error?.code == .invalidArgument)
    }
}
