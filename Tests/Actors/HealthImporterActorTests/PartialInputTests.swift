import FoundationEssentials
import HealthRecords
import ImportStore
import SeededRandom
import TestSupport
import Testing
import VitalRecords

@testable import HealthImporterActor

/// Posts that each contain part of a day.
@Suite struct PartialInputTests {
    /// A post, and the hour of the day at which it was made.
    private typealias Arrival = (post: Post, hour: Double)

    /// Imports posts in the order of their arrival.
    private func server(
        after posts: [Arrival],
        in site: ImportSite
    ) async throws -> Server {
        var server = Server()
        for (number, (post, hour)) in posts.enumerated() {
            let path = try site.write("post-\(number).json", post.text, at: Post.time(hour))
            _ = try await site.run(path)
            server.take(try await site.takeOver())
        }
        return server
    }

    private func server(after posts: [Arrival]) async throws -> Server {
        let site = try await ImportSite()
        let server = try await self.server(after: posts, in: site)
        try await site.store.close()
        return server
    }

    @Test func emptyPostsAreNobodys() async throws {
        let site = try await ImportSite()
        let path = try site.write("empty.json", Post().text, at: Post.time(1))
        #expect(try await site.run(path).created == 0)
        #expect(try await site.run(path, person: "bob").created == 0)
        let full = try site.write("full.json", Post().adding(100, 8).text, at: Post.time(9))
        #expect(try await site.run(full).created == 1)
        let hold = await #expect(throws: ImportHold.self) { try await site.run(full, person: "bob") }
        #expect(hold?.code == "anotherPersonsFile")
        try await site.store.close()
    }

    @Test func halvesOfADayAddUp() async throws {
        let morning = Post().adding(100, 8).adding(200, 9)
        let evening = Post().adding(50, 18).adding(70, 19)
        for posts in [[(morning, 10), (evening, 20)], [(evening, 20), (morning, 10)]] as [[Arrival]] {
            let server = try await server(after: posts)
            #expect(server.records.count == 1)
            #expect(server.value() == 420)
        }
    }

    @Test func whatOverlapsCountsOnceAndTheNewerWordCounts() async throws {
        let server = try await server(after: [
            (Post().adding(100, 8).adding(200, 9).adding(30, 10), 10.5),
            (Post().adding(200, 9).adding(300, 10).adding(20, 11), 11.5),
        ])
        #expect(server.records.count == 1)
        #expect(server.value() == 620)
    }

    @Test func anHourThatGrewCountsOnceWhoeverWalked() async throws {
        let server = try await server(after: [
            (Post().adding(10, 11).adding(100, 12, by: "Phone"), 12.5),
            (Post().adding(250, 12, by: "Phone|Watch"), 13),
        ])
        #expect(server.value() == 260)
        let periods = try await self.server(after: [
            (Post().adding(100, from: 12, to: 12.5), 12.5), (Post().adding(250, from: 12, to: 13), 13),
        ])
        #expect(periods.value() == 250)
    }

    @Test func hoursAndMinutesOfOneDayAreNotAddedUp() async throws {
        var minutes = Post()
        for minute in 0..<60 { minutes = minutes.adding(5, 12 + Double(minute) / 60) }
        let hours = Post().adding(290, 12).adding(40, 13)
        for posts in [[(minutes, 13), (hours, 14)], [(hours, 13), (minutes, 14)]] as [[Arrival]] {
            #expect(try await server(after: posts).value() == 340)
        }
    }

    @Test func aDayLongAgoTakesWhatComesLate() async throws {
        let server = try await server(after: [
            (Post().adding(100, 8).adding(10, 9), 10), (Post().adding(500, 80).adding(5, 81), 82),
            (Post().adding(20, 20).adding(30, 21), 106),
        ])
        #expect(server.records.count == 2)
        #expect(server.value() == 160)
        #expect(server.value(day: 3) == 505)
    }

    @Test func twoSourcesInTwoPostsAreOneDayWithoutDoubling() async throws {
        let watch = Post().adding(1_000, from: 8, to: 9)
        let phone = Post().adding(900, from: 8, to: 9, by: "Phone").adding(300, from: 10, to: 11, by: "Phone")
        for posts in [[(watch, 12), (phone, 13)], [(phone, 12), (watch, 13)]] as [[Arrival]] {
            let server = try await server(after: posts)
            #expect(server.records.count == 1)
            #expect(server.value() == 1_300)
        }
    }

