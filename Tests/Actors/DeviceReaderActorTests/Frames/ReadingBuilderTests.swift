import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct ReadingBuilderTests {
    /// 2024-06-15T17:17:27 at two hours ahead of UTC, plus some seconds.
    private func utc(_ seconds: Double = 0) throws -> Date {
        let civil = try #require(CivilDateTime(year: 2024, month: 6, day: 15, hour: 17, minute: 17, second: 27))
        return civil.date(utcOffset: 7_200).addingTimeInterval(seconds)
    }

    private func reading(
        _ hex: String = Samples.timed,
        _ context: ReadContext = Samples.context(),
        receivedAt: Date
    ) throws -> Reading {
        let built = try Samples.builder(context).bloodPressure(Samples.bytes(hex), receivedAt: receivedAt)
        return try #require(built)
    }

    @Test func aFrameWithTimeIsTakenAtTheDevicesTime() throws {
        let reading = try reading(receivedAt: utc(3))
        #expect(reading.timestamp == (try utc()))
        #expect(reading.timeQuality == .deviceClock)
        #expect(reading.deviceTime == "2024-06-15T17:17:27")
        #expect(reading.utcOffset == 7_200)
        #expect(reading.twinKey == nil)
        #expect(!reading.history)
        #expect(reading.type == .biometrics)
        #expect(
            reading.source
                == RecordSource(kind: .bluetooth, peripheralID: 3000, manufacturer: "Acme", model: "BP 1", serial: "7")
        )
        let values = reading.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        #expect(
            values == [
                "systolic 124 mm[Hg]", "diastolic 86 mm[Hg]", "mean_arterial_pressure 97 mm[Hg]", "pulse 51 /min",
            ]
        )
        try reading.validate(now: utc(3))
    }

    @Test func whatWasTooHighToMeasureIsAReading() throws {
        let reading = try reading("00fe07ff07ff07", receivedAt: utc(3))
        #expect(reading.measurements.isEmpty)
        #expect(reading.context?.outOfBounds == [OutOfBounds(metric: .systolic, direction: .high)])
        try reading.validate(now: utc(3))
        let nothing = try Samples.builder().bloodPressure(Samples.bytes("00ff07ff07ff07"), receivedAt: utc(3))
        #expect(nothing == nil)
    }

    /// The user of a weight of 79.96 kg, given the frame's user and whether the scale has users.
    private func weightUser(_ user: UInt8?, hasUsers: Bool?) throws -> Int? {
        var context = Samples.context()
        context.hasUsers = hasUsers
        let bytes: [UInt8] = user.map { [4, 0x78, 0x3E, $0] } ?? [0, 0x78, 0x3E]
        guard case .measurement(let weight) = try DeviceFrame(characteristic: .weightMeasurement, bytes: bytes) else {
            throw Samples.Impossible()
        }
        let frames = AssembledFrames(rows: [1], measurement: weight, receivedAt: try utc(), isLive: true)
        return try #require(try Samples.builder(context).reading(of: frames)).userIndex
    }

    /// 255 is an unknown user; without an index, the weight belongs to the scale's person.
    @Test func aScaleWithUsersThatNamesNobodyIsNobodys() throws {
        #expect(try weightUser(0, hasUsers: true) == 0)
        #expect(try weightUser(2, hasUsers: nil) == 2)
        #expect(try weightUser(0xFF, hasUsers: true) == 255)
        #expect(try weightUser(0xFF, hasUsers: nil) == 255)
        #expect(try weightUser(nil, hasUsers: true) == 255)
        #expect(try weightUser(0xFF, hasUsers: false) == nil)
        #expect(try weightUser(nil, hasUsers: false) == nil)
        #expect(try weightUser(nil, hasUsers: nil) == nil)
    }

    @Test func aClockThatIsBehindIsCorrected() throws {
        let reading = try reading(Samples.timed, Samples.context(offset: 3_600), receivedAt: utc(3_603))
        #expect(reading.timestamp == (try utc(3_600)))
        #expect(reading.timeQuality == .corrected)
        #expect(!reading.history)
    }

    @Test func aClockThatIsAheadIsCorrected() throws {
        let reading = try reading(Samples.timed, Samples.context(offset: -3_600), receivedAt: utc(-3_597))
        #expect(reading.timestamp == (try utc(-3_600)))
        #expect(reading.timeQuality == .corrected)
    }

    /// The record states how far the *device* is ahead, so one that is an hour behind has -3600.
    @Test func theRecordSaysHowFarTheDeviceIsAhead() throws {
        let behind = try reading(Samples.timed, Samples.context(offset: 3_600), receivedAt: utc(3_603))
        #expect(behind.clockOffsetSeconds == -3_600)
        let unknown = try reading(receivedAt: utc(3))
        #expect(unknown.clockOffsetSeconds == nil)
    }

    @Test func aSmallOffsetIsTheDevicesClock() throws {
        for offset in [-2, 0, 2] {
            let reading = try reading(Samples.timed, Samples.context(offset: offset), receivedAt: utc(60))
            #expect(reading.timeQuality == .deviceClock)
            #expect(reading.timestamp == (try utc(Double(offset))))
        }
    }

    @Test func aTimeInTheFutureIsNotBelieved() throws {
        let near = try reading(receivedAt: utc(-120))
        #expect(near.timeQuality == .deviceClock)
        #expect(near.timestamp == (try utc(-120)))
        let far = try reading(receivedAt: utc(-121))
        #expect(far.timeQuality == .unknown)
        #expect(far.timestamp == (try utc(-121)))
        // Even a time that is not believed distinguishes the reading from others.
        #expect(far.readingKey == near.readingKey)
        #expect(far.twinKey == nil)
    }

    @Test func aFrameWithoutTimeIsTakenAtItsReception() throws {
        let received = Samples.start.addingTimeInterval(30)
        let live = Samples.context(hasMemory: false)
        let first = try reading(Samples.untimed, live, receivedAt: received)
        #expect(first.timestamp == received)
        #expect(first.timeQuality == .received)
        #expect(first.deviceTime == nil)
        #expect(
            first.twinKey
                == ReadingKey.bluetoothTwin(device: Samples.device(), measurement: try Samples.bytes(Samples.untimed))
        )
        // The same episode gives the same reading, whenever it is read; another episode gives another one.
        let again = try reading(Samples.untimed, live, receivedAt: received.addingTimeInterval(40))
        #expect(again.readingKey == first.readingKey)
        let next = Samples.context(episode: Samples.start.addingTimeInterval(0.001))
        let other = try reading(Samples.untimed, next, receivedAt: received)
        #expect(other.readingKey != first.readingKey)
        #expect(other.twinKey == first.twinKey)
    }

    /// It may come from the memory, and be the previous resident's.
    @Test(arguments: [true, nil])
    func aFrameWithoutTimeOfAModelWithMemoryHasNoTime(hasMemory: Bool?) throws {
        let reading = try reading(Samples.untimed, Samples.context(hasMemory: hasMemory), receivedAt: Samples.start)
        #expect(reading.timeQuality == .unknown)
        #expect(reading.timestamp == Samples.start)
        #expect(reading.twinKey != nil)
    }

    @Test func anOldTimeOfAClockThatNobodyComparedIsNotBelieved() throws {
        let old = try reading(receivedAt: utc(3_601))
        #expect(old.timeQuality == .unknown)
        #expect(old.timestamp == (try utc()), "what the clock said helps the person who decides")
        #expect(old.history)
        let compared = try reading(Samples.timed, Samples.context(offset: 0), receivedAt: utc(3_601))
        #expect(compared.timeQuality == .deviceClock)
        #expect(compared.readingKey == old.readingKey)
        #expect(try reading(receivedAt: utc(3_600)).timeQuality == .deviceClock)
    }

    @Test func aReadingThatIsNotSubmittedAwaitsAConfirmation() throws {
        let asked = try reading(Samples.timed, Samples.context(isSubmitted: false), receivedAt: utc(3))
        #expect(asked.awaitsConfirmation == true)
        #expect(try reading(receivedAt: utc(3)).awaitsConfirmation == nil)
    }

    @Test func aClockThatIsNotSetGivesNoTime() throws {
        let first = try reading(Samples.unset, receivedAt: Samples.start)
        #expect(first.timeQuality == .unknown)
        #expect(first.timestamp == Samples.start)
        #expect(first.deviceTime == nil)
        #expect(first.twinKey != nil)
        #expect(first.userIndex == 1)
        let later = try reading(
            Samples.unset,
            Samples.context(offset: 99),
            receivedAt: Samples.start.addingTimeInterval(60)
        )
        #expect(later.readingKey == first.readingKey)
    }

    @Test func aDateThatNoCalendarHasIsNoTimeButAName() throws {
        let invalid = "02780050000000e707021d0a0000"
        let first = try reading(invalid, receivedAt: Samples.start)
        #expect(first.timeQuality == .unknown)
        #expect(first.twinKey == nil)
        let other = try reading(invalid, Samples.context(episode: .distantPast), receivedAt: Samples.start)
        #expect(other.readingKey == first.readingKey)
    }

    @Test func aBeurerFrameHasItsUserAndPulse() throws {
        let civil = try #require(CivilDateTime(year: 2026, month: 8, day: 11, hour: 20, minute: 56))
        let received = civil.date(utcOffset: 7_200).addingTimeInterval(20)
        let reading = try reading(Samples.beurer, receivedAt: received)
        #expect(reading.userIndex == 1)
        #expect(reading.measurements.first { $0.metric == .pulse }?.value == 65)
        #expect(reading.timestamp == civil.date(utcOffset: 7_200))
    }

    @Test func anOldReadingIsHistory() throws {
        #expect(try !reading(receivedAt: utc(3_600)).history)
        #expect(try reading(receivedAt: utc(3_601)).history)
    }

    @Test func personHubAndClockDoNotChangeTheKey() throws {
        let one = try reading(receivedAt: utc(3))
        let context = Samples.context(offset: 600, utcOffset: 0, episode: .distantPast, seat: "bed-1")
        let hub = try #require(HubID(rawValue: "room-2"))
        let builder = ReadingBuilder(hub: hub, device: Samples.device(), context: context)
        let two = try #require(try builder.bloodPressure(Samples.bytes(Samples.timed), receivedAt: utc(99_999)))
        #expect(one.readingKey == two.readingKey)
        #expect(two.seat?.rawValue == "bed-1")
        let neighbour = try Samples.builder(device: Samples.device(2))
        let three = try #require(try neighbour.bloodPressure(Samples.bytes(Samples.timed), receivedAt: utc(3)))
        #expect(three.readingKey != one.readingKey)
    }

    @Test func aFailedMeasurementIsNoReading() throws {
        let failed = try Samples.builder().bloodPressure(Samples.bytes("00ff07ff07ff07"), receivedAt: Samples.start)
        #expect(failed == nil)
    }

    @Test func aBrokenFrameIsAnError() throws {
        for hex in ["", "16", "167c0056006100e807"] {
            #expect(throws: CodecError.self) {
                _ = try Samples.builder().bloodPressure(Samples.bytes(hex), receivedAt: Samples.start)
            }
        }
    }
}
