import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct FrameAssemblerTests {
    private let start = Date(timeIntervalSince1970: 1_786_000_000)

    private func frame(
        _ row: Int64,
        _ characteristic: BluetoothUUID,
        _ bytes: [UInt8],
        after seconds: Double = 0
    ) -> ArrivedFrame {
        ArrivedFrame(row: row, characteristic: characteristic, bytes: bytes, at: start.addingTimeInterval(seconds))
    }

    /// The results of frames, including the flush at the link's end.
    private func run(_ frames: [ArrivedFrame]) -> [AssembledFrames] {
        var assembler = FrameAssembler(quirks: [])
        var results: [AssembledFrames] = []
        for frame in frames { results += assembler.expire(at: frame.at) + assembler.add(frame) }
        return results + assembler.flush()
    }

    private func rows(_ results: [AssembledFrames]) -> [Int64] { results.flatMap(\.rows).sorted() }

    // MARK: Glucose

    private func glucose(_ number: UInt16, row: Int64, hasContext: Bool = true) -> ArrivedFrame {
        frame(row, .glucoseMeasurement, ScriptedMeter.record(number, hasContext: hasContext).frame)
    }

    private func context(_ number: UInt8, row: Int64, meal: UInt8 = 1) -> ArrivedFrame {
        frame(row, .glucoseContext, [2, number, 0, meal])
    }

    @Test func contextBeforeAfterAndNever() {
        let results = run([
            glucose(1, row: 1), context(1, row: 2), context(2, row: 3), glucose(2, row: 4), glucose(3, row: 5),
        ])
        #expect(results.compactMap(\.measurement).map(\.completeness) == [1, 1, 0])
        #expect(results.map(\.rows) == [[2, 1], [4, 3], [5]])
        #expect(results[0].measurement?.context?.meal == "before_meal")
    }

    /// All measurements arrive first, as from fast meters, and the contexts in another order.
    @Test func contextsFindTheirMeasurementByItsNumber() {
        let results = run([
            glucose(1, row: 1), glucose(2, row: 2), glucose(3, row: 3), context(3, row: 4, meal: 3),
            context(1, row: 5), context(2, row: 6, meal: 2),
        ])
        #expect(results.compactMap(\.measurement?.context?.meal) == ["fasting", "before_meal", "after_meal"])
        #expect(rows(results) == [1, 2, 3, 4, 5, 6])
    }

    /// Meal 6 would make it a ketone value: reported as glucose before that, it would be wrong.
    @Test func aPromisedContextIsWaitedFor() {
        var assembler = FrameAssembler(quirks: [])
        #expect(assembler.add(glucose(1, row: 1)).isEmpty)
        #expect(assembler.add(context(1, row: 2, meal: 6)).isEmpty, "a later record may tell how its clock stood")
        let joined = assembler.flush()
        let ketone = joined.first?.measurement
        #expect(joined.count == 1)
        #expect(ketone?.context?.outOfBounds.map(\.metric) == [.bloodKetone])
        #expect(ketone?.measurements.isEmpty == true)
    }

    @Test func aContextThatNobodyPromisedUpdatesItsMeasurement() {
        let results = run([glucose(1, row: 1, hasContext: false), context(1, row: 2)])
        #expect(results.compactMap(\.measurement).map(\.revision) == [3, 4])
        #expect(results[0].measurement?.keyBytes == results[1].measurement?.keyBytes)
        #expect(rows(results) == [1, 2])
    }

    @Test func aRecordThatIsReadTwiceIsToldOnce() {
        let results = run([
            glucose(1, row: 1), context(1, row: 2), glucose(1, row: 3), context(1, row: 4),
            glucose(2, row: 5, hasContext: false), glucose(2, row: 6, hasContext: false),
            glucose(3, row: 7), glucose(3, row: 8), context(3, row: 9),
        ])
        #expect(results.compactMap(\.measurement).count == 3)
        #expect(rows(results) == Array(1...9))
    }

    @Test func aWrongFrameIsToldAndUsedUp() {
        let results = run([frame(1, .glucoseMeasurement, [2, 5]), frame(2, .glucoseContext, [])])
        #expect(results.compactMap(\.unreadable).map(\.length) == [2, 0])
        #expect(results.compactMap(\.unreadable).map(\.error.code) == [.truncated, .empty])
        #expect(rows(results) == [1, 2])
    }

    // MARK: Scales

    private let time: [UInt8] = [0xEA, 7, 3, 1, 8, 0, 0]

    private func weight(_ row: Int64, user: UInt8, minute: UInt8 = 0, after seconds: Double = 0) -> ArrivedFrame {
        let when = Array(time.prefix(5)) + [minute, 0]
        return frame(row, .weightMeasurement, [0b110, 0x78, 0x3E] + when + [user], after: seconds)
    }

    private func composition(
        _ row: Int64,
        user: UInt8,
        minute: UInt8 = 0,
        fat: UInt8 = 200,
        after seconds: Double = 0
    ) -> ArrivedFrame {
        let when = Array(time.prefix(5)) + [minute, 0]
        return frame(row, .bodyCompositionMeasurement, [0b110, 0, fat, 0] + when + [user], after: seconds)
    }

    @Test(arguments: [true, false])
    func aWeighingIsOneWhicheverHalfComesFirst(isWeightFirst: Bool) {
        let frames = [weight(1, user: 2), composition(2, user: 2)]
        let results = run(isWeightFirst ? frames : frames.reversed())
        #expect(results.count == 1)
        #expect(results.first?.measurement?.measurements.map(\.metric) == [.bodyWeight, .bodyFat])
        #expect(results.first?.measurement?.userIndex == 2)
        #expect(rows(results) == [1, 2])
    }

    @Test func twoUsersAreNeverMixed() {
        let results = run([
            weight(1, user: 1), weight(2, user: 2), composition(3, user: 2), composition(4, user: 1, fat: 100),
        ])
        #expect(results.compactMap(\.measurement?.userIndex) == [2, 1])
        #expect(results.allSatisfy { $0.measurement?.completeness == 1 })
    }

    @Test func historyIsToldFromNowByItsTime() {
        let results = run([
            weight(1, user: 1, minute: 5), composition(2, user: 1, minute: 7), composition(3, user: 1, minute: 5),
        ])
        #expect(results.compactMap(\.measurement).count == 2)
        #expect(results.first?.rows == [1, 3])
    }

    @Test func aCompositionAfterThreeSecondsUpdatesTheWeight() {
        let results = run([
            weight(1, user: 1), weight(2, user: 3, minute: 1, after: 4), composition(3, user: 1, after: 5),
        ])
        let first = results.compactMap(\.measurement).filter { $0.userIndex == 1 }
        #expect(first.map(\.revision) == [3, 4])
        #expect(Set(first.map(\.keyBytes)).count == 1)
        #expect(rows(results) == [1, 2, 3])
    }

    /// Beurer sends zeros before the real values.
    @Test func zerosAreNoComposition() {
        let results = run([weight(1, user: 1), composition(2, user: 1, fat: 0), composition(3, user: 1)])
        let usable = results.compactMap(\.measurement).filter(\.isUsable)
        #expect(usable.count == 1)
        #expect(usable.first?.measurements.count == 2)
        #expect(rows(results) == [1, 2, 3])
    }

    // MARK: Oximeters

    private func sample(_ row: Int64, _ spo2: UInt8, pulse: UInt8 = 70, after seconds: Double) -> ArrivedFrame {
        frame(row, .continuousOximetry, [0, spo2, 0, pulse, 0], after: seconds)
    }

    private func fingerOut(_ row: Int64, after seconds: Double) -> ArrivedFrame {
        frame(row, .continuousOximetry, [0, 0xFF, 0x07, 0xFF, 0x07], after: seconds)
    }

    private func values(_ results: [AssembledFrames]) -> [String] {
        let found = results.compactMap { result in result.measurement.flatMap { $0.isUsable ? result : nil } }
        return found.map { "\($0.measurement?.measurements.first?.value.description ?? "") \($0.flags.joined())" }
    }

    @Test func aFingerGivesOneReadingWhenItHasSettled() {
        let rising: [UInt8] = [88, 91, 94, 96, 97, 97, 98, 97, 98, 97, 98, 98, 97, 97, 97]
        let frames = rising.enumerated().map { sample(Int64($0), $1, after: Double($0)) }
        var assembler = FrameAssembler(quirks: [])
        var found: [(Int, AssembledFrames)] = []
        for (index, frame) in frames.enumerated() {
            for result in assembler.add(frame) where result.measurement != nil { found.append((index, result)) }
        }
        #expect(found.count == 1)
        // From the fifth sample on, the lowest value of the last eight seconds is 97.
        #expect(found.first?.0 == 12)
        #expect(found.first?.1.isLive == true)
        #expect(found.first?.1.episode == start)
        #expect(found.first?.1.rows.isEmpty == true)
        let end = assembler.flush()
        #expect(rows(end) == Array(0..<15))
        // It is repeated with its rows, and is the same.
        #expect(end.first?.measurement == found.first?.1.measurement)
    }

    @Test func aSecondFingerIsAnotherEpisode() {
        let first = (0..<10).map { sample(Int64($0), 97, after: Double($0)) }
        let second = (20..<30).map { sample(Int64($0), 97, after: Double($0)) }
        let results = run(first + [fingerOut(10, after: 10)] + second)
        let episodes = Set(results.compactMap(\.episode))
        #expect(episodes == [start, start.addingTimeInterval(20)])
        #expect(rows(results) == Array(0...10) + Array(20..<30))
        // Silence also ends an episode.
        let silent = run(first + second)
        #expect(Set(silent.compactMap(\.episode)).count == 2)
    }

    @Test func aFingerThatLeavesEarlyIsFlaggedOrNothing() {
        let short = (0..<6).map { sample(Int64($0), UInt8(96 + $0 % 3), after: Double($0)) }
        #expect(values(run(short + [fingerOut(6, after: 6)])) == ["98 not_settled"])
        let wild = (0..<6).map { sample(Int64($0), UInt8(90 + $0 * 2), after: Double($0)) }
        #expect(values(run(wild + [fingerOut(6, after: 6)])).isEmpty)
        let two = (0..<2).map { sample(Int64($0), 97, after: Double($0)) }
        #expect(values(run(two)).isEmpty)
    }

    /// After a crash at any moment, the frames on disk give the same reading.
    @Test func aReplayFindsTheSameReading() {
        let frames = (0..<14).map { sample(Int64($0), UInt8(96 + $0 % 2), after: Double($0)) }
        let whole = run(frames).compactMap { $0.measurement == nil ? nil : $0.episode }
        let partly = run(Array(frames.prefix(10)))
        #expect(partly.first?.measurement == run(frames).first?.measurement)
        #expect(Set(whole) == [start])
    }
}
