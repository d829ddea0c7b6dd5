import BusContract
import ContractLiterals
import DeliveryRules
import FoundationEssentials
import MessageBus
import QueueStore
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite struct GrantTests {
    /// Runs a manager with a session and a device for each seat: device 1 for `bed-1`, device 2 for `bed-2`.
    private func working(
        _ flags: [String: String] = [:],
        apis: [CloudAPI] = ["inform", "inform"],
        _ body: (RunningManager, FakeWorker, FakeWorker) async throws -> Void
    ) async throws {
        let site = try SessionSite()
        try await site.running(flags) { manager in
            for (index, api) in apis.enumerated() {
                try await manager.start("bed-\(index + 1)", api: api)
                try await manager.assign(Samples.device(UInt8(index + 1)), to: "bed-\(index + 1)")
            }
            try await body(manager, try await FakeWorker("a", site), try await FakeWorker("b", site))
        }
    }

    private func submit(_ manager: RunningManager, _ number: Int, device: UInt8 = 1) async throws {
        let reading = try Samples.reading(number, device: Samples.device(device))
        #expect(try await manager.submit(reading) == ["accepted"])
    }

    private func only(_ items: [UploadGrant.Item]) throws -> UploadGrant.Item {
        #expect(items.count == 1)
        return try #require(items.first)
    }

    @Test func aRecordIsGrantedDeliveredAndToldOnce() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            try await worker.pull(4, id: "pull-7")
            let grant = try await worker.next()
            #expect(grant.pullID == "pull-7")
            #expect(grant.leaseSeconds == 60)
            let item = try only(grant.items)
            #expect(item.record.readingKey == Samples.key(1))
            #expect(!item.possiblySent)
            #expect(try await manager.queued().map(\.state) == ["leased"])
            let outcome = item.outcome("done", serverID: "server-1")
            let named = UploadConfirmed.Item(logID: item.record.logID, fence: item.fence)
            #expect(try await manager.answer(worker.name, outcome) == [named])
            // The reply was lost, so the worker repeats the answer.
            #expect(try await manager.answer(worker.name, outcome).count == 1)
            #expect(try await manager.queued().isEmpty)
            let told = try await manager.told("recordSubmitted")
            #expect(told.count == 1)
            try await eventually("the event is on the bus") { try !manager.events("recordSubmitted").isEmpty }
            let events = try manager.events("recordSubmitted")
            #expect(Set(events.map(\.id)) == Set(told.map(\.id)))
            let event = try WireJSON.decode(
                RecordSubmitted.self,
                from: WireJSON.encode(try #require(events.first).data)
            )
            #expect(event.serverID == "server-1")
            #expect(event.record.logID == item.record.logID)
            #expect(event.seat == "bed-1")
        }
    }

    /// An owner that commits outcomes one by one falls behind its workers, which then repeat all of them.
    @Test func outcomesThatAreToldTogetherAreOneCommit() async throws {
        try await working { manager, worker, _ in
            _ = try await manager.submit((1...16).map { try Samples.reading($0) })
            let outcomes = try await worker.take().map { $0.outcome("done", serverID: "s") }
            #expect(outcomes.count == 16)
            let before = await manager.actor.store.health.committedWrites
            #expect(try await manager.answer(worker.name, outcomes).count == 16)
            let writes = await manager.actor.store.health.committedWrites - before
            // Besides the one commit there may be commits for the search for grants and for published events.
            #expect(writes < outcomes.count / 2, "\(writes) writes")
        }
    }

    @Test func aDemandWaitsForRecordsAndIsNotExceeded() async throws {
        try await working { manager, worker, _ in
            try await worker.pull(2)
            let readings = try (1...5).map { try Samples.reading($0) }
            _ = try await manager.submit(readings)
            var items = try await worker.next().items
            if items.count < 2 { items += try await worker.next().items }
            #expect(items.count == 2)
            #expect(
                try await manager.queued().map(\.state.rawValue).sorted() == [
                    "leased", "leased", "pending", "pending", "pending",
                ]
            )
        }
    }

    @Test func aRefusedRecordIsToldAndLeavesTheQueue() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            let item = try only(try await worker.take())
            let fault = WireFault(code: "422", message: "no such metric", retriable: false)
            try await manager.answer(worker.name, item.outcome("failed", error: fault, possiblySent: true))
            let told = try #require(try await manager.told("submissionFailed").first)
            let data = try WireJSON.decode(SubmissionFailed.self, from: Array(told.data.utf8))
            #expect(data.error == fault)
            #expect(try await manager.rejected().map(\.error) == [fault])
            #expect(try await manager.queued().isEmpty)
            try await submit(manager, 2)
            #expect(try only(try await worker.take()).record.readingKey == Samples.key(2))
        }
    }

    @Test func aDelayedRecordComesBackAfterItsTime() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            let first = try only(try await worker.take())
            let fault = WireFault(code: "503", message: "later", retriable: true)
            try await manager.answer(
                worker.name,
                first.outcome("retry", error: fault, after: 30, possiblySent: true)
            )
            #expect(try await manager.told("submissionRetrying").count == 1)
            manager.pass(29)
            try await submit(manager, 2)
            #expect(try only(try await worker.take()).record.readingKey == Samples.key(2))
            manager.pass(2)
            let again = try only(try await worker.take())
            #expect(again.record == first.record)
            #expect(again.fence > first.fence)
            #expect(again.possiblySent)
        }
    }

    @Test func anUnknownResultKeepsTheRecord() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            let first = try only(try await worker.take())
            try await manager.answer(worker.name, first.outcome("sublimated", possiblySent: true))
            #expect(try await manager.queued().map(\.record) == [first.record])
            #expect(try await manager.told("recordSubmitted").isEmpty)
        }
    }

    @Test func unauthorizedEndsTheSessionAndItsGrants() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            try await submit(manager, 2)
            let first = try only(try await worker.take(1))
            try await manager.answer(worker.name, first.outcome("unauthorized"))
            let told = try #require(try await manager.told("sessionEnded").first)
            let ended = try WireJSON.decode(SessionEnded.self, from: Array(told.data.utf8))
            #expect(ended.reason == "unauthorized")
            #expect(ended.seat == "bed-1")
            #expect(ended.unsyncedRecords == 2)
            #expect(try await manager.unsynced(ended.sessionID).count == 2)
            // From now on only the other seat's records are granted.
            try await submit(manager, 3, device: 2)
            #expect(try only(try await worker.take()).record.readingKey == Samples.key(3))
            #expect(try await manager.told("sessionEnded").count == 1)
        }
    }

    @Test func aPausedDestinationKeepsItsRecordsAndIsProbed() async throws {
        try await working(apis: ["inform", "legacy"]) { manager, worker, _ in
            try await submit(manager, 1)
            let first = try only(try await worker.take())
            let fault = WireFault(code: "portal", message: "the answer is not the API's", retriable: true)
            try await manager.answer(worker.name, first.outcome("paused", error: fault))
            let state = try await manager.actor.records.queue.state()
            #expect(state.paused?.contains("the answer is not the API's") == true)
            #expect(state.pending == 1)
            try await submit(manager, 2)
            try await submit(manager, 3, device: 2)
            let other = try only(try await worker.take())
            #expect(other.record.readingKey == Samples.key(3))
            manager.pass(31)
            let probe = try only(try await worker.take())
            #expect(probe.apiVersion == "inform")
            try await manager.answer(worker.name, probe.outcome("done", serverID: "s"))
            #expect(try await manager.actor.records.queue.state().paused == nil)
            // A repeated old message says nothing about the destination's present state.
            try await manager.answer(worker.name, first.outcome("paused", error: fault))
            #expect(try await manager.actor.records.queue.state().paused == nil)
            #expect(try only(try await worker.take()).apiVersion == "inform")
        }
    }

    @Test func anEndedLeaseIsGrantedAgainAndALateAnswerCountsOnce() async throws {
        try await working { manager, first, second in
            try await submit(manager, 1)
            let old = try only(try await first.take())
            manager.pass(59)
            try await submit(manager, 2)
            #expect(try only(try await second.take()).record.readingKey == Samples.key(2))
            manager.pass(2)
            let new = try only(try await second.take())
            #expect(new.record.readingKey == Samples.key(1))
            #expect(new.fence > old.fence)
            #expect(new.possiblySent)
            // The first worker had delivered it after all.
            try await manager.answer(first.name, old.outcome("done", serverID: "server-1"))
            try await manager.answer(second.name, new.outcome("done", serverID: "server-1"))
            #expect(try await manager.told("recordSubmitted").count == 1)
            #expect(try await manager.queued().allSatisfy { $0.record.readingKey == Samples.key(2) })
        }
    }

    @Test func anOldAnswerThatFailedDoesNotTouchTheNewLease() async throws {
        try await working { manager, first, second in
            try await submit(manager, 1)
            let old = try only(try await first.take())
            manager.pass(61)
            let new = try only(try await second.take())
            let fault = WireFault(code: "422", message: "no", retriable: false)
            #expect(try await manager.answer(first.name, old.outcome("failed", error: fault)).count == 1)
            #expect(try await manager.queued().map(\.state) == ["leased"])
            try await manager.answer(second.name, new.outcome("done", serverID: "s"))
            #expect(try await manager.told().filter { $0.name.hasPrefix("submission") }.isEmpty)
        }
    }

    @Test func aGrantThatNobodyHearsIsTakenBack() async throws {
        try await working { manager, worker, _ in
            let site = manager.site
            let address = try BusAddress(site: "home", hub: "site", actor: "uploader", instance: "deaf")
            try await submit(manager, 1)
            let demand = WorkPull(worker: "uploader-deaf", free: 4, pullID: "1")
            try await eventually("the demand is heard") {
                try await site.client(address).publish(UploadWork.pull, hub: "site", data: demand) == .delivered
            }
            try await eventually("the grant came back") {
                let queued = try await manager.queued()
                return queued.map(\.state) == ["pending"] && queued.first?.attempts ?? 0 > 0
            }
            let item = try only(try await worker.take())
            #expect(!item.possiblySent)
        }
    }

    /// Each name uses memory in every turn; a worker has four.
    @Test func aDemandWithThousandsOfDestinationsIsPassedOver() async throws {
        try await working { manager, _, _ in
            let site = manager.site
            let address = try BusAddress(site: "home", hub: "site", actor: "uploader", instance: "greedy")
            let apis = (1...4_000).map { "inform/\($0)" }
            let demand = WorkPull(
                worker: "uploader-greedy",
                free: 4,
                apis: apis.map(WorkPull.Destination.init(rawValue:)),
                pullID: "1"
            )
            try await eventually("the demand is heard") {
                try await site.client(address).publish(UploadWork.pull, hub: "site", data: demand) == .delivered
            }
            try await eventually("it is passed over") {
                site.log.all.contains { $0.contains("skipped a demand") }
            }
        }
    }

    @Test func aLastWillStopsNewGrantsToItsWorker() async throws {
        try await working { manager, gone, other in
            try await gone.pull(256)
            // Another task hears wills: this one must not be heard before the demand.
            let dispatcher = manager.actor.delivery.dispatcher
            try await eventually("the demand is noted") {
                await dispatcher.desk.book.room(now: dispatcher.line.clock.now) > 0
            }
            try await gone.disappear()
            // Workers take turns: with both in the book no worker gets four in a row.
            var inARow = 0
            var number = 0
            try await eventually("only the other worker is granted anything") {
                number += 1
                try await submit(manager, number)
                try await other.pull(256)
                try await eventually("the record is leased") {
                    try await manager.queued().allSatisfy { $0.state == "leased" }
                }
                let record = try #require(try await manager.queued().last?.record)
                let stored = try await manager.actor.store.records.record(logID: record.logID.rawValue)
                inARow = stored?.entry.lease?.worker == other.name ? inARow + 1 : 0
                return inARow == 4
            }
        }
    }

    @Test func aDeliveryUnderAnEndedSessionStillCounts() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            let item = try only(try await worker.take())
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            // The end is announced only once nothing is in flight.
            #expect(try await manager.told("sessionEnded").isEmpty)
            #expect(try await manager.answer(worker.name, item.outcome("done", serverID: "server-1")).count == 1)
            #expect(try await manager.told("recordSubmitted").count == 1)
            let told = try #require(try await manager.told("sessionEnded").first)
            #expect(try WireJSON.decode(SessionEnded.self, from: Array(told.data.utf8)).unsyncedRecords == 0)
        }
    }

    @Test func oneAnswerMayHoldASuccessAndTheSessionsEnd() async throws {
        try await working { manager, worker, _ in
            try await submit(manager, 1)
            try await submit(manager, 2)
            let items = try await worker.take()
            #expect(items.count == 2)
            let outcomes = [items[0].outcome("done", serverID: "server-1"), items[1].outcome("unauthorized")]
            #expect(try await manager.answer(worker.name, outcomes[0], outcomes[1]).count == 2)
            #expect(try await manager.told("recordSubmitted").count == 1)
            let told = try #require(try await manager.told("sessionEnded").first)
            #expect(try WireJSON.decode(SessionEnded.self, from: Array(told.data.utf8)).unsyncedRecords == 1)
        }
    }

    @Test func workersGetOnlyWhatTheyDeliverTo() async throws {
        try await working(apis: ["inform", "legacy"]) { manager, inform, both in
            try await submit(manager, 1, device: 2)
            try await inform.pull(4, apis: ["inform"])
            try await eventually("health says that nobody delivers there") {
                await manager.actor.health().problems.map(\.code) == ["destinationUnserved"]
            }
            // This does not pause the destination: a worker that delivers there gets the record.
            #expect(try await manager.actor.records.queue.state().paused == nil)
            try await both.pull(4, apis: ["inform", "legacy"])
            let item = try only(try await both.next().items)
            #expect(item.apiVersion == "legacy")
            try await submit(manager, 2)
            try await eventually("nothing is missing any more") { await manager.actor.health().problems.isEmpty }
        }
    }

    @Test func liveRecordsComeThroughWhereHistoryFillsAWorker() async throws {
        try await working { manager, worker, _ in
            _ = try await manager.submit(try (1...6).map { try Samples.reading($0, history: true) })
            try await worker.pull(2, live: 4)
            var items = try await worker.next().items
            if items.count < 2 { items += try await worker.next().items }
            #expect(items.map(\.isLive) == [false, false])
            try await submit(manager, 7)
            let live = try only(try await worker.next().items)
            #expect(live.record.readingKey == Samples.key(7))
            #expect(live.isLive == true)
        }
    }

    @Test func requestsBeyondTheFirstAreChargedToTheToken() async throws {
        try await working(["rate.per-hour": "40"]) { manager, worker, _ in
            for number in 1...3 { try await submit(manager, number) }
            let first = try only(try await worker.take(1))
            // Ten at once are allowed, and this one took eight.
            var outcome = first.outcome("done", serverID: "s")
            outcome.requests = 8
            try await manager.answer(worker.name, outcome)
            let others = try await worker.take()
            #expect(others.count == 2)
            // Otherwise their leases would end and they would be granted before the next ones.
            for item in others { try await manager.answer(worker.name, item.outcome("done", serverID: "s")) }
            _ = try await manager.submit(try (4...9).map { try Samples.reading($0) })
            try await worker.pull()
            manager.pass(121)
            #expect(try only(try await worker.take()).record.readingKey == Samples.key(4))
        }
    }

    @Test func aSessionsRateIsKeptAndLiveGoesFirst() async throws {
        try await working(["rate.per-hour": "40"]) { manager, worker, _ in
            let history = try (1...12).map { try Samples.reading($0, history: true) }
            _ = try await manager.submit(history)
            try await worker.pull(256)
            var items: [UploadGrant.Item] = []
            while items.count < 8 { items += try await worker.next().items }
            #expect(items.count == 8)
            // Ten at once are allowed, and a fifth of them is reserved for live readings.
            _ = try await manager.submit(try (21...24).map { try Samples.reading($0) })
            try await worker.pull(256)
            var live: [UploadGrant.Item] = []
            while live.count < 2 { live += try await worker.next().items }
            #expect(live.map(\.record.readingKey) == [Samples.key(21), Samples.key(22)])
            for item in items + live { try await manager.answer(worker.name, item.outcome("done")) }
            // Another 30 an hour are added, one every two minutes, and live readings get them first.
            manager.pass(121)
            #expect(try only(try await worker.take(256)).record.readingKey == Samples.key(23))
        }
    }
}
