import FoundationEssentials
import MessageBus
import Testing

@testable import HealthImporterActor

@Suite struct RunningImportsTests {
    private func running(_ id: String, person: String) -> RunningImports.Import {
        RunningImports.Import(id: id, session: "s", person: person, stop: StopFlag())
    }

    @Test func oneSeatsWorkHoldsUpNoOther() {
        var running = RunningImports()
        let answer1 = running.take(["a"])
        #expect(answer1 == ["a"])
        let answer2 = running.take(["a", "b"])
        #expect(answer2 == ["b"])
        let answer3 = running.take(["a", "b"])
        #expect(answer3.isEmpty)
        running.give(back: "b")
        let answer4 = running.take(["a", "b"])
        #expect(answer4 == ["b"])
    }

    /// A seat that always has more files comes after those that had no turn yet.
    @Test func whoWaitsLongestComesFirst() {
        var running = RunningImports()
        let seats = (1...6).map { "bed-\($0)" }
        let answer5 = running.take(seats)
        #expect(answer5 == Array(seats.prefix(4)))
        running.give(back: "bed-1")
        let answer6 = running.take(seats)
        #expect(answer6 == ["bed-5"])
        running.give(back: "bed-2")
        let answer7 = running.take(seats)
        #expect(answer7 == ["bed-6"])
        running.give(back: "bed-5")
        let answer8 = running.take(seats)
        #expect(answer8 == ["bed-1"])
    }

    /// Two simultaneous imports for one person would not see each other's records.
    @Test func noTwoSeatsReadForOnePerson() {
        var running = RunningImports()
        _ = running.take(["a", "b"])
        let answer9 = running.begin(self.running("1", person: "ann"), seat: "a")
        #expect(answer9)
        let answer10 = running.begin(self.running("2", person: "ann"), seat: "b")
        #expect(!answer10)
        let answer11 = running.begin(self.running("2", person: "bob"), seat: "b")
        #expect(answer11)
        let answer12 = running.end(seat: "a")
        #expect(answer12?.id == "1")
        #expect(running["a"] == nil)
        #expect(running.named("2")?.person == "bob")
    }

    @Test func whatWaitsIsNamedAfterAMinute() {
        let now = Date(timeIntervalSince1970: 1_000)
        var waits = ImportWaits()
        waits.begin(seat: "bed-a", reason: "the session manager is away", at: now)
        waits.begin(seat: "bed-a", reason: "it is still away", at: now.addingTimeInterval(50))
        waits.setFiles(2, seat: "bed-b", folder: "/in", at: now)
        #expect(waits.problems(now.addingTimeInterval(59)).isEmpty)
        let told = waits.problems(now.addingTimeInterval(61))
        #expect(told.map(\.code) == ["importsWait", "importsWait"])
        #expect(told.first?.message.contains("bed-a") == true && told.first?.message.contains("still away") == true)
        #expect(told.last?.message.contains("vitalbus session start --seat bed-b") == true)
        // A session has started, but it accepts no types yet: the files still wait, now with another reason.
        waits.setFiles(2, seat: "bed-b", folder: "/in", for: .types, at: now.addingTimeInterval(60))
        let words = waits.problems(now.addingTimeInterval(61)).last?.message
        #expect(words?.contains("vitalbus health subscribe --seat bed-b") == true, "\(words ?? "")")
        waits.end(seat: "bed-a")
        waits.keep(folders: [])
        #expect(waits.problems(now.addingTimeInterval(61)).isEmpty)
    }
}
