import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Stories about whose reading it is, seen from the bus.
@Suite struct PeopleStoriesTests {
    private func key(_ number: Int) -> String { Samples.key(number).rawValue }

    private func booked(_ seat: String, _ numbers: Int...) -> Set<String> {
        Set(numbers.map { "\(seat) \(key($0))" })
    }

    @Test func twoPeopleShareOneCuff() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(user: 1, to: "bed-1", from: 0)
            try await manager.assign(user: 2, to: "bed-2", from: 0)
            let outcomes = try await manager.submit(
                Samples.reading(1, user: 1),
                Samples.reading(2, user: 2),
                Samples.reading(3, user: nil),
                Samples.reading(4, user: 7)
            )
            #expect(outcomes == ["accepted", "accepted", "held", "held"])
            #expect(try await manager.booked() == booked("bed-1", 1).union(booked("bed-2", 2)))
            // The nurse knows who pressed the wrong button.
            #expect(try await manager.confirm(3, for: "bed-2").outcome == "accepted")
            #expect(try await manager.booked() == booked("bed-1", 1).union(booked("bed-2", 2, 3)))
            #expect(try await manager.waiting() == [key(4): "noAssignment"])
        }
    }

    @Test func theNeighboursCuffIsInRange() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(Samples.device(1), to: "bed-1", from: 0)
            let theirs = Samples.device(2)
            #expect(
                try await manager.submit(
                    Samples.reading(1),
                    Samples.reading(2, device: theirs),
                    Samples.reading(3, device: theirs, at: 20),
                    Samples.reading(4, device: Samples.device(3))
                ) == ["accepted", "held", "held", "held"]
            )
            #expect(try await manager.booked() == booked("bed-1", 1))
            // The cuff is assigned from its second reading on: only that one leaves the held list.
            let view = try await manager.assign(theirs, to: "bed-2", from: 15)
            #expect(view.owned == 1)
            #expect(try await manager.booked() == booked("bed-1", 1).union(booked("bed-2", 3)))
            #expect(try await manager.waiting() == [key(2): "noAssignment", key(4): "noAssignment"])
            #expect(try await manager.discard(4) == "discarded")
            #expect(try await manager.submit(Samples.reading(4, device: Samples.device(3))) == ["repeat"])
            #expect(try await manager.waiting() == [key(2): "noAssignment"])
        }
    }

    @Test func aMeterIsFullOfTheLastResidentsReadings() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let ann = try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            manager.pass(100)
            try await manager.end("bed-1")
            let unassign = UnassignDevice(device: Samples.device())
            _ = try await manager.call(SessionOperations.unassignDevice, unassign)
            manager.pass(100)
            let bob = try await manager.start("bed-1", user: "bob")
            try await manager.assign(to: "bed-1", from: 200)
            manager.pass(50)
            let memory = try [10.0, 90, 150, 210].enumerated().map { index, seconds in
                try Samples.reading(index, at: seconds, received: 250, history: true)
            }
            #expect(
                try await manager.submit(memory).map(\.outcome) == ["unsynced", "unsynced", "held", "accepted"]
            )
            #expect(try await manager.booked() == booked("bed-1", 3))
            #expect(
                try await manager.unsynced(ann.sessionID).map(\.record.readingKey) == [Samples.key(0), Samples.key(1)]
            )
            #expect(try await manager.unsynced(bob.sessionID).isEmpty)
            #expect(try await manager.waiting() == [key(2): "noAssignment"])
        }
    }

    @Test func aDeviceIsReassignedFromAnEarlierTimeOn() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1", from: 0)
            try await manager.assign(to: "bed-2", from: 80)
            #expect(try await manager.submit(Samples.reading(1, at: 60)) == ["accepted"])
            // It has been bed 2's since 50: the interval of bed 1 is cut, and the later one of bed 2 is replaced.
            try await manager.assign(to: "bed-2", from: 50)
            #expect(
                try await manager.submit(
                    Samples.reading(2, at: 40),
                    Samples.reading(3, at: 60),
                    Samples.reading(4, at: 90),
                    Samples.reading(1, at: 60)
                ) == ["accepted", "accepted", "accepted", "repeat"]
            )
            // Readings that were already booked stay with their person.
            #expect(try await manager.booked() == booked("bed-1", 1, 2).union(booked("bed-2", 3, 4)))
            let devices = try await manager.call(SessionOperations.devices, PageRequest()).assignments
            let lasting = devices.filter { $0.until.map { $0 > TestTime.start } ?? true && $0.until != $0.from }
            #expect(lasting.map(\.seat) == ["bed-2", "bed-1"], "the newest first, and none overlaps")
            #expect(lasting.map(\.until) == [nil, manager.at(50)])
            // Repeating the assignment changes nothing.
            try await manager.assign(to: "bed-2", from: 50)
            #expect(try await manager.call(SessionOperations.devices, PageRequest()).assignments == devices)
        }
    }

    @Test func aDeviceWasUnassignedEarlierThanItWasSaid() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            let body = UnassignDevice(device: Samples.device(), until: manager.at(50))
            let view = try await manager.call(SessionOperations.unassignDevice, body)
            #expect(view.until == manager.at(50))
            await manager.expect(.notFound) { _ = try await manager.call(SessionOperations.unassignDevice, body) }
            #expect(
                try await manager.submit(Samples.reading(1, at: 49), Samples.reading(2, at: 50)) == [
                    "accepted", "held",
                ]
            )
        }
    }

    @Test func aWrongClockIsDecidedByAPersonAndByNoAssignment() async throws {
        try await SessionSite().running { manager in
            let ann = try await manager.start("bed-1", user: "ann")
            #expect(
                try await manager.submit(
                    Samples.reading(1, at: 700, quality: .unknown),
                    Samples.reading(2, at: 700, quality: .unknown),
                    Samples.reading(3, at: 700, quality: .unknown)
                ) == ["held", "held", "held"]
            )
            #expect(try await manager.assign(to: "bed-1", from: 0).owned == 0)
            #expect(Set(try await manager.waiting().values) == ["clockUnknown"])
            await manager.expect(.invalidArgument) { try await manager.confirm(1, for: "bed-1") }
            manager.pass(100)
            try await manager.end("bed-1")
            manager.pass(1_000)
            let bob = try await manager.start("bed-1", user: "bob")
            // At 50 the bed was Ann's, at 1200 it is Bob's, and a session can be named explicitly.
            let first = try await manager.confirm(1, for: "bed-1", at: 50)
            #expect(first.outcome == "unsynced")
            #expect(first.sessionID == ann.sessionID)
            #expect(try await manager.confirm(2, for: "bed-1", at: 1_150).sessionID == bob.sessionID)
            #expect(try await manager.confirm(3, for: "bed-1", session: ann.sessionID).outcome == "unsynced")
            #expect(try await manager.unsynced(ann.sessionID).map(\.record.timestamp).contains(manager.at(50)))
            #expect(try await manager.booked() == booked("bed-1", 2))
            #expect(try await manager.queued().map(\.record.timestamp) == [manager.at(1_150)])
        }
    }

    /// The reader uses `received` only for a model without memory, and `unknown` for any other.
    @Test func aDeviceWithoutAClockIsBelievedOnlyLive() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            #expect(
                try await manager.submit(Samples.reading(1, quality: .received), Samples.reading(2, quality: .unknown))
                    == ["accepted", "held"]
            )
            #expect(try await manager.waiting() == [key(2): "clockUnknown"])
        }
    }

    @Test func aReadingBeforeTheSessionFindsItsWayOnlyByName() async throws {
        let site = try SessionSite()
        site.time.pass(60)
        try await site.running { manager in
            let session = try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(Samples.reading(1)) == ["held"])
            #expect(try await manager.assign(to: "bed-1", from: -5).owned == 0)
            #expect(try await manager.waiting() == [key(1): "noSession"])
            await manager.expect(.conflict) { try await manager.confirm(1, for: "bed-1") }
            await manager.expect(.notFound) { try await manager.confirm(1, for: "bed-2", session: session.sessionID) }
            #expect(try await manager.confirm(1, for: "bed-1", session: session.sessionID).outcome == "accepted")
            #expect(try await manager.waiting().isEmpty)
        }
    }

    @Test func aSeatsOrADevicesHeldReadingsAreFound() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(Samples.device(1), to: "bed-1", from: 100)
            _ = try await manager.submit(
                Samples.reading(1, device: Samples.device(1)),
                Samples.reading(2, device: Samples.device(2)),
                Samples.reading(3, device: Samples.device(3), seat: "bed-1")
            )
            func keys(_ request: PageRequest) async throws -> Set<ReadingKey> {
                let page = try await manager.call(SessionOperations.heldReadings, request)
                return Set(page.readings.map(\.reading.readingKey))
            }
            #expect(try await keys(PageRequest()) == [Samples.key(1), Samples.key(2), Samples.key(3)])
            #expect(try await keys(PageRequest(seat: "bed-1")) == [Samples.key(1), Samples.key(3)])
            #expect(try await keys(PageRequest(device: Samples.device(2))) == [Samples.key(2)])
            #expect(try await keys(PageRequest(seat: "bed-1", device: Samples.device(3))) == [Samples.key(3)])
            #expect(try await keys(PageRequest(seat: "bed-2")).isEmpty)
            let assigned = try await manager.call(SessionOperations.devices, PageRequest(seat: "bed-2"))
            #expect(assigned.assignments.isEmpty)
        }
    }
}