    @Test func aDaysOwnSumTakesWhatComesAfterIt() async throws {
        // A sum of the day so far, newer sums, then hours after them.
        let server = try await server(after: [
            (Post().adding(400, 0), 12), (Post().adding(900, 0), 15), (Post().adding(60, 15.5).adding(40, 16), 17),
        ])
        #expect(server.records.count == 1)
        #expect(server.value() == 1_000)
    }

    @Test func aNightInTwoPostsIsOne() async throws {
        let first = Post().adding(stage: "In Bed", from: -1, to: 3).adding(stage: "Core", from: -1, to: 3)
        let second = Post().adding(stage: "In Bed", from: -1, to: 7).adding(stage: "Core", from: 3, to: 5)
            .adding(stage: "Deep", from: 5, to: 7)
        for posts in [[(first, 3), (second, 8)], [(second, 8), (first, 3)]] as [[Arrival]] {
            let server = try await server(after: posts)
            #expect(server.records.count == 1)
            #expect(server.value(.sleepDuration, .sleep) == 28_800)
            #expect(server.value(.deepSleep, .sleep) == 7_200)
            #expect(server.value(.inBedDuration, .sleep) == 28_800)
        }
    }

    @Test func eachMetricOfARecordStandsForItself() async throws {
        let server = try await server(after: [
            (Post().adding(100, 8).adding(80, 8, of: "active_energy").adding(60, 9, of: "active_energy"), 10),
            (Post().adding(200, 11).adding(5, 12).adding(1_500, 12, of: "basal_energy_burned"), 13),
        ])
        #expect(server.records.count == 1)
        #expect(server.value() == 305)
        #expect(server.value(.activeEnergyBurned) == 140)
        #expect(server.value(.energyBurned) == 1_640)
    }

    // MARK: Together with a whole export

    private func export(_ steps: Int, day: Int) -> SmallExport {
        var export = SmallExport()
        export.first = Post.day
        export.steps[0] = steps
        // 8 o'clock on a day in 2026; 1 November is 304 days after 1 January.
        export.exportDay = day
        return export
    }

    @Test func aPostTakesNothingFromAWholeExport() async throws {
        let site = try await ImportSite()
        var server = Server()
        _ = try await site.run(try site.write("a.xml", export(8_000, day: 305)))
        server.take(try await site.takeOver())
        #expect(server.value() == 8_000)
        // The post contains less of the day, then more, then nothing new.
        for (steps, expected) in [(500, 8_000), (9_000, 9_500), (9_000, 9_500)] as [(Int, DecimalNumber)] {
            let post = Post().adding(steps, 20).adding(500, 21)
            _ = try await site.run(try site.write("p-\(steps).json", post.text, at: Post.time(40)))
            server.take(try await site.takeOver())
            #expect(server.value() == expected)
        }
        #expect(server.records.count == 1)
        #expect(server.records.values.first?.revision == 2)
        try await site.store.close()
    }

    @Test func aWholeExportAfterPostsCountsAndAnEarlierOneAddsOnly() async throws {
        for (day, expected) in [(305, 4_000), (303, 4_100)] as [(Int, DecimalNumber)] {
            let site = try await ImportSite()
            var server = Server()
            // Made at 22:00 on 1 November: before the first export, and after the second.
            let post = Post().adding(4_050, 20).adding(50, 21)
            _ = try await site.run(try site.write("p.json", post.text, at: Post.time(22)))
            server.take(try await site.takeOver())
            #expect(server.value() == 4_100)
            _ = try await site.run(try site.write("a.xml", export(4_000, day: day)))
            server.take(try await site.takeOver())
            #expect(server.value() == expected, "an export on day \(day)")
            #expect(server.records.count == 1)
            try await site.store.close()
        }
    }

    @Test func anEarlierWholeExportThatKnowsMoreIsNotShutOut() async throws {
        let site = try await ImportSite()
        var server = try await server(after: [(Post().adding(40, 20).adding(50, 21), 22)], in: site)
        _ = try await site.run(try site.write("a.xml", export(4_000, day: 303)))
        server.take(try await site.takeOver())
        #expect(server.value() == 4_000)
        try await site.store.close()
    }

