import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

/// One measurement, step by step.
@Suite struct MeasureMachineTests {
    private let device = Samples.device(1)

    private func machine(device: DeviceID? = nil) -> MeasureMachine {
        MeasureMachine(Samples.choice(seat: "bed-a", device: device))
    }

    private func progress(_ phase: ReadingProgress.Phase, request: String) -> ReadingProgress {
        ReadingProgress(
            seat: "bed-a",
            hub: "room-1",
            peripheralID: 3000,
            device: device,
            request: request,
            phase: phase
        )
    }

    @Test func aReadingIsAskedForTheChosenSeatAndHeldUntilAWord() throws {
        var machine = machine(device: device)
        guard case .read(let body, "r1")? = machine.read(id: "r1") else {
            Issue.record("nothing was asked")
            return
        }
        #expect(body.seat == "bed-a" && body.autoSubmit == false)
        #expect(body.device == nil && body.allowedDevices == [device], "it is waited for, and no other is taken")
        #expect(machine.step == .searching && machine.isActive)
        let second = machine.read(id: "r2")
        #expect(second == nil, "one at a time")
        for phase in ReadingProgress.Phase.known {
            machine.progress(progress(phase, request: "r1"))
            #expect(machine.step == .reading(phase))
        }
        machine.read(try Samples.done(seat: "bed-a", fate: .held), request: "r1")
        #expect(machine.step == .measured && machine.offered.count == 1)
        machine.decided(.accepted)
        #expect(machine.step == .decided(.accepted) && machine.offered.isEmpty)
    }

    /// "Measure first, then switch Bluetooth on", and begin only then: the newest of the last ten minutes is the seat's.
    @Test func whatAMeterMeasuredAMomentBeforeIsOffered() throws {
        var meter = Samples.view()
        meter.advertises = .afterMeasurement
        let since = { MeasureMachine.Choice.sinceSeconds($0, began: $1, now: now) }
        #expect(since(meter, now - 3_600) == 600)
        #expect(since(meter, now - 90) == 90, "nothing from before the person's session")
        #expect(since(meter, nil) == 0 && since(meter, now + 5) == 0)
        #expect(since(Samples.view(), now - 3_600) == 0, "a cuff is read while it measures")
        var choice = MeasureMachine.Choice(seat: "bed-a", hub: "room-1", peripheral: meter, device: device)
        choice.sinceSeconds = 600
        var machine = MeasureMachine(choice)
        guard case .read(let body, _)? = machine.read(id: "r1") else {
            Issue.record("nothing was asked")
            return
        }
        #expect(body.sinceSeconds == 600)
        // The reader counts from ten minutes before the request, which came at 600 s.
        let early = try [20, 500].map { try Samples.reading(seat: "bed-a", at: $0) }
        machine.read(Samples.done(early), request: "r1")
        #expect(machine.offered.map(\.timestamp) == [now + 500], "the newest alone")
        #expect(machine.others == 1)
        var second = MeasureMachine(choice)
        _ = second.read(id: "r2")
        second.read(Samples.done(early + [try Samples.reading(seat: "bed-a", at: 610)]), request: "r2")
        #expect(second.offered.map(\.timestamp) == [now + 610], "what was measured since then goes first")
    }

    @Test func whatBelongsToAnotherRequestChangesNothing() throws {
        var machine = machine()
        _ = machine.read(id: "r1")
        let before = machine
        machine.progress(progress(.waiting, request: "r0"))
        machine.read(try Samples.done(seat: "bed-b", fate: .held), request: "r0")
        machine.failed(BusError(.busy, message: "x"), request: "r0")
        machine.asked(Samples.question(pairing: "p0"))
        machine.told(Samples.failure(.notPaired, request: "r0"))
        #expect(machine == before)
    }

    @Test func aReadingForAnotherSeatOrFromBeforeIsNeverOffered() throws {
        var machine = machine()
        _ = machine.read(id: "r1")
        var done = try Samples.done(seat: "bed-b", fate: .held)
        let old = try Samples.reading(seat: "bed-a", at: -3_600)
        let unknown = try Samples.reading(seat: "bed-a", quality: .unknown)
        done.records += [old, unknown]
        done.fates? += [old, unknown].map {
            ReadingFate(readingKey: $0.readingKey, fate: .held, reason: .awaitsConfirmation)
        }
        machine.read(done, request: "r1")
        #expect(machine.offered.isEmpty && machine.items.isEmpty && machine.others == 3)
    }

