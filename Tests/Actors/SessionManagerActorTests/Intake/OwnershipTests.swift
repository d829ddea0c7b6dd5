import BusContract
import FoundationEssentials
import Testing
import VitalRecords

@testable import QueueStore
@testable import SessionManagerActor

@Suite struct OwnershipTests {
    private let shared = Ownership(seats: ["bed-1", "bed-2"])
    private let single = Ownership(seats: ["bed-1"], isSolo: true)

    private func assignment(
        _ seat: String,
        user: Int? = nil,
        device: DeviceID = Samples.device(),
        from: Double = 0,
        until: Double? = nil
    ) -> DeviceAssignment {
        DeviceAssignment(
            id: 1,
            device: device.description,
            userIndex: user,
            seat: seat,
            from: TestTime.start.addingTimeInterval(from),
            until: until.map { TestTime.start.addingTimeInterval($0) }
        )
    }

    @Test func twoPeopleShareACuffByItsUserIndex() throws {
        let both = [assignment("bed-1", user: 1), assignment("bed-2", user: 2)]
        #expect(shared.decide(try Samples.reading(user: 1), assignments: both) == .seat("bed-1"))
        #expect(shared.decide(try Samples.reading(user: 2), assignments: both) == .seat("bed-2"))
        #expect(shared.decide(try Samples.reading(user: 3), assignments: both) == .hold(.noAssignment))
        #expect(shared.decide(try Samples.reading(user: nil), assignments: both) == .hold(.noAssignment))
    }

    @Test func theExactUserIndexBeatsTheWholeDevice() throws {
        let both = [assignment("bed-1"), assignment("bed-2", user: 2)]
        #expect(shared.decide(try Samples.reading(user: 2), assignments: both) == .seat("bed-2"))
        #expect(shared.decide(try Samples.reading(user: 1), assignments: both) == .seat("bed-1"))
        #expect(shared.decide(try Samples.reading(user: nil), assignments: both) == .seat("bed-1"))
    }

    /// The whole scale is the resident's, but a visitor with another user number stands on it.
    @Test(arguments: [0, 3, 255]) func aScalesUserIsOwnedByItsExactIndexOnly(user: Int) throws {
        let reading = try Samples.reading(user: user, type: .weight)
        let others = [assignment("bed-1"), assignment("bed-2", user: 1)]
        #expect(shared.decide(reading, assignments: others) == .hold(.noAssignment))
        #expect(shared.decide(reading, assignments: []) == .hold(.noAssignment))
        #expect(single.decide(reading, assignments: []) == .hold(.noAssignment), "a visitor, in a house of one")
        // 255 is an unknown user, even if it was assigned.
        let exact = others + [assignment("bed-1", user: user)]
        let expected: Ownership.Decision = user == 255 ? .hold(.noAssignment) : .seat("bed-1")
        #expect(shared.decide(reading, assignments: exact) == expected)
    }

    @Test func aScaleThatTellsNoUsersApartIsAssignedWhole() throws {
        let reading = try Samples.reading(user: nil, type: .weight)
        #expect(shared.decide(reading, assignments: [assignment("bed-1")]) == .seat("bed-1"))
        #expect(single.decide(reading, assignments: []) == .seat("bed-1"))
    }

    @Test func anAssignmentOfTheUnknownUserCoversNobodyElse() throws {
        let first = [assignment("bed-1", user: 0)]
        #expect(shared.decide(try Samples.reading(user: nil), assignments: first) == .hold(.noAssignment))
        #expect(shared.decide(try Samples.reading(user: 0), assignments: first) == .seat("bed-1"))
    }

    @Test func twoSeatsForTheSameUserAreNoDecision() throws {
        let both = [assignment("bed-1", user: 1), assignment("bed-2", user: 1)]
        #expect(shared.decide(try Samples.reading(user: 1), assignments: both) == .hold(.noAssignment))
    }

    @Test func aNeighboursCuffIsHeldWhereTheSiteHasSeveralSeats() throws {
        #expect(shared.decide(try Samples.reading(), assignments: []) == .hold(.noAssignment))
        let other = [assignment("bed-1", device: Samples.device(2))]
        #expect(shared.decide(try Samples.reading(), assignments: other) == .hold(.noAssignment))
        #expect(Ownership(seats: []).decide(try Samples.reading(), assignments: []) == .hold(.noAssignment))
    }

    /// A neighbour's cuff is also in radio range.
    @Test func theOnlySeatOfASiteNeedsAnAssignmentUnlessItIsSaidToBeSolo() throws {
        let unsaid = Ownership(seats: ["bed-1"])
        #expect(unsaid.decide(try Samples.reading(), assignments: []) == .hold(.noAssignment))
        #expect(single.decide(try Samples.reading(), assignments: []) == .seat("bed-1"))
        #expect(single.decide(try Samples.reading(quality: .received), assignments: []) == .seat("bed-1"))
    }

