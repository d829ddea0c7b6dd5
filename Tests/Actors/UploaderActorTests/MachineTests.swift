import BusContract
import ContractLiterals
import DeliveryRules
import Foundation
import LedgerStore
import Logging
import MessageBus
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("The uploader's pure parts")
struct MachineTests {
    private let now = BootInstant(milliseconds: 60_000)
    private let budget = LeaseBudget(term: .seconds(60), pullSent: BootInstant(milliseconds: 1_000))

    private func held(_ number: Int, fence: Int64 = 1, live: Bool? = nil) throws -> HeldItem {
        var item = Samples.item(try Samples.record(number), fence: fence)
        item.isLive = live
        return HeldItem(item, budget: budget)
    }

    private func outcome(_ number: Int, fence: Int64 = 1, _ result: UploadOutcome.Result) throws -> UploadOutcome {
        let key = WorkKey(logID: try Samples.record(number).logID, fence: fence)
        return UploadOutcome(key: key, revision: 1, result: result, possiblySent: false)
    }

    @Test("health reports how each destination answers")
    func destinations() {
        var health = UploadHealth(logger: Logger(label: "test"))
        let (error, start) = (DeliveryError(code: "http503", message: "m"), Date(timeIntervalSince1970: 1_800_000_000))
        health.judge(.retry(after: nil, error), of: "inform", at: start)
        #expect(health.destinations(["legacy", "inform"]).map(\.state) == [.retrying, .working])
        health.judge(.paused(error), of: "inform", at: start)
        #expect(health.destinations(["inform"]) == [.init(apiVersion: "inform", state: .paused)])
        health.judge(.done(serverID: "1"), of: "inform", at: start)
        #expect(health.destinations(["inform"]) == [.init(apiVersion: "inform", state: .working, lastSuccess: start)])
    }

    @Test("a lease counts from the sending of its own demand")
    func pulls() {
        var pulls = PullMachine()
        pulls.sent("a", at: BootInstant(milliseconds: 1_000))
        pulls.sent("b", at: BootInstant(milliseconds: 50_000))
        #expect(pulls.budget("a", leaseSeconds: 60)?.deadline == BootInstant(milliseconds: 60_500))
        #expect(pulls.budget("c", leaseSeconds: 60) == nil)
        #expect(pulls.budget("a", leaseSeconds: 0) == nil)
        pulls.sent("d", at: BootInstant(milliseconds: 700_000))
        #expect(pulls.budget("a", leaseSeconds: 60) == nil)
        for number in 0..<PullMachine.limit { pulls.sent("p\(number)", at: BootInstant(milliseconds: 700_000)) }
        #expect(pulls.budget("d", leaseSeconds: 60) == nil)
    }

    @Test("slots start no more than their number, and never one record twice at the same time")
    func slots() throws {
        var slots = WorkSlots(concurrency: 2, prefetch: 1)
        #expect(slots.free == 3)
        #expect(slots.accept([try held(1), try held(1), try held(1, fence: 2), try held(2)]).isEmpty)
        #expect(slots.free == 0)
        #expect(slots.start(now: now).flatMap(\.self) == [try held(1), try held(2)])
        #expect(slots.start(now: now).isEmpty)
        slots.finish(try held(2).key)
        #expect(slots.start(now: now).isEmpty)
        slots.finish(try held(1).key)
        #expect(slots.start(now: now).flatMap(\.self) == [try held(1, fence: 2)])
        #expect(slots.accept([try held(3)]).isEmpty)
        #expect(slots.drain() == [try held(3)])
        #expect(slots.free == 0)
        #expect(slots.accept([try held(4)]) == [try held(4)])
    }

    @Test("the largest size of an outcome's message is known without encoding it")
    func outcomeBounds() throws {
        let long = String(repeating: "\u{1}\"é", count: 90)
        let error = DeliveryError(code: "wrong\u{2}", message: long)
        let results: [UploadOutcome.Result] = [
            .done(serverID: long), .failed(error), .retry(after: .seconds(Int64.max / 2), error), .release,
            .unauthorized(error),
            .paused(error), .done(serverID: nil),
        ]
        for result in results {
            var outcome = UploadOutcome(
                key: WorkKey(logID: try Samples.record(1).logID, fence: .max),
                revision: .max,
                result: result,
                possiblySent: true,
                requests: .max
            )
            outcome.url = long
            outcome.over = BootInstant(milliseconds: .max / 2)
            #expect(try WireJSON.encode(outcome.wire).count <= outcome.mostBytes, "\(result)")
        }
    }