    @Test func whatTheAssignmentSpeaksAgainstIsNotOffered() throws {
        var machine = machine()
        _ = machine.read(id: "r1")
        machine.read(try Samples.done(seat: "bed-a", fate: .held, assigned: "bed-b"), request: "r1")
        #expect(machine.items.count == 1 && machine.offered.isEmpty)
    }

    @Test(arguments: [ReadingDisposition.submitted, .notStored, .unsynced, .repeated, .refused])
    func whatDoesNotWaitForAWordIsNotOffered(fate: ReadingDisposition) throws {
        var machine = machine()
        _ = machine.read(id: "r1")
        machine.read(try Samples.done(seat: "bed-a", fate: fate), request: "r1")
        #expect(machine.items.count == 1 && machine.offered.isEmpty)
    }

    @Test func aReadingThatReachesTheServerLaterIsOfferedThen() throws {
        var machine = machine()
        _ = machine.read(id: "r1")
        let done = try Samples.done(seat: "bed-a", fate: .outbox)
        machine.read(done, request: "r1")
        #expect(machine.offered.isEmpty)
        machine.held(Samples.held(done.records[0].readingKey, for: "bed-a", device: device))
        #expect(machine.offered.map(\.readingKey) == [done.records[0].readingKey])
    }

    @Test func aPairingAsksForDigitsAndGoesOnWithTheDeviceItEndedWith() {
        var machine = machine(device: device)
        guard case .pair(let body, "p1")? = machine.pair(id: "p1", with: MeasureMachine.Pairing()) else {
            Issue.record("nothing was asked")
            return
        }
        #expect(body.seat == nil, "a shared device becomes nobody's")
        #expect(machine.step == .pairing(nil))
        machine.asked(Samples.question(pairing: "p1"))
        #expect(machine.step == .pairing(Samples.question(pairing: "p1")))
        machine.answered("q1")
        #expect(machine.step == .pairing(nil))
        let other = Samples.device(2)
        let done = PeripheralPaired(seat: nil, hub: "room-1", peripheralID: 3000, device: other, assigned: nil)
        let goesOn = machine.paired(done, request: "p1")
        #expect(goesOn)
        guard case .read(let next, _)? = machine.read(id: "r1") else {
            Issue.record("it does not go on")
            return
        }
        #expect(next.allowedDevices == [other] && next.seat == "bed-a")
    }

    @Test func aSeatsOwnDeviceIsPairedForTheSeatAndNoneWithoutADevice() {
        var own = machine(device: device)
        guard case .pair(let body, _)? = own.pair(id: "p1", with: MeasureMachine.Pairing(isShared: false)) else {
            Issue.record("nothing was asked")
            return
        }
        #expect(body.seat == "bed-a")
        var unknown = machine()
        let action = unknown.pair(id: "p1", with: MeasureMachine.Pairing())
        #expect(action == nil)
    }

    @Test func aFailureGetsItsReasonBeforeOrAfterTheAnswer() {
        let error = BusError(.init(rawValue: "notPaired"), message: "pair it")
        for isFirst in [true, false] {
            var machine = machine()
            _ = machine.read(id: "r1")
            if isFirst { machine.told(Samples.failure(.notPaired, request: "r1")) }
            machine.failed(error, request: "r1")
            machine.told(Samples.failure(.notPaired, request: "r1"))
            guard case .failed(let failure) = machine.step else {
                Issue.record("\(machine.step)")
                continue
            }
            #expect(failure.reason == .notPaired && !failure.isUnanswered)
            #expect(machine.choice.device == Samples.device(1), "so that it can be paired")
        }
    }

    @Test func whatIsCancelledEndsAndWhatWasReadAllTheSameIsKept() throws {
        var machine = machine()
        let nothing = machine.cancel()
        #expect(nothing == nil)
        _ = machine.read(id: "r1")
        let action = machine.cancel()
        #expect(action == .cancel(id: "r1") && machine.isEnding && machine.isActive)
        var other = machine
        machine.failed(BusError(.init(rawValue: "cancelled"), message: "it was cancelled"), request: "r1")
        #expect(machine.step == .cancelled)
        other.read(try Samples.done(seat: "bed-a", fate: .held), request: "r1")
        #expect(other.step == .measured && other.offered.count == 1)
    }

    @Test func aHubThatGoesAwayEndsItAndALateReadingIsTold() throws {
        var machine = machine(device: device)
        _ = machine.read(id: "r1")
        machine.hubIsGone()
        guard case .failed(let failure) = machine.step else {
            Issue.record("\(machine.step)")
            return
        }
        #expect(failure.isUnanswered && !machine.isActive)
        let key = ReadingKey.random()
        machine.held(Samples.held(key, for: "bed-b", device: device))
        #expect(!machine.isLate)
        machine.held(Samples.held(key, for: "bed-a", device: device))
        #expect(machine.isLate && machine.offered.isEmpty)
        machine.read(try Samples.done(seat: "bed-a", fate: .held), request: "r1")
        #expect(machine.step == .measured, "an answer that comes all the same is taken")
    }

