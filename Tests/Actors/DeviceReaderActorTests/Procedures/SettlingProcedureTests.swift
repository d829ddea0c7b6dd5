import DeviceCodecs
import Testing

@testable import DeviceReaderActor

@Suite struct SettlingProcedureTests {
    private let second = Duration.seconds(1)

    private func procedure() -> SettlingProcedure {
        var procedure = SettlingProcedure(
            subscriptions: [.spotCheck, .continuousOximetry],
            limits: IndicatedProcedure.Limits(first: second * 30, idle: second * 2, longest: second * 120)
        )
        _ = procedure.handle(.begin, at: .zero)
        return procedure
    }

    private func sample(_ spo2: Int, pulse: UInt8 = 70) -> ProcedureInput {
        .value(.continuousOximetry, [0, UInt8(spo2), 0, pulse, 0])
    }

    private let fingerOut = ProcedureInput.value(.continuousOximetry, [0, 0xFF, 0x07, 0xFF, 0x07])

    /// The time and the outputs of its end.
    private func run(_ input: (Int) -> ProcedureInput) -> (time: Int, end: [ProcedureOutput]) {
        var procedure = procedure()
        for time in 1...500 {
            let outputs = procedure.handle(input(time), at: second * time)
            if !outputs.isEmpty { return (time, outputs) }
        }
        return (0, [])
    }

    @Test func aFingerThatSettlesIsTheEnd() {
        let result = run { sample(96 + $0 % 2) }
        #expect(result.time == 9)
        #expect(result.end == [.end(.done)])
    }

    @Test func aFingerThatNeverSettlesIsNoReading() {
        let result = run { sample(80 + $0 % 4 * 5) }
        #expect(result.time == 61)
        #expect(result.end == [.end(.noReading)])
    }

    @Test func aStreamWithoutAFingerIsNoReading() {
        let result = run { _ in fingerOut }
        #expect(result.time == 61)
        #expect(result.end == [.end(.noReading)])
    }

    @Test func aFingerThatLeavesAfterFourSecondsIsTheEnd() {
        let result = run { $0 < 7 ? sample(97) : fingerOut }
        #expect(result.time == 7)
        #expect(result.end == [.end(.done)])
    }

    @Test func aSpotCheckEndsWithTheSilenceAfterIt() {
        var procedure = procedure()
        #expect(procedure.handle(.value(.spotCheck, [0, 97, 0, 70, 0]), at: second).isEmpty)
        #expect(procedure.handle(sample(80), at: second * 2).isEmpty)
        #expect(procedure.handle(.tick, at: second * 3) == [.end(.done)])
        #expect(procedure.deadline == nil)
    }

    @Test func silenceIsNoReading() {
        var procedure = procedure()
        #expect(procedure.handle(.tick, at: second * 29).isEmpty)
        #expect(procedure.handle(.tick, at: second * 30) == [.end(.noReading)])
        var lost = self.procedure()
        #expect(lost.handle(.linkEnded, at: second) == [.end(.failed(.linkLost))])
    }
}
