import BusContract
import ContractLiterals
import DeliveryRules
import FoundationEssentials
import MessageBus
import Outbox
import SeededRandom
import Synchronization
import TestSupport
import Testing
import VitalRecords

@Suite struct OutboxRelayTests {
    @Test func aReadingLeavesOnlyByTheReplyThatNamesIt() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<5)
            try await eventually("the batch is heard") { !site.manager.requests.all.isEmpty }
            let request = try #require(site.manager.requests.all.first)
            #expect(request.keys == (0..<5).map { RelaySite.key($0).rawValue })
            #expect(try await site.depth() == 5)
            try await site.manager.answer(request, request.items)
            try await eventually("the outbox is empty") { try await site.depth() == 0 }
            #expect(site.manager.requests.all.count == 1)
        }
    }

    /// A hub without a battery clock starts some hours behind: by its time a reading would be a former person's.
    @Test(arguments: [10_800.0, -10_800]) func whatWaitsWhileTheClockIsSetHasNoKnownTime(step: Double) async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            let kinds: [SourceKind] = [.bluetooth, .ocr, .healthImport, .manual]
            let readings = try kinds.enumerated().map { number, kind in
                try OutboxReading(try RelaySite.reading(number, quality: .received, kind: kind))
            }
            try await site.store.commitReadings(frames: [], readings: readings, at: Date(timeIntervalSince1970: 0))
            site.wake.signal()
            try await eventually("the batch is heard") { !site.manager.requests.all.isEmpty }
            func waiting() async throws -> [TimeQuality] {
                try await site.store.nextBatch(limit: 9).map {
                    try WireJSON.decode(Reading.self, from: Array($0.payload)).timeQuality
                }
            }
            site.step(step / 1_000)
            try await site.passing("a look") { site.manager.requests.all.count > 1 }
            #expect(try await waiting() == [.received, .received, .received, .received], "a small step corrects")
            site.step(step)
            let expected: [TimeQuality] = [.unknown, .unknown, .received, .received]
            try await site.passing("the readings are marked") { try await waiting() == expected }
        }
    }

    @Test(arguments: ["accepted", "repeat", "held", "unsynced", "notStored", "a word of a newer version"])
    func everyAnswerThatNamesAReadingTakesIt(outcome: String) async throws {
        try await RelaySite.running { site, relay in
            try await site.manager.appear { try? await $0.answer($1, $1.results(outcome)) }
            try await site.produce(0..<3)
            try await eventually("the outbox is empty") { try await site.depth() == 0 }
            #expect(await relay.refusedCount == 0)
        }
    }

    @Test func aRefusedReadingIsCounted() async throws {
        try await RelaySite.running { site, relay in
            try await site.manager.appear { try? await $0.answer($1, $1.results("refused")) }
            try await site.produce(0..<3)
            try await eventually("the outbox is empty") { try await site.depth() == 0 }
            #expect(await relay.refusedCount == 3)
        }
    }

    @Test func aLostReplyMeansAnotherTry() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<5)
            for round in 1...3 {
                try await site.passing("round \(round) is heard") { site.manager.requests.all.count >= round }
                #expect(try await site.depth() == 5)
            }
            let requests = site.manager.requests.all
            #expect(requests.allSatisfy { $0.keys == requests[0].keys })
            #expect(Set(requests.map(\.envelope.id)).count == requests.count)
            let last = try #require(requests.last)
            try await site.manager.answer(last, last.items)
            try await site.passing("the outbox is empty") {
                // Answers a request that crossed the reply, too.
                if let newest = site.manager.requests.all.last { try await site.manager.answer(newest, newest.items) }
                return try await site.depth() == 0
            }
        }
    }

    @Test func aLateReplyHarmsNothing() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<5)
            try await site.passing("a second request is heard") { site.manager.requests.all.count >= 2 }
            // All replies arrive, the older ones late: the manager has the readings that they name.
            for request in site.manager.requests.all { try await site.manager.answer(request, request.items) }
            try await site.settled()
            try await site.produce(5..<6)
            try await site.passing("the next reading is heard") {
                site.manager.requests.all.last?.keys == [RelaySite.key(5).rawValue]
            }
        }
    }

    @Test func aPartialAnswerTakesOnlyWhatItNames() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<5)
            try await eventually("the batch is heard") { !site.manager.requests.all.isEmpty }
            let first = try #require(site.manager.requests.all.first)
            try await site.manager.answer(first, [first.items[1], first.items[3]])
            // No time may pass before the reply is read: at its deadline all five would be sent again.
            try await eventually("what was named has left") { try await site.depth() == 3 }
            try await site.passing("the others are sent again") { site.manager.requests.all.count >= 2 }
            let second = try #require(site.manager.requests.all.last)
            #expect(second.keys == [0, 2, 4].map { RelaySite.key($0).rawValue })
            try await site.manager.answer(second, second.items)
            try await site.settled()
        }
    }

    @Test func anAnswerAboutOthersTakesNothing() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { manager, request in
                let strange = SubmittedRecords.Result(
                    readingKey: RelaySite.key(99),
                    revision: 1,
                    outcome: "accepted"
                )
                try? await manager.answer(request, [strange])
            }
            try await site.produce(0..<5)
            try await site.passing("it is tried again") { site.manager.requests.all.count >= 3 }
            #expect(try await site.depth() == 5)
        }
    }

    /// The relay must not resend without a pause to a manager that names nothing.
    @Test func anEmptyAnswerIsNoReasonToHurry() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { try? await $0.answer($1, []) }
            try await site.produce(0..<5)
            try await eventually("it is heard") { !site.manager.requests.all.isEmpty }
            for _ in 0..<200 { _ = try await site.depth() }
            #expect(site.manager.requests.all.count <= 2)
            #expect(try await site.depth() == 5)
        }
    }

    @Test(arguments: [BusError(.storeUnavailable, message: "full"), BusError(.internalError, message: "a defect")])
    func anErrorMeansAnotherTryAfterAPause(error: BusError) async throws {
        try await RelaySite.running { site, _ in
            let isWell = Mutex(false)
            try await site.manager.appear { manager, request in
                if isWell.withLock(\.self) {
                    try? await manager.answer(request, request.items)
                } else {
                    try? await manager.fail(request, error)
                }
            }
            try await site.produce(0..<5)
            try await site.passing("it is tried again") { site.manager.requests.all.count >= 3 }
            #expect(try await site.depth() == 5)
            isWell.withLock { $0 = true }
            try await site.passing("the outbox is empty") { try await site.depth() == 0 }
        }
    }

    @Test func aManagerThatIsAwayIsWaitedFor() async throws {
        try await RelaySite.running { site, _ in
            try await site.produce(0..<5)
            try await site.passing("it was tried") { try await site.store.nextBatch(limit: 1).first?.attempts ?? 0 > 1 }
            #expect(try await site.depth() == 5)
            try await site.manager.appear { try? await $0.answer($1, $1.items) }
            try await site.passing("the outbox is empty") { try await site.depth() == 0 }
        }
    }

    @Test func aBrokerThatIsAwayIsWaitedFor() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { try? await $0.answer($1, $1.items) }
            try await site.produce(0..<1)
            try await eventually("the outbox is empty") { try await site.depth() == 0 }
            site.broker.goDown()
            try await site.produce(1..<4)
            try await site.passing("it was tried") { try await site.store.nextBatch(limit: 1).first?.attempts ?? 0 > 1 }
            #expect(try await site.depth() == 3)
            site.broker.comeBack()
            try await site.passing("the outbox is empty") { try await site.depth() == 0 }
        }
    }

    @Test func theWindowIsKeptAndNoReadingIsInFlightTwice() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<100)
            try await eventually("the window is full") { site.manager.requests.all.count == 4 }
            for _ in 0..<100 { _ = try await site.depth() }
            let requests = site.manager.requests.all
            #expect(requests.count == 4)
            #expect(requests.allSatisfy { $0.keys.count == 16 })
            #expect(Set(requests.flatMap(\.keys)).count == 64)
            try await site.manager.answer(requests[2], requests[2].items)
            try await eventually("the next batch is heard") { site.manager.requests.all.count == 5 }
            #expect(try await site.depth() == 84)
            #expect(Set(site.manager.requests.all.flatMap(\.keys)).count == 80)
        }
    }

    @Test func aNewerRevisionOfAReadingInFlightStays() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear()
            try await site.produce(0..<1)
            try await eventually("revision 1 is heard") { site.manager.requests.all.count == 1 }
            try await site.produce(0..<1, revision: 2)
            let first = site.manager.requests.all[0]
            try await site.manager.answer(first, first.items)
            try await eventually("revision 1 has left") { try await site.depth() == 1 }
            try await site.passing("revision 2 is heard") {
                site.manager.requests.all.last?.envelope.data.records.first?.revision == 2
            }
            let second = try #require(site.manager.requests.all.last)
            try await site.manager.answer(second, second.items)
            try await site.settled()
        }
    }

    /// Long readings do not fit into one message together, but each fits alone.
    @Test func readingsThatAreTooLongTogetherStillLeave() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { try? await $0.answer($1, $1.items) }
            try await site.produce(0..<16, padding: 6)
            try await site.passing("the outbox is empty") { try await site.depth() == 0 }
        }
    }

    @Test func anUnreadableRowHoldsUpNoOther() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { try? await $0.answer($1, $1.items) }
            try await site.produce(0..<20, unreadable: 50)
            try await site.passing("all others left") { try await site.depth() == 1 }
            try await site.passing("it is put aside") { try await site.store.depth().parked == 1 }
            #expect(try await site.store.nextBatch(limit: 5).isEmpty)
        }
    }

    /// More rows than the window holds, each too long for a message, come before the sendable ones.
    @Test func readingsThatCannotBeSentAreParkedAndOthersPass() async throws {
        try await RelaySite.running { site, _ in
            try await site.manager.appear { try? await $0.answer($1, $1.items) }
            try await site.produce(0..<80, padding: 40)
            try await site.produce(80..<85)
            // No time passes: after a reply's deadline they would be tried again, however slow the machine is.
            for count in stride(from: 8, through: 80, by: 8) {
                try await eventually("\(count) are put aside") { try await site.store.depth().parked >= count }
            }
            try await eventually("the others left") { try await site.depth() == 80 }
            try await site.produce(0..<1, revision: 2)
            try await site.passing("a shorter revision leaves") { try await site.depth() == 79 }
        }
    }

    /// Whatever the manager does, only readings that it named leave the outbox, and in the end all have left.
    @Test(arguments: 0..<4)
    func nothingIsLostInDisorder(seed: Int) async throws {
        try await RelaySite.running { site, _ in
            let committed = Collected<String>()
            let random = Mutex(SplitMix64(seed: UInt64(seed)))
            try await site.manager.appear { manager, request in
                let (fate, share) = random.withLock {
                    (Int.random(in: 0..<6, using: &$0), Int.random(in: 0..<17, using: &$0))
                }
                let part = Array(request.items.prefix(share))
                switch fate {
                case 0: for key in request.keys { committed.add(key) }  // committed, and the reply is lost
                case 1: return
                case 2: try? await manager.fail(request, BusError(.busy, message: "busy"))
                case 3:
                    for result in part { committed.add(result.readingKey.rawValue) }
                    try? await manager.answer(request, part)
                default:
                    for key in request.keys { committed.add(key) }
                    try? await manager.answer(request, request.items)
                }
            }
            for start in stride(from: 0, to: 150, by: 10) {
                try await site.produce(start..<start + 10)
                let left = Set(try await site.store.nextBatch(limit: 1_000).map(\.item.readingKey))
                let named = Set(committed.all)
                #expect(
                    (0..<start + 10).allSatisfy { key in
                        let text = RelaySite.key(key).rawValue
                        return left.contains(text) || named.contains(text)
                    }
                )
            }
            try await site.passing("the outbox is empty") { try await site.depth() == 0 }
            #expect(Set(committed.all) == Set((0..<150).map { RelaySite.key($0).rawValue }))
        }
    }
}
