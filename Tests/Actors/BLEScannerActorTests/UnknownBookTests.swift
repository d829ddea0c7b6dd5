import BusContract
import FoundationEssentials
import Testing
import VitalRecords

@testable import BLEScannerActor

@Suite struct UnknownBookTests {
    private let start = Date(timeIntervalSince1970: 1_786_000_000)

    private func device(_ number: Int) -> DeviceID {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, high, low)))
    }

    @Test func aNamedDeviceIsToldUntilItFallsSilent() {
        var book = UnknownBook(lostAfter: 20)
        #expect(book.nearest(at: start) == nil)
        book.heard(device(1), name: "Meter 7", rssi: -60, at: start)
        book.heard(device(2), name: nil, rssi: -40, at: start)
        book.heard(device(3), name: "  ", rssi: -40, at: start)
        let told = book.nearest(at: start + 19)
        #expect(told?.map(\.name) == ["Meter 7"] && told?.first?.rssi == -60)
        #expect(book.nearest(at: start + 20) == nil)
    }

    @Test func theNearestComeFirstAndNoMoreThanFit() {
        var book = UnknownBook(lostAfter: 20)
        for number in 1...200 { book.heard(device(number), name: "D\(number)", rssi: -100 + number % 50, at: start) }
        let told = book.nearest(at: start) ?? []
        #expect(told.count == UnknownBook.shown)
        #expect(told.map { $0.rssi ?? 0 } == told.map { $0.rssi ?? 0 }.sorted(by: >))
        #expect(told.first?.rssi == -51)
        // A farther device gets no place, and a nearer one replaces the weakest.
        book.heard(device(999), name: "far", rssi: -120, at: start)
        book.heard(device(998), name: "near", rssi: -10, at: start)
        #expect(book.nearest(at: start)?.first?.name == "near")
        #expect(book.nearest(at: start)?.contains { $0.name == "far" } == false)
    }

    @Test func whatTheCatalogueHasAfterAllIsForgotten() {
        var book = UnknownBook(lostAfter: 20)
        book.heard(device(1), name: String(repeating: "x", count: 500), rssi: nil, at: start)
        #expect(book.nearest(at: start)?.first?.name.count == UnknownBook.nameLimit)
        book.matched(device(1))
        #expect(book.nearest(at: start) == nil)
    }
}
