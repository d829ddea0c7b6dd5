import DeviceCodecs
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// Links from public reports that gave a wrong value or time, decoded by the code for links and their replay.
@Suite struct PublicLinkCaseTests {
    private typealias Sent = (characteristic: BluetoothUUID, hex: String)

    /// 28 November 2026, 00:11:40 in Berlin.
    private let now = Date(timeIntervalSince1970: 1_795_821_100)

    private struct Outcome {
        var readings: [Reading] = []
        var unreadable = 0
        var setAside = 0

        var values: [String] { readings.flatMap(\.measurements).map { "\($0.metric) \($0.value) \($0.unit)" } }
    }

    /// The result of a link, computed by the code that replays it from disk.
    private func link(
        _ frames: [Sent],
        _ identity: DeviceIdentity = DeviceIdentity(),
        offset: Int? = 0,
        hasMemory: Bool? = nil
    ) throws -> Outcome {
        var context = Samples.context(offset: offset, utcOffset: 3_600, hasMemory: hasMemory)
        context.zoneChanges = SiteZoneTests.berlin.changes
        context.quirks = QuirkBook.quirks(for: identity).map(\.rawValue).sorted()
        var saved = SavedLink(device: Samples.device().description)
        saved.context = context
        saved.frames = try frames.enumerated().map { index, sent in
            let bytes = try Samples.bytes(sent.hex)
            return ArrivedFrame(row: Int64(index), characteristic: sent.characteristic, bytes: bytes, at: now)
        }
        let assembled = saved.assembled
        #expect(assembled.flatMap(\.rows).sorted() == Array(0..<Int64(frames.count)), "each frame has one fate")
        let builder = try Samples.builder(context)
        return Outcome(
            readings: assembled.compactMap { builder.reading(of: $0) },
            unreadable: assembled.compactMap(\.unreadable).count,
            setAside: assembled.compactMap(\.setAside).count
        )
    }

    private let meter = DeviceIdentity(manufacturer: "Acme", services: [.glucoseService])
    private let roche = DeviceIdentity(manufacturer: "Roche", model: "925", services: [.glucoseService])
    private let careSens = DeviceIdentity(name: "CareSens Dual", services: [.glucoseService])