    @Test func theSecondOfTwoWithOneDeviceIsToldSo() {
        var machine = machine()
        machine.refuse()
        guard case .failed(let failure) = machine.step else {
            Issue.record("\(machine.step)")
            return
        }
        #expect(failure.reason == .busy)
        _ = machine.read(id: "r1")
        let action = machine.yield()
        #expect(action == .cancel(id: "r1"))
        machine.failed(BusError(.init(rawValue: "cancelled"), message: "it was cancelled"), request: "r1")
        guard case .failed(let later) = machine.step else {
            Issue.record("\(machine.step)")
            return
        }
        #expect(later.reason == .busy)
    }
}

enum Samples {
    static func device(_ number: Int) -> DeviceID {
        guard let device = DeviceID("5f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e0\(number)") else {
            preconditionFailure("the last group has twelve digits")
        }
        return device
    }

    static func view(
        _ id: Int = 3000,
        type: String = "bloodPressureMonitor",
        name: String = "Cuff",
        disabled: Bool = false,
        missing: [WireFault] = []
    ) -> PeripheralView {
        PeripheralView(
            peripheralID: id,
            name: name,
            manufacturer: nil,
            model: nil,
            type: type,
            requiresPairing: false,
            pairingInstructions: "pair",
            startInstructions: "start",
            readingInstructions: "read",
            missing: missing,
            disabled: disabled,
            verified: true
        )
    }

    static func choice(seat: String, device: DeviceID? = nil) -> MeasureMachine.Choice {
        MeasureMachine.Choice(seat: seat, hub: "room-1", peripheral: view(), device: device)
    }

    /// A reading that was asked for now.
    static func reading(
        seat: String,
        at seconds: TimeInterval = 20,
        quality: TimeQuality = .deviceClock
    ) throws -> Reading {
        Reading(
            readingKey: .random(),
            type: .biometrics,
            timestamp: now + seconds,
            timeQuality: quality,
            receivedAt: now + 30,
            hub: try #require(HubID(rawValue: "room-1")),
            seat: SeatID(rawValue: seat),
            device: device(1),
            source: RecordSource(kind: .bluetooth),
            measurements: [VitalRecords.Measurement(metric: .pulse, value: 64, unit: "/min")],
            awaitsConfirmation: true,
            askedAt: now
        )
    }

    /// Readings that wait for a word.
    static func done(_ readings: [Reading]) -> PeripheralDidRead {
        PeripheralDidRead(
            seat: "bed-a",
            hub: "room-1",
            peripheralID: 3000,
            device: device(1),
            records: readings,
            disposition: .held,
            fates: readings.map { ReadingFate(readingKey: $0.readingKey, fate: .held, reason: .awaitsConfirmation) }
        )
    }

    static func done(
        seat: String,
        fate: ReadingDisposition,
        assigned: String? = nil
    ) throws -> PeripheralDidRead {
        let reading = try reading(seat: seat)
        let known = ReadingFate(
            readingKey: reading.readingKey,
            fate: fate,
            reason: fate == .held ? .awaitsConfirmation : nil,
            assignedSeat: assigned
        )
        return PeripheralDidRead(
            seat: seat,
            hub: "room-1",
            peripheralID: 3000,
            device: device(1),
            records: [reading],
            disposition: fate,
            fates: [known]
        )
    }

    static func question(pairing: String) -> PasskeyRequested {
        PasskeyRequested(
            seat: nil,
            hub: "room-1",
            peripheralID: 3000,
            device: device(1),
            request: "q1",
            pairing: pairing,
            kind: .enter,
            digits: nil,
            expires: now + 55
        )
    }

    static func failure(_ reason: ReaderFailure, request: String) -> PeripheralDidFail {
        PeripheralDidFail(
            seat: "bed-a",
            hub: "room-1",
            peripheralID: 3000,
            device: device(1),
            reason: reason,
            error: WireFault(code: reason.rawValue, message: "x", retriable: false),
            request: request
        )
    }

    static func held(_ key: ReadingKey, for seat: String, device: DeviceID) -> ReadingHeld {
        ReadingHeld(hub: "room-1", readingKey: key, device: device, reason: .awaitsConfirmation, forSeat: seat)
    }
}