    @Test func aDeviceOnceAssignedNeverFallsToTheOnlySeat() throws {
        let past = [assignment("bed-1", from: -100, until: 5)]
        #expect(single.decide(try Samples.reading(at: 10), assignments: past) == .hold(.noAssignment))
        let coming = [assignment("bed-1", from: 20)]
        #expect(single.decide(try Samples.reading(at: 10), assignments: coming) == .hold(.noAssignment))
        let anothers = [assignment("bed-1", user: 1)]
        #expect(single.decide(try Samples.reading(user: 2), assignments: anothers) == .hold(.noAssignment))
    }

    @Test func aWrongClockIsHeldWhoeverHasTheDevice() throws {
        let reading = try Samples.reading(quality: .unknown)
        #expect(shared.decide(reading, assignments: [assignment("bed-1")]) == .hold(.clockUnknown))
        #expect(single.decide(reading, assignments: []) == .hold(.clockUnknown))
    }

    @Test func anIntervalHoldsItsBeginningAndNotItsEnd() throws {
        let both = [assignment("bed-1", from: 0, until: 20), assignment("bed-2", from: 20, until: 30)]
        for (seconds, seat) in [(0.0, "bed-1"), (19.999, "bed-1"), (20, "bed-2"), (29.999, "bed-2")] {
            #expect(shared.decide(try Samples.reading(at: seconds), assignments: both) == .seat(seat))
        }
        #expect(shared.decide(try Samples.reading(at: -0.001), assignments: both) == .hold(.noAssignment))
        #expect(shared.decide(try Samples.reading(at: 30), assignments: both) == .hold(.noAssignment))
    }

    @Test func aHandwrittenReadingGoesToItsSeat() throws {
        for kind in [SourceKind.manual, .ocr] {
            let reading = try Samples.reading(device: nil, quality: .unknown, seat: "bed-2", kind: kind)
            #expect(shared.decide(reading, assignments: []) == .seat("bed-2"))
        }
    }

    @Test func aSeatInABluetoothReadingDecidesNothing() throws {
        let reading = try Samples.reading(seat: "bed-2")
        #expect(shared.decide(reading, assignments: []) == .hold(.noAssignment))
        #expect(shared.decide(reading, assignments: [assignment("bed-1")]) == .seat("bed-1"))
    }

    @Test func whoAsksForAReadingHasSaidWhoseItIs() throws {
        let reading = try Samples.reading(seat: "bed-2", askedAt: 0)
        #expect(shared.decide(reading, assignments: []) == .seat("bed-2"))
        #expect(shared.decide(reading, assignments: [assignment("bed-2")]) == .seat("bed-2"))
        let past = [assignment("bed-1", from: -100, until: -50)]
        #expect(shared.decide(reading, assignments: past) == .seat("bed-2"), "it is nobody's now")
    }

    @Test func aWordAgainstAnAssignmentIsHeldAndNamesBoth() throws {
        let reading = try Samples.reading(seat: "bed-2", askedAt: 0)
        let decision = shared.decide(reading, assignments: [assignment("bed-1")])
        #expect(decision == .hold(.assignedToAnother, assignedTo: "bed-1"))
        #expect(decision.assignedSeat == "bed-1")
        let users = [assignment("bed-1", user: 1), assignment("bed-2", user: 2)]
        let second = try Samples.reading(user: 2, seat: "bed-2", askedAt: 0)
        #expect(shared.decide(second, assignments: users) == .seat("bed-2"))
    }

    @Test func theWordCoversNothingOfBeforeItWasGiven() throws {
        let memory = try Samples.reading(at: 0, seat: "bed-2", askedAt: 3)
        #expect(shared.decide(memory, assignments: []) == .hold(.olderThanRequest))
        #expect(shared.decide(memory, assignments: [assignment("bed-1")]) == .seat("bed-1"), "by its assignment")
        let clockless = try Samples.reading(at: 10, quality: .unknown, seat: "bed-2", askedAt: 0)
        #expect(shared.decide(clockless, assignments: []) == .hold(.clockUnknown))
        let justNow = try Samples.reading(at: 1, seat: "bed-2", askedAt: 2.9)
        #expect(shared.decide(justNow, assignments: []) == .seat("bed-2"), "clocks tell whole seconds")
        #expect(single.decide(memory, assignments: []) == .seat("bed-1"), "all of it is the only person's")
    }

    @Test func aReadingWithoutADeviceIsHeld() throws {
        #expect(single.decide(try Samples.reading(device: nil), assignments: []) == .hold(.noAssignment))
    }
}