    @Test("grants beyond twice the demand are refused")
    func overGrant() throws {
        var slots = WorkSlots(concurrency: 1, prefetch: 0)
        #expect(slots.accept([try held(1), try held(2), try held(3)]) == [try held(3)])
    }

    @Test("history leaves a place to live records, which start first")
    func liveFirst() throws {
        var slots = WorkSlots(concurrency: 3, prefetch: 1)
        let history = try (1...4).map { try held($0, live: false) }
        #expect(slots.accept(history).isEmpty)
        #expect(slots.free == 0)
        #expect(slots.freeLive == 4, "history takes no live record's place")
        #expect(
            slots.start(now: now).flatMap(\.self) == Array(history.prefix(2)),
            "one of three places is for live records"
        )
        let live = [try held(5, live: true), try held(6, live: true)]
        #expect(slots.accept(live).isEmpty)
        #expect(slots.freeLive == 2)
        #expect(slots.start(now: now).flatMap(\.self) == [live[0]])
        slots.finish(history[0].key)
        #expect(slots.start(now: now).flatMap(\.self) == [live[1]], "before older history")
        slots.finish(live[0].key)
        #expect(slots.start(now: now).isEmpty, "history has one place while live records come")
        slots.finish(history[1].key)
        #expect(slots.start(now: now).flatMap(\.self) == [history[2]])
        slots.finish(live[1].key)
        let calm = now + WorkSlots.calm
        #expect(slots.start(now: calm + .milliseconds(-1)).isEmpty)
        #expect(slots.start(now: calm).flatMap(\.self) == [history[3]])
    }

    @Test("stalled records at one destination take no place of another's")
    func lanes() throws {
        let slow = try (1...8).map { number in
            var item = Samples.item(try Samples.record(number))
            item.apiVersion = .fhir
            return HeldItem(item, budget: budget)
        }
        for lanes in [["fhir", "inform"], ["fhir", "file", "inform"]] {
            var slots = WorkSlots(concurrency: 4, prefetch: 4, lanes: lanes)
            #expect(slots.accept(slow).isEmpty)
            #expect(slots.fullLanes == ["fhir"])
            #expect(slots.free == 8 && slots.freeLive == 8, "what is held of one counts against it alone")
            let places = 5 - lanes.count
            #expect(slots.start(now: now).flatMap(\.self) == Array(slow.prefix(places)))
            #expect(slots.start(now: now).isEmpty, "a place is left for each of the others")
            let others = try (11...13).map { try held($0) }
            #expect(slots.accept(others).isEmpty)
            #expect(slots.free == 5 && slots.fullLanes == ["fhir"])
            #expect(slots.start(now: now).flatMap(\.self) == [others[0]])
            slots.finish(others[0].key)
            #expect(slots.start(now: now).flatMap(\.self) == [others[1]])
            slots.finish(slow[0].key)
            #expect(slots.fullLanes.isEmpty && slots.free == 1)
            #expect(slots.start(now: now).flatMap(\.self) == [slow[places]], "the place is its own again")
        }
    }

    @Test("stalled history at one destination leaves a place to the history of another")
    func lanesOfHistory() throws {
        let slow = try (1...8).map { number in
            var item = Samples.item(try Samples.record(number))
            (item.apiVersion, item.isLive) = (.fhir, false)
            return HeldItem(item, budget: budget)
        }
        var slots = WorkSlots(concurrency: 4, prefetch: 4, lanes: ["fhir", "inform"])
        #expect(slots.accept(slow).isEmpty)
        #expect(slots.start(now: now).flatMap(\.self) == Array(slow.prefix(2)))
        let history = try held(11, live: false)
        #expect(slots.accept([history]).isEmpty)
        #expect(slots.start(now: now).flatMap(\.self) == [history])
        let live = try held(12, live: true)
        #expect(slots.accept([live]).isEmpty)
        #expect(slots.start(now: now).flatMap(\.self) == [live])
    }

    @Test("records that go together take one place, in order, and delay no other session")
    func groups() throws {
        var slots = WorkSlots(concurrency: 3, prefetch: 9)
        func item(_ number: Int, _ session: String, live: Bool = false) throws -> HeldItem {
            var item = Samples.item(try Samples.record(number))
            item.sessionID = session
            item.isLive = live
            return HeldItem(item, budget: budget)
        }
        let first = try (1...4).map { try item($0, "a") }
        let other = try item(5, "b")
        let live = try item(6, "a", live: true)
        let last = try item(7, "a")
        #expect(slots.accept(first + [other, live, last]).isEmpty)
        let alone = first[1].key.logID
        let most: (HeldItem) -> Int = { $0.key.logID == alone ? 1 : 3 }
        #expect(
            slots.start(now: now, most) == [[live], [first[0], first[2], first[3]]],
            "one place beside live records"
        )
        slots.finish(live.key)
        let calm = now + WorkSlots.calm
        #expect(slots.start(now: calm, most) == [[first[1]]], "two places after them")
        for held in [first[0], first[2]] { slots.finish(held.key) }
        #expect(slots.start(now: calm, most).isEmpty, "its place is taken until the last of them is over")
        slots.finish(first[3].key)
        #expect(slots.start(now: calm, most) == [[other]], "before the same session's next")
        slots.finish(other.key)
        #expect(slots.start(now: calm, most) == [[last]])
        #expect(slots.runningCount == 2)
    }

    @Test("records that were refused together are remembered, and the oldest are forgotten")
    func loners() throws {
        var loners = Loners()
        let ids = try (1...4_097).map { try Samples.record($0, []).logID }
        for id in ids { loners.insert(id) }
        #expect(!loners.contains(ids[0]) && loners.contains(ids[4_096]))
    }

    @Test("a single place is shared, live first")
    func onePlace() throws {
        var slots = WorkSlots(concurrency: 1, prefetch: 2)
        let (history, live) = (try held(1, live: false), try held(2))
        #expect(slots.accept([history, live]).isEmpty)
        #expect(slots.start(now: now).flatMap(\.self) == [live])
        slots.finish(live.key)
        #expect(slots.start(now: now).flatMap(\.self) == [history])
    }

    @Test("outcomes are kept until they are confirmed by name; a skipped one goes behind the rest")
    func acks() throws {
        var acks = AckOutbox()
        for number in 1...70 { acks.add(try outcome(number, .release)) }
        let told = acks.next
        #expect(told.count == UploadOutcome.batch)
        let settled = acks.settle(
            told: told,
            confirmed: told.dropFirst().map(\.key) + [WorkKey(logID: told[0].key.logID, fence: 9)]
        )
        #expect(settled.count == 63)
        #expect(acks.next.last == told[0])
        #expect(acks.count == 7)
    }

    @Test("with too many unreported outcomes no new work is accepted")
    func fullOutbox() throws {
        var acks = AckOutbox()
        for number in 1..<AckOutbox.limit { acks.add(try outcome(number, .release)) }
        #expect(acks.hasRoom)
        acks.add(try outcome(AckOutbox.limit, .release))
        #expect(!acks.hasRoom)
        _ = acks.settle(told: acks.next, confirmed: acks.next.map(\.key))
        #expect(acks.hasRoom)
    }

    @Test("a certain success replaces a doubtful outcome, nothing replaces it, and the change is reported again")
    func sureOutcome() throws {
        var acks = AckOutbox()
        acks.add(try outcome(1, .release))
        let told = acks.next
        acks.add(try outcome(1, .done(serverID: "x")))
        acks.add(try outcome(1, .release))
        #expect(acks.settle(told: told, confirmed: told.map(\.key)).isEmpty)
        #expect(acks.next == [try outcome(1, .done(serverID: "x"))])
        #expect(acks.knownDone(told[0].key.logID, revision: 1) != nil)
        #expect(acks.knownDone(told[0].key.logID, revision: 2) == nil)
    }

    @Test("every outcome survives the ledger's file")
    func ledger() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "ledger.sqlite").path
        let error = DeliveryError(code: "http404", message: "why")
        let results: [UploadOutcome.Result] = [
            .done(serverID: "a"), .done(serverID: nil), .failed(error), .retry(after: .seconds(17), error),
            .retry(after: nil, error), .release, .unauthorized(error), .paused(error),
        ]
        var wanted: [UploadOutcome] = []
        let first = try await LedgerStore.open(StoreConfiguration(path: path))
        for (number, result) in results.enumerated() {
            let sent = if case .retry = result { true } else { false }
            let key = WorkKey(logID: try Samples.record(number).logID, fence: 1)
            let outcome = UploadOutcome(key: key, revision: 3, result: result, possiblySent: sent, isInLedger: true)
            try await first.beginAttempt(logID: key.logID.rawValue, revision: 3, fence: 1, sessionID: "s", at: Date())
            try await first.recordOutcome(logID: key.logID.rawValue, fence: 1, outcome: outcome.forLedger, at: Date())
            wanted.append(outcome)
        }
        try await first.close()
        let second = try await LedgerStore.open(StoreConfiguration(path: path))
        #expect(try await second.unconfirmedOutcomes(limit: 99).compactMap(UploadOutcome.init) == wanted)
        try await second.close()
    }

    @Test("a wait in milliseconds is rounded up to seconds")
    func seconds() throws {
        let error = DeliveryError(code: "http503", message: "")
        #expect(try outcome(1, .retry(after: .milliseconds(1_001), error)).forOwner(now: .zero).retryAfterSeconds == 2)
        #expect(try outcome(1, .retry(after: nil, error)).forOwner(now: .zero).retryAfterSeconds == nil)
    }

    @Test("64 of the longest outcomes fit in one message")
    func largestAck() throws {
        let text = APIBody.short(String(repeating: "\"ü\n", count: 500))
        #expect(text.utf8.count <= APIBody.textLimit)
        let id = try #require(LogID(rawValue: String(repeating: "x", count: 128)))
        let outcome = UploadOutcome(
            key: WorkKey(logID: id, fence: .max),
            revision: 1,
            result: .failed(DeliveryError(code: "http422", message: text)),
            possiblySent: false
        )
        let ack = UploadAck(
            worker: "w",
            outcomes: Array(repeating: outcome.forOwner(now: .zero), count: UploadOutcome.batch)
        )
        #expect(try WireJSON.encode(ack).count < BusMessage.payloadLimit - 2_048)
    }

    @Test("outcomes too large for one message go into several, and none is left behind")
    func splitAcks() throws {
        var acks = AckOutbox()
        // An image's outcome, with the longest id and the longest address.
        for number in 1...UploadOutcome.batch {
            var image = try outcome(number, .done(serverID: String(repeating: "\"", count: ServerIDRule.limit)))
            image.url = "https://h/" + String(repeating: "u", count: 2_038)
            acks.add(image)
        }
        var (told, messages) = (0, 0)
        while !acks.isEmpty, messages < UploadOutcome.batch {
            let next = acks.next
            let ack = UploadAck(worker: "w", outcomes: next.map { $0.forOwner(now: .zero) })
            #expect(try WireJSON.encode(ack).count < BusMessage.payloadLimit - 1_024)
            told += acks.settle(told: next, confirmed: next.map(\.key)).count
            messages += 1
        }
        #expect(told == UploadOutcome.batch)
        #expect((2...4).contains(messages))
    }

    @Test("an older ledger's id that is too long for a message is omitted, but not the success")
    func hugeIDInLedger() async throws {
        let folder = try TemporaryFolder()
        let store = try await LedgerStore.open(
            StoreConfiguration(path: folder.url.appending(path: "ledger.sqlite").path)
        )
        let id = try Samples.record().logID.rawValue
        try await store.beginAttempt(logID: id, revision: 1, fence: 1, sessionID: "s", at: Date())
        let huge = AttemptOutcome.done(serverID: String(repeating: "x", count: 900_000))
        try await store.recordOutcome(logID: id, fence: 1, outcome: huge, at: Date())
        let outcomes = try await store.unconfirmedOutcomes(limit: 9).compactMap(UploadOutcome.init)
        #expect(outcomes.map(\.result) == [.done(serverID: nil)])
        try await store.close()
    }

    @Test("answers are remembered up to a limit")
    func recentKeys() throws {
        var answers = GrantAnswers()
        let id = try Samples.record().logID
        for fence in 0...Int64(9_000) { answers.remember(WorkKey(logID: id, fence: fence)) }
        #expect(answers.holds(WorkKey(logID: id, fence: 9_000)))
        #expect(!answers.holds(WorkKey(logID: id, fence: 0)))
    }
}
