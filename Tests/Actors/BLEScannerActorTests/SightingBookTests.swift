import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import RadioAccess

@Suite struct SightingBookTests {
    private let start = Date(timeIntervalSince1970: 1_786_000_000.1234)

    private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func device(_ number: Int = 1) -> DeviceID {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, high, low)))
    }

    private func book() -> SightingBook { SightingBook(hub: "room-1", lostAfter: 20) }

    private func hear(
        _ book: inout SightingBook,
        _ number: Int = 1,
        content: String = "00",
        rssi: Int? = -60,
        name: String? = nil,
        isEager: Bool = false,
        isKnown: Bool = false,
        at seconds: Double
    ) -> [SightingBook.Action] {
        book.heard(
            device(number),
            peripheralIDs: [3000],
            name: name,
            rssi: rssi,
            advertisement: Advertisement(manufacturerData: ["1": content]),
            isEager: isEager,
            isKnown: isKnown,
            at: at(seconds)
        )
    }

    private func sighted(_ actions: [SightingBook.Action]) -> [PeripheralSighted] {
        actions.compactMap { if case .sighted(let data) = $0 { data } else { nil } }
    }

    @Test func theFirstAdvertisementIsTold() throws {
        var book = book()
        let told = try #require(sighted(hear(&book, name: "Cuff", at: 0)).first)
        #expect(told.device == device())
        #expect(told.hub == "room-1")
        #expect(told.peripheralIDs == [3000])
        #expect(told.name == "Cuff")
        #expect(told.advertisement.manufacturerData == ["1": "00"])
        #expect(told.seat == nil)
        // Whole milliseconds, so that the value survives JSON unchanged.
        #expect(told.episode == at(0).roundedToMilliseconds)
        #expect(book.nearest().devices == [told])
    }

    @Test func theSameContentIsToldAtMostEveryTenSeconds() {
        var book = book()
        let told = stride(from: 0, to: 60, by: 0.5).filter { !hear(&book, at: $0).isEmpty }
        #expect(told == [0, 10, 20, 30, 40, 50])
    }

    @Test func aDeviceThatSomebodyWaitsForIsToldEachSecond() {
        var book = book()
        _ = hear(&book, at: 0)
        #expect(hear(&book, isEager: true, at: 0.9).isEmpty)
        #expect(hear(&book, isEager: true, at: 1).count == 1)
        #expect(hear(&book, at: 3).isEmpty)
    }

    @Test func changedContentIsToldAtOnceAndRestartsTheTenSeconds() {
        var book = book()
        _ = hear(&book, at: 0)
        #expect(hear(&book, content: "01", at: 1).count == 1)
        #expect(hear(&book, content: "01", at: 2).isEmpty)
        #expect(hear(&book, content: "01", at: 10.5).isEmpty)
        #expect(hear(&book, content: "01", at: 11).count == 1)
    }

    @Test func signalAndNameAreNoNewContentButAreKept() throws {
        var book = book()
        _ = hear(&book, rssi: -60, name: "Cuff", at: 0)
        #expect(hear(&book, rssi: -40, at: 1).isEmpty)
        #expect(hear(&book, rssi: nil, at: 2).isEmpty)
        let present = try #require(book.nearest().devices.first)
        #expect(present.rssi == -40)
        #expect(present.name == "Cuff")
    }

    @Test func otherPeripheralsAreNewContent() {
        var book = book()
        _ = hear(&book, at: 0)
        let actions = book.heard(
            device(),
            peripheralIDs: [3001],
            name: nil,
            rssi: nil,
            advertisement: Advertisement(manufacturerData: ["1": "00"]),
            at: at(1)
        )
        #expect(sighted(actions).map(\.peripheralIDs) == [[3001]])
    }

    @Test func aSilentDeviceIsLostOnce() {
        var book = book()
        _ = hear(&book, at: 0)
        _ = hear(&book, at: 5)
        #expect(book.tick(at: at(24.9)).isEmpty)
        #expect(book.tick(at: at(25)) == [.lost(PeripheralLost(hub: "room-1", device: device()))])
        #expect(book.tick(at: at(26)).isEmpty)
        #expect(book.nearest().devices.isEmpty)
    }

    @Test func aDeviceThatComesBackBeginsANewEpisode() throws {
        var book = book()
        let first = try #require(sighted(hear(&book, at: 0)).first)
        let same = try #require(sighted(hear(&book, content: "01", at: 15)).first)
        #expect(same.episode == first.episode)
        _ = book.tick(at: at(40))
        let second = try #require(sighted(hear(&book, at: 41)).first)
        #expect(second.episode == at(41).roundedToMilliseconds)
    }

    /// The clock was set back by an hour: the time in sight goes on, but the reading's key names the time of the wall.
    @Test func anEpisodeHasTheTimeOfTheWallClock() {
        var book = book()
        let actions = book.heard(
            device(),
            peripheralIDs: [3000],
            name: nil,
            rssi: -60,
            advertisement: Advertisement(),
            episode: at(-3_600),
            at: at(0)
        )
        #expect(sighted(actions).map(\.episode) == [at(-3_600).roundedToMilliseconds])
        #expect(book.tick(at: at(19)).isEmpty)
        #expect(!book.tick(at: at(20)).isEmpty)
    }

    @Test func devicesAreLostOneByOne() {
        var book = book()
        _ = hear(&book, 1, at: 0)
        _ = hear(&book, 2, at: 10)
        #expect(book.tick(at: at(20)) == [.lost(PeripheralLost(hub: "room-1", device: device(1)))])
        #expect(book.nearest().devices.map(\.device) == [device(2)])
    }

    @Test func aRadioThatIsGoneLosesEverything() {
        var book = book()
        for number in [2, 1] { _ = hear(&book, number, at: 0) }
        let lost = [1, 2].map { SightingBook.Action.lost(PeripheralLost(hub: "room-1", device: device($0))) }
        #expect(book.clear() == lost)
        #expect(book.clear().isEmpty)
        #expect(hear(&book, at: 1).count == 1)
    }

    @Test func aFullBookPassesNewDevicesOverAndServesTheOthers() {
        var book = book()
        for number in 0..<SightingBook.limit { #expect(hear(&book, number, at: 0).count == 1) }
        #expect(hear(&book, 1_000, at: 1).isEmpty)
        #expect(hear(&book, 0, content: "01", at: 1).count == 1)
        #expect(book.tick(at: at(20.5)).count == SightingBook.limit - 1)
        #expect(hear(&book, 1_000, at: 21).count == 1)
    }

    @Test func aCrowdKeepsOutNeitherWhatIsPairedOrAwaitedNorWhatIsNearer() {
        var book = book()
        for number in 0..<SightingBook.limit { _ = hear(&book, number, at: 0) }
        let known = hear(&book, 1_000, rssi: -90, isKnown: true, at: 1)
        let awaited = hear(&book, 1_001, rssi: nil, isEager: true, at: 1)
        let near = hear(&book, 1_002, rssi: -40, at: 1)
        let weak = hear(&book, 1_003, rssi: -60, at: 1)
        #expect([known, awaited, near].allSatisfy { sighted($0).count == 1 && $0.count == 2 })
        #expect(weak.isEmpty)
        let shown = book.nearest().devices.prefix(3).map(\.device)
        #expect(shown == [device(1_000), device(1_001), device(1_002)])
    }

    @Test func aCrowdFitsIntoOneMessage() throws {
        var book = book()
        for number in 0..<SightingBook.limit {
            _ = hear(&book, number, content: String(repeating: "ab", count: 200), at: 0)
        }
        let told = book.nearest()
        #expect(try WireJSON.encode(told).count < 60_000)
        #expect(told.devices.count > 50)
        #expect(told.devices.count + (told.omitted ?? 0) == SightingBook.limit)
        #expect(told.devices.count < SightingBook.limit)
    }
}
