import ImportStore
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import HealthImporterActor

@Suite struct ImportWorkTests {
    @Test func everyRecordWaitsOnceForTheSessionManager() async throws {
        let site = try await ImportSite()
        let facts = try await site.run(try site.write("a.xml", SmallExport(days: 3, weights: 450)))
        #expect(facts.created == 453)
        #expect(facts.counts == ["routine": 3, "weight": 450])
        let readings = try await site.waiting()
        #expect(readings.count == 453)
        #expect(Set(readings.map(\.readingKey)).count == 453)
        #expect(readings.allSatisfy { $0.sessionID == "session-of-ann" && $0.history && $0.revision == 1 })
        try await site.store.close()
    }

    @Test func theSameFileTwiceMakesNothing() async throws {
        let site = try await ImportSite()
        let path = try site.write("a.xml", SmallExport(days: 3, weights: 30))
        _ = try await site.run(path)
        try await site.takeOver()
        let again = try await site.run(path)
        #expect((again.created, again.updated, again.seen) == (0, 0, 33))
        #expect(try await site.waiting().isEmpty)
        try await site.store.close()
    }

    @Test func aNewerExportMakesTheDifferenceAndAnOlderOneNothing() async throws {
        let site = try await ImportSite()
        let first = SmallExport(days: 3, weights: 5)
        var second = first
        second.exportDay = 2
        second.steps[2] = 5_000
        second.weights[100] = 70
        let old = try site.write("a.xml", first)
        _ = try await site.run(old)
        let before = try await site.takeOver()
        let facts = try await site.run(try site.write("b.xml", second))
        #expect((facts.created, facts.updated) == (1, 1))
        let news = try await site.takeOver()
        let changed = try #require(news.first { $0.type == .routine })
        #expect(changed.revision == 2)
        #expect(before.contains { $0.readingKey == changed.readingKey })
        #expect(changed.measurements.first { $0.metric == .steps }?.value == 5_000)
        // The older export again under another name must not undo the newer one's change.
        let late = try await site.run(try site.write("c.xml", first))
        #expect((late.created, late.updated) == (0, 0))
        #expect(try await site.waiting().isEmpty)
        try await site.store.close()
    }

    @Test func anotherPersonsExportIsHeld() async throws {
        let site = try await ImportSite()
        let mine = try site.write("a.xml", SmallExport(days: 1, weights: 1))
        _ = try await site.run(mine)
        var other = SmallExport(days: 2, weights: 2)
        other.birthYear = 1951
        let path = try site.write("b.xml", other)
        let hold = await #expect(throws: ImportHold.self) { try await site.run(path) }
        #expect(hold?.code == "anotherPerson")
        // Another session user has already imported this file and this person.
        let file = await #expect(throws: ImportHold.self) { try await site.run(mine, person: "bob") }
        #expect(file?.code == "anotherPersonsFile")
        let copy = try site.write("c.xml", SmallExport(days: 1, weights: 2))
        let named = await #expect(throws: ImportHold.self) { try await site.run(copy, person: "bob") }
        #expect(named?.code == "anotherPerson")
        #expect(try await site.waiting().count == 2)
        let confirmed = try await site.run(path, confirms: true)
        #expect(confirmed.created == 2)
        try await site.store.close()
    }

    /// The import stops when the outbox is full and continues once it is taken over: each record comes once.
    @Test func whatIsStoppedGoesOnWhereItWas() async throws {
        let site = try await ImportSite()
        let path = try site.write("a.xml", SmallExport(days: 0, weights: 1_000))
        var keys: [ReadingKey] = []
        var isDone = false
        for _ in 0..<20 where !isDone {
            let stop = StopFlag()
            let running = Task { try await site.run(path, id: "one", limit: 300, stop: stop) }
            try await eventually("the outbox is full, or all is done") {
                let count = try await site.store.outbox.depth().readings
                return count >= 300 || keys.count + count == 1_000
            }
            stop.stop(.draining)
            do { isDone = try await running.value.seen == 1_000 } catch is CancellationError {}
            keys += try await site.takeOver().map(\.readingKey)
        }
        #expect(keys.count == 1_000)
        #expect(Set(keys).count == 1_000)
        let facts = try await site.run(path, id: "one")
        #expect(facts.seen == 1_000)
        #expect(facts.created == 1_000)
        #expect(try await site.waiting().isEmpty)
        try await site.store.close()
    }
}
