import DeviceCodecs
import Testing

@testable import DeviceReaderActor

@Suite struct WaitingWatchTests {
    private let begin = Duration.seconds(1)

    private func watch(_ known: DeviceManner? = nil, isTelling: Bool = true) -> WaitingWatch {
        var watch = WaitingWatch(isTelling: isTelling, known: known)
        watch.begin(at: begin)
        return watch
    }

    @Test func silenceForAMomentMeansThatItWaits() {
        var watch = watch()
        #expect(watch.deadline == .milliseconds(2_500))
        #expect(watch.tick(at: .milliseconds(2_499)) == false)
        #expect(watch.tick(at: .milliseconds(2_500)) == true)
        #expect(watch.tick(at: .seconds(9)) == false)
        #expect(watch.deadline == nil)
        #expect(watch.seen == nil)
        watch.measured(at: .seconds(30))
        #expect(watch.seen == .waits)
    }

    @Test func whatWasStoredComesAtOnceAndNobodyIsTold() {
        var watch = watch()
        watch.measured(at: .milliseconds(2_400))
        #expect(watch.tick(at: .seconds(60)) == false)
        #expect(watch.deadline == nil)
        #expect(watch.seen == .delivers)
        watch.measured(at: .seconds(3))
        #expect(watch.seen == .delivers)
    }

    /// A measurement may arrive before the last subscription is made.
    @Test func aMeasurementBeforeTheBeginningIsStored() {
        var watch = WaitingWatch(isTelling: true)
        watch.measured(at: .milliseconds(500))
        watch.begin(at: begin)
        #expect(watch.tick(at: .seconds(60)) == false)
        #expect(watch.seen == .delivers)
    }

    @Test func aDeviceThatDeliveredBeforeGetsMoreTime() {
        var slow = watch(.delivers)
        #expect(slow.tick(at: .seconds(3)) == false)
        slow.measured(at: .milliseconds(3_100))
        #expect(slow.tick(at: .seconds(60)) == false)
        #expect(slow.seen == nil)
        var switchedOn = watch(.delivers)
        #expect(switchedOn.tick(at: .milliseconds(3_250)) == true)
        switchedOn.measured(at: .seconds(20))
        #expect(switchedOn.seen == .waits)
        var waiting = watch(.waits)
        #expect(waiting.tick(at: .milliseconds(2_500)) == true)
    }

    @Test func nobodyIsToldOfAModelThatOnlyDelivers() {
        var watch = watch(isTelling: false)
        #expect(watch.tick(at: .seconds(60)) == false)
        watch.measured(at: .seconds(61))
        #expect(watch.seen == .waits)
    }

    @Test func nothingIsAwaitedBeforeTheBeginning() {
        var watch = WaitingWatch(isTelling: true)
        #expect(watch.deadline == nil)
        #expect(watch.tick(at: .seconds(60)) == false)
    }

    private let limits = IndicatedProcedure.Limits(first: .seconds(30), idle: .seconds(2), longest: .seconds(20))

    @Test func aCuffAwaitsAPersonUntilItsFirstMeasurement() {
        var cuff = IndicatedProcedure(
            subscriptions: [.intermediateCuffPressure, .bloodPressureMeasurement],
            measuring: [.bloodPressureMeasurement],
            limits: limits
        )
        #expect(!cuff.awaitsPerson)
        _ = cuff.handle(.begin, at: begin)
        #expect(cuff.awaitsPerson)
        _ = cuff.handle(.value(.bloodPressureMeasurement, [1]), at: begin)
        #expect(!cuff.awaitsPerson)
    }

    @Test func anOximeterAwaitsAPersonWhileItStreams() {
        var oximeter = SettlingProcedure(subscriptions: [.continuousOximetry], limits: limits)
        #expect(!oximeter.awaitsPerson)
        _ = oximeter.handle(.begin, at: begin)
        _ = oximeter.handle(.value(.continuousOximetry, [0, 0xFF, 7, 0xFF, 7]), at: begin)
        #expect(oximeter.awaitsPerson)
        _ = oximeter.handle(.stop, at: begin)
        #expect(!oximeter.awaitsPerson)
    }

    @Test func aScaleAwaitsAPersonOnceItsUsersWereAskedFor() {
        let reading = IndicatedProcedure(
            subscriptions: [.weightMeasurement],
            measuring: [.weightMeasurement],
            limits: limits
        )
        var guarded = ConsentedProcedure(stored: [.init(user: 1, code: 1234)], reading: reading)
        _ = guarded.handle(.begin, at: begin)
        #expect(!guarded.awaitsPerson)
        _ = guarded.handle(.value(.userControlPoint, [0x20, 2, 1]), at: begin)
        #expect(guarded.awaitsPerson)
        var open = ConsentedProcedure(stored: [], reading: reading)
        _ = open.handle(.begin, at: begin)
        #expect(open.awaitsPerson)
    }

    @Test func aMeterIsAsked() {
        var meter = GlucoseProcedure(mark: nil, quirks: [])
        _ = meter.handle(.begin, at: begin)
        #expect(!meter.awaitsPerson)
    }
}