    @Test func aWrongClockHoldsUpNoLaterExport() async throws {
        let site = try await ImportSite()
        var server = Server()
        // A phone whose clock is in 2028.
        let early = ImportSite.now.addingTimeInterval(-20 * 86_400)
        _ = try await site.run(try site.write("a.xml", export(1_000, day: 1_000)), now: early)
        server.take(try await site.takeOver())
        _ = try await site.run(try site.write("b.xml", export(5_000, day: 315)))
        server.take(try await site.takeOver())
        #expect(server.value() == 5_000)
        try await site.store.close()
    }

    // MARK: Crashes, erasing

    @Test func aKillBetweenKeepingAndHandingOverChangesNothing() async throws {
        let site = try await ImportSite()
        let path = try site.write("p.json", Post().adding(100, 8).adding(1, 9).text, at: Post.time(10))
        // The data is kept, but not handed over, because the outbox was full.
        let stop = StopFlag()
        let running = Task { try await site.run(path, id: "one", limit: 0, stop: stop) }
        try await eventually("it is kept") { try await !site.store.kept(20_758...20_758, person: 1).isEmpty }
        stop.stop(.draining)
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try await site.waiting().isEmpty)
        var server = Server()
        for _ in 0..<2 {
            _ = try await site.run(path, id: "one")
            server.take(try await site.takeOver())
        }
        #expect(server.value() == 101)
        #expect(server.records.values.first?.revision == 1)
        try await site.store.close()
    }

    @Test func whatIsKeptIsOnePersonsAndGoesWithTheSeat() async throws {
        let site = try await ImportSite()
        _ = try await site.run(try site.write("a.json", Post().adding(100, 8).adding(1, 9).text, at: Post.time(10)))
        let other = try site.write("b.json", Post().adding(7, 18).adding(1, 19).text, at: Post.time(20))
        _ = try await site.run(other, person: "bob")
        let readings = try await site.takeOver()
        #expect(readings.map { $0.measurements.first?.value } == [101, 8])
        _ = try await site.store.erase(seat: "bed-1")
        for person in 1...2 as ClosedRange<Int64> {
            #expect(try await site.store.kept(0...100_000, person: person).isEmpty)
        }
        try await site.store.close()
    }

    @Test func whatIsOldOrTooMuchIsForgotten() async throws {
        let site = try await ImportSite()
        let (store, now) = (site.store, ImportSite.now)
        func row(_ day: Int) -> KeptContent {
            KeptContent(day: day, type: "a", source: "b", content: Data(repeating: 1, count: 100))
        }
        try await store.keep([row(1)], person: 1, at: now.addingTimeInterval(-63 * 86_400))
        for day in 2...6 { try await store.keep([row(day)], person: 1, at: now.addingTimeInterval(Double(day))) }
        try await store.pruneKept(now: now)
        #expect(try await store.kept(0...9, person: 1).map(\.day) == [2, 3, 4, 5, 6])
        try await store.pruneKept(now: now, mostBytes: 350)
        #expect(try await store.kept(0...9, person: 1).map(\.day) == [4, 5, 6])
        try await site.store.close()
    }

    // MARK: Random histories

    /// Days cut into posts that overlap and arrive in any order end as the union of all posts.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func postsInAnyOrderGiveTheUnion(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let minutes = (0..<40).map { $0 * 70 + Int.random(in: 0..<60, using: &random) }
        let walks = minutes.map { (hour: Double($0) / 60, steps: Int.random(in: 1...300, using: &random)) }
        var posts = (0..<10).map { _ in (post: Post(), hour: Double.random(in: 48...200, using: &random)) }
        let newest = posts.indices.max { posts[$0].hour < posts[$1].hour } ?? 0
        for walk in walks {
            let own = Set(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Int.random(in: 0..<posts.count, using: &random)
                }
            )
            // For one walk, the newest post that contains it has the true value.
            let last = own.contains(newest) ? newest : own.max { posts[$0].hour < posts[$1].hour } ?? 0
            for index in own {
                let steps = index == last ? walk.steps : Int.random(in: 1...walk.steps, using: &random)
                posts[index].post = posts[index].post
                    .adding(steps, from: walk.hour, to: walk.hour + 1.0 / 60)
            }
        }
        let server = try await server(after: posts.filter { $0.post.text.contains("qty") }.shuffled(using: &random))
        var truth: [Int: Int] = [:]
        for walk in walks { truth[Int(walk.hour / 24), default: 0] += walk.steps }
        #expect(server.records.count == truth.count)
        for (day, steps) in truth { #expect(server.value(day: day) == DecimalNumber(Int64(steps)), "day \(day)") }
    }
}