    private func utc(_ text: String) throws -> Date { try #require(CivilDateTime(text)).date(utcOffset: 0) }

    @Test(arguments: [true, false])
    func aControlSolutionIsNobodysWhoeverMadeTheMeter(isRoche: Bool) throws {
        let told = try link(
            [
                (.glucoseMeasurement, "02 0100 ea070b1b170000 6eb0 41"),
                (.glucoseMeasurement, "02 0200 ea070b1b170500 6fb0 1a"),
                (.glucoseMeasurement, "02 0300 ea070b1b170a00 70b0 4a"),
            ],
            isRoche ? roche : meter
        )
        #expect(told.readings.isEmpty)
        #expect(told.setAside == 3)
    }

    @Test func theSignForHIIsNoNumberOfAModelThatIsKnown() throws {
        let frame: Sent = (.glucoseMeasurement, "02 0100 ea070b1c000400 59b2 11")
        let known = try link([frame], careSens)
        #expect(known.values.isEmpty)
        #expect(known.readings.first?.context?.outOfBounds == [OutOfBounds(metric: .bloodGlucose, direction: .high)])
        let unknown = try link([frame], meter)
        #expect(unknown.values == ["blood_glucose 601 mg/dL"])
        #expect(unknown.readings.first?.context?.implausible == [.bloodGlucose], "a person looks at it first")
    }

    @Test func ketoneInMolesIsToldAsUnreadable() throws {
        let molar = try link(
            [(.glucoseMeasurement, "16 0400 ea070b1c000400 06d0 11"), (.glucoseContext, "02040006")],
            careSens
        )
        #expect(molar.readings.isEmpty)
        #expect(molar.unreadable == 1 && molar.setAside == 0)
        let grams = try link(
            [(.glucoseMeasurement, "12 0400 ea070b1c000400 06b0 11"), (.glucoseContext, "02040006")],
            careSens
        )
        #expect(grams.values == ["blood_ketone 0.6 mmol/L"])
        #expect(grams.unreadable == 0)
    }

    @Test func nonsenseUnderAStandardNameIsToldAsUnreadable() throws {
        let vendor = try link([(.bloodPressureMeasurement, "fe202700750055005f00ea070b1c000a3a690001")])
        #expect(vendor.readings.isEmpty)
        #expect(vendor.unreadable == 1)
    }

    @Test func whatIsNoMeasurementIsMissingAndCounted() throws {
        for (characteristic, hex) in [
            (BluetoothUUID.bloodPressureMeasurement, "06000000000000ea070b1c000a000000"),
            (.bloodPressureMeasurement, "00ff07ff07ff07"), (.spotCheck, "0000003c00"), (.spotCheck, "007f00ff00"),
            (.weightMeasurement, "000000"), (.weightMeasurement, "00ffff"),
        ] {
            let told = try link([(characteristic, hex)])
            #expect(told.readings.isEmpty, "\(hex)")
            #expect(told.setAside == 1, "\(hex)")
        }
        let overload = try link([(.weightMeasurement, "00f0ff")])
        #expect(overload.values.isEmpty)
        #expect(overload.readings.first?.context?.outOfBounds == [OutOfBounds(metric: .bodyWeight, direction: .high)])
        let pulse = try link([(.bloodPressureMeasurement, "0478005000000000 00")])
        #expect(pulse.values == ["systolic 120 mm[Hg]", "diastolic 80 mm[Hg]"])
    }

    @Test func aPressureThatNobodyHasIsDoubted() throws {
        let turned = try link([(.bloodPressureMeasurement, "00500078000000")])
        #expect(turned.readings.first?.context?.implausible == [.systolic, .diastolic])
        let half = try link([(.bloodPressureMeasurement, "007800ff07ff07")])
        #expect(half.values == ["systolic 120 mm[Hg]"])
        #expect(half.readings.first?.context?.implausible == [.systolic])
        let high = try link([(.bloodPressureMeasurement, "00900150000000")])
        #expect(high.readings.first?.context?.implausible == [.systolic])
    }

    // MARK: When

    @Test func aRecordOfJulyIsPlacedBySummerTime() throws {
        let told = try link(
            [
                (.glucoseMeasurement, "02 0100 ea0707010e0000 6eb0 11"),
                (.glucoseMeasurement, "02 0200 ea070b1c000b26 70b0 11"),
            ],
            meter
        )
        #expect(told.readings.map(\.timestamp) == [try utc("2026-07-01T12:00:00"), try utc("2026-11-27T23:11:38")])
        #expect(told.readings.map(\.utcOffset) == [7_200, 3_600])
        #expect(told.readings.map(\.timeQuality) == [.deviceClock, .deviceClock])
    }

    /// The user moved the clock by five hours between the two: the older record, made eight hours ago, keeps its own
    /// offset.
    @Test(arguments: [
        // The displayed clock was five hours behind, and was then corrected.
        ("03 0100 ea070b1b100b26 d4fe 6eb0 11", "03 0200 ea070b1c000b26 0000 70b0 11"),
        // The same, for a meter that omits an offset of 0.
        ("03 0100 ea070b1b100b26 d4fe 6eb0 11", "02 0200 ea070b1c000b26 70b0 11"),
        ("02 0100 ea070b1b150b26 6eb0 11", "03 0200 ea070b1c050b26 d4fe 70b0 11"),
        // It was correct from the start as the meter's own clock plus five hours, and later without the offset.
        ("03 0100 ea070b1b150b26 0000 6eb0 11", "03 0200 ea070b1c050b26 d4fe 70b0 11"),
    ])
    func aRecordBeforeAChangeOfTheClockHasItsOwnOffset(older: String, newer: String) throws {
        for order in [[older, newer], [newer, older]] {
            let told = try link(order.map { (.glucoseMeasurement, $0) }, meter)
            let times = told.readings.map(\.timestamp).sorted()
            #expect(times == [try utc("2026-11-27T15:11:38"), try utc("2026-11-27T23:11:38")])
            #expect(told.readings.allSatisfy { $0.timeQuality != .unknown })
        }
    }

    /// All records of a meter whose user set its clock once have the same offset.
    @Test func anOffsetThatNeverChangedIsTheUsersClock() throws {
        let told = try link([(.glucoseMeasurement, "03 0100 ea070b1b0b0b26 2c01 6eb0 11")], roche)
        #expect(told.readings.map(\.timestamp) == [try utc("2026-11-27T15:11:38")])
        #expect(told.readings.first?.timeQuality == .deviceClock)
    }

    /// The meter's own clock was set back between the two, and its earlier error is unknown.
    @Test func aClockThatWasResetLeavesOlderRecordsToAPerson() throws {
        let told = try link(
            [
                (.glucoseMeasurement, "03 0100 ea070c1b100b26 d4fe 6eb0 11"),
                (.glucoseMeasurement, "03 0200 ea070b1c000b26 0000 70b0 11"),
            ],
            meter
        )
        #expect(told.readings.map(\.timeQuality) == [.unknown, .deviceClock])
    }

    @Test func theNewestRecordTellsWhetherAClockThatCannotBeReadIsRight() throws {
        let old: Sent = (.glucoseMeasurement, "02 0100 ea070b1b100b26 6eb0 11")
        let fresh: Sent = (.glucoseMeasurement, "02 0200 ea070b1c000b00 70b0 11")
        let told = try link([old, fresh], meter, offset: nil)
        #expect(told.readings.map(\.timeQuality) == [.deviceClock, .deviceClock])
        #expect(told.readings.map(\.timestamp) == [try utc("2026-11-27T15:11:38"), try utc("2026-11-27T23:11:00")])
        #expect(try link([old], meter, offset: nil).readings.map(\.timeQuality) == [.unknown])
    }

    @Test(arguments: [
        (BluetoothUUID.weightMeasurement, "00b036"), (.temperatureMeasurement, "00710e00fe"),
        (.bloodPressureMeasurement, "00780050000000"),
    ])
    func aLiveReadingOfADeviceWithoutAClockIsReceived(characteristic: BluetoothUUID, hex: String) throws {
        let told = try link([(characteristic, hex)], offset: nil)
        #expect(told.readings.map(\.timeQuality) == [.received])
        #expect(told.readings.map(\.timestamp) == [now])
        let memory = try link([(characteristic, hex)], offset: nil, hasMemory: true)
        #expect(memory.readings.map(\.timeQuality) == [.unknown])
    }

    /// A person cannot measure twice within two seconds.
    @Test func severalWithoutATimeComeOutOfAMemory() throws {
        let told = try link([(.weightMeasurement, "00b036"), (.weightMeasurement, "00b136")], offset: nil)
        #expect(told.readings.map(\.timeQuality) == [.unknown, .unknown])
    }

    @Test(arguments: [
        (BluetoothUUID.glucoseMeasurement, "02 0900 ea070d05080100 77b0 11", "invalid 2026 13 5 8 1 0"),
        (.bloodPressureMeasurement, "02780050000000ea07021e080100", "invalid 2026 2 30 8 1 0"),
        (.weightMeasurement, "02b036ea070b1c180100", "invalid 2026 11 28 24 1 0"),
        (.temperatureMeasurement, "02710e00feea070b1c083c00", "invalid 2026 11 28 8 60 0"),
    ])
    func aBrokenDateIsKeptAndHeldWithWhatWasSent(characteristic: BluetoothUUID, hex: String, text: String) throws {
        let told = try link([(characteristic, hex)])
        let reading = try #require(told.readings.first)
        #expect(reading.timeQuality == .unknown)
        #expect(reading.deviceTime == text)
        #expect(!reading.measurements.isEmpty)
        try reading.validate(now: now)
    }

    // MARK: The list

    /// The shared cases that the tests above cover; the session manager tests the identity of two equal readings.
    private static let shown: Set<String> = [
        "B07", "B07b", "B08", "B12", "B12b", "B13b", "B18", "B25b", "B40", "B40b", "B41", "B41b",
    ]
    private static let elsewhere: Set<String> = ["B04", "B04c"]

    private static let file: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let file = folder.appending(path: "shared/fixtures/cases/bluetooth/cases.json")
            if FileManager.default.fileExists(atPath: file.path) { return file }
        }
        return nil
    }()

    @Test(.enabled(if: file != nil, "the shared cases are not on this machine"))
    func noSharedCaseIsPassedOver() throws {
        struct Case: Decodable {
            let id: String
            let hex: String?
        }
        let all = try JSONDecoder().decode([Case].self, from: Data(contentsOf: #require(Self.file)))
        let scripts = Set(all.filter { $0.hex == nil }.map(\.id))
        #expect(!scripts.isEmpty)
        #expect(scripts.subtracting(Self.shown).subtracting(Self.elsewhere).isEmpty)
    }
}
