import DeviceCodecs
import Testing

@testable import DeviceReaderActor

@Suite struct IndicatedProcedureTests {
    private let second = Duration.seconds(1)

    private func procedure() -> IndicatedProcedure {
        var procedure = IndicatedProcedure(
            subscriptions: [.intermediateCuffPressure, .bloodPressureMeasurement],
            measuring: [.bloodPressureMeasurement],
            limits: IndicatedProcedure.Limits(first: second * 30, idle: second * 2, longest: second * 20)
        )
        _ = procedure.handle(.begin, at: second)
        return procedure
    }

    @Test func nothingInTimeIsNoReading() {
        var procedure = procedure()
        #expect(procedure.deadline == second * 31)
        #expect(procedure.handle(.tick, at: second * 30).isEmpty)
        #expect(procedure.handle(.tick, at: second * 31) == [.end(.noReading)])
        #expect(procedure.deadline == nil)
        #expect(procedure.handle(.tick, at: second * 99).isEmpty)
    }

    @Test func silenceAfterTheLastFrameIsTheEnd() {
        var procedure = procedure()
        for time in 2...5 {
            #expect(procedure.handle(.value(.bloodPressureMeasurement, [UInt8(time)]), at: second * time).isEmpty)
        }
        #expect(procedure.handle(.tick, at: second * 6).isEmpty)
        #expect(procedure.handle(.tick, at: second * 7) == [.end(.done)])
    }

    @Test func aDeviceThatSendsForEverEnds() {
        var procedure = procedure()
        var end: [ProcedureOutput] = []
        var time = 2
        while end.isEmpty, time < 100 {
            end = procedure.handle(.value(.bloodPressureMeasurement, [UInt8(time)]), at: second * time)
            time += 1
        }
        #expect(end == [.end(.partial(.tooLong))])
        #expect(time == 23)
    }

    @Test(arguments: [false, true]) func aDeviceThatRepeatsItselfIsSilent(hasTicks: Bool) {
        var procedure = procedure()
        var ends: [Int: [ProcedureOutput]] = [:]
        for time in 2...9 {
            // Two frames alternate, because repeats are not always consecutive.
            let frame = ProcedureInput.value(.bloodPressureMeasurement, [UInt8(time % 2)])
            ends[time] = procedure.handle(frame, at: second * time)
            if hasTicks { ends[time, default: []] += procedure.handle(.tick, at: second * time) }
        }
        #expect(ends.filter { !$0.value.isEmpty } == [5: [.end(.done)]])
    }

    @Test func aFillingCuffIsWaitedForButNotForEver() {
        var procedure = procedure()
        var end: [ProcedureOutput] = []
        var time = 2
        while end.isEmpty, time < 1_000 {
            _ = procedure.handle(.value(.intermediateCuffPressure, [1]), at: second * time)
            end = procedure.handle(.tick, at: second * time)
            time += 1
        }
        #expect(end == [.end(.noReading)])
        #expect(time == 122)
    }

    @Test func theLinksEndIsTheDevicesOwnEnd() {
        var early = procedure()
        #expect(early.handle(.linkEnded, at: second * 2) == [.end(.failed(.linkLost))])
        var late = procedure()
        _ = late.handle(.value(.bloodPressureMeasurement, [1]), at: second * 2)
        #expect(late.handle(.linkEnded, at: second * 3) == [.end(.done)])
        var stopped = procedure()
        #expect(stopped.handle(.stop, at: second * 2) == [.end(.stopped)])
    }
}
