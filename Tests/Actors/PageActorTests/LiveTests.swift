import BusContract
import Foundation
import MessageBus
import Testing

@testable import PageActor

@Suite struct ChangeLogTests {
    @Test func whatCameAfterANumberIsKnownOnceAndInOrder() {
        var log = ChangeLog()
        for change: LiveChange in [.seat("a"), .held, .seat("b"), .seat("a")] { log.note(change) }
        #expect(log.after(0)?.map(\.change) == [.held, .seat("b"), .seat("a")])
        #expect(log.after(3)?.map(\.change) == [.seat("a")] && log.after(4) == [])
        #expect(log.number(of: .seat("a")) == 4 && log.number(of: .seat("c")) == 0)
        #expect(log.after(5) == nil, "a number that this run has not reached")
    }

    /// A flood of names costs bounded memory, and who is from before it must ask for everything.
    @Test func whatIsForgottenIsNeverTakenForUnchanged() {
        var log = ChangeLog(most: 8)
        for number in 1...100 { log.note(.seat("bed-\(number)")) }
        #expect(log.after(50) == nil)
        #expect(log.after(99)?.map(\.change) == [.seat("bed-100")])
        #expect(log.number(of: .seat("bed-1")) > 1, "it may have changed later")
        let known = (0...100).compactMap { log.after($0)?.count }
        #expect(!known.isEmpty && known.allSatisfy { $0 <= 8 })
    }

    @Test func aVersionIsReadAsItIsWritten() {
        let version = LiveVersion(run: "5f0c", number: 12)
        #expect(version.text == "5f0c.12" && LiveVersion("5f0c.12") == version)
        for text in [nil, "", "12", "5f0c.", "5f0c.-1", "5f0c.1.2", "5f0c.x"] { #expect(LiveVersion(text) == nil) }
    }
}

@Suite struct MissedChangeTests {
    /// A value that was measured between the page and its stream is the stream's first change.
    @Test func aChangeBetweenThePageAndItsStreamIsNotMissed() async throws {
        try await ManagedBoard.running { managed in
            let board = managed.board
            await board.note(.seat("bed-b"))
            let page = await board.version
            await board.note(.seat("bed-a"))
            await board.note(.problems)
            let (stream, from) = await board.follow("browser", since: page)
            #expect(from == page && LiveText.hello(since: page, from: from).contains("\"again\":false"))
            await board.note(.seat("bed-a"))
            let news = await stream.next(atMost: .seconds(60), clock: ContinuousClock())
            #expect(news.map(\.change) == [.seat("bed-a"), .problems])
            #expect(news.map(\.number) == [page.number + 3, page.number + 2])
        }
    }

    @Test func aPageOfAnotherRunAsksForEverything() async throws {
        try await ManagedBoard.running { managed in
            let board = managed.board
            await board.note(.seat("bed-a"))
            for since in [LiveVersion(run: "other", number: 0), LiveVersion(run: board.run, number: 7), nil] {
                let (stream, from) = await board.follow("browser", since: since)
                #expect(await from == board.version)
                #expect(LiveText.hello(since: since, from: from).contains("\"again\":true"))
                #expect(await stream.next(atMost: .zero, clock: ContinuousClock()).isEmpty)
            }
        }
    }

    @Test func aPageIsWokenOnlyByWhatItShows() async throws {
        try await ManagedBoard.running { managed in
            let board = managed.board
            let shown = LiveShown("tiles", seat: "bed-a")
            let (stream, _) = await board.follow("browser") { shown.wants($0, rights: .wholeSite, session: "browser") }
            for change: LiveChange in [.seat("bed-b"), .queue, .imports, .seat("bed-a")] { await board.note(change) }
            let news = await stream.next(atMost: .seconds(60), clock: ContinuousClock())
            #expect(news.map(\.change) == [.seat("bed-a")])
        }
    }
}

@Suite struct LiveShownTests {
    private let tablet = Rights.kiosk(seat: "bed-a", types: false)

    private func wanted(_ name: String?, _ rights: Rights) -> [LiveChange] {
        let all: [LiveChange] = [
            .seat("bed-a"), .seat("bed-b"), .held, .queue, .problems, .rights, .imports, .measurement("me"),
            .measurement("other"),
        ]
        return all.filter { LiveShown(name, seat: nil).wants($0, rights: rights, session: "me") }
    }

    @Test func aTabletHearsOfItsSeatAlone() {
        #expect(wanted("tiles", tablet) == [.seat("bed-a"), .rights])
        #expect(wanted("held", tablet) == [.rights] && wanted("site", tablet) == [.rights])
    }

    @Test func eachPageHearsOfWhatItShows() {
        let ward: [LiveChange] = [.seat("bed-a"), .seat("bed-b"), .held, .problems, .rights]
        #expect(wanted("rows", .wholeSite) == ward && wanted("tiles", .wholeSite) == ward)
        #expect(wanted("held", .wholeSite) == [.held, .queue, .problems, .rights])
        #expect(wanted("site", .wholeSite) == [.held, .problems, .rights])
        #expect(wanted(nil, .wholeSite) == wanted("site", .wholeSite))
        #expect(wanted("imports", .wholeSite) == [.rights, .imports])
        #expect(wanted("measure", .wholeSite) == [.rights, .measurement("me")])
    }
}

@Suite struct ChangedSeatTests {
    /// Twenty browsers, the due times and two roles ask for one change: the session manager is asked once.
    @Test func allWhoAskForAChangeShareOneReading() async throws {
        try await ManagedBoard.running { managed in
            let board = managed.board
            _ = try await board.seats(for: .wholeSite)
            await board.note(.seat("bed-a"))
            let before = managed.asked
            let number = await board.version.number
            try await withThrowingTaskGroup(of: SeatTile?.self) { group in
                for rights in Array(repeating: ManagedBoard.nurse, count: 20) + [.wholeSite] {
                    group.addTask { try await managed.changed("bed-a", number: number, for: rights) }
                }
                for try await tile in group { #expect(tile?.seat == "bed-a") }
            }
            let asked = managed.asked
            #expect(asked.merging(before) { $0 - $1 } == ["seats": 1, "recordHistory": 1])
            await board.note(.seat("bed-a"))
            _ = try await managed.changed("bed-a", number: number + 1, for: .wholeSite)
            #expect(managed.asked["recordHistory"] == 2, "a later change is read again")
        }
    }

    @Test func aViewerGetsNoValueAndATabletNoOtherSeat() async throws {
        try await ManagedBoard.running { managed in
            let viewer = Rights(role: .viewer, seat: nil)
            let tile = try await managed.changed("bed-a", for: viewer)
            #expect(tile != nil && tile?.values == nil)
            let nurse = try await managed.changed("bed-a", for: ManagedBoard.nurse)
            #expect(nurse?.values != nil)
            await #expect(throws: PageError.self) {
                _ = try await managed.changed("bed-a", for: .kiosk(seat: "bed-b", types: false))
            }
            #expect(try await managed.changed("bed-z", for: .wholeSite) == nil)
        }
    }
}

@Suite struct LivePartsTests {
    private let now = ManagedBoard.now
    private let board = Self.look(ManagedBoard.nurse)

    private static func look(_ rights: Rights, language: String = "en", base: PageBase = .root) -> LiveLook {
        LiveLook(template: "boardRows", rights: rights, language: language, base: base)
    }

    @Test func aChangeIsMadeIntoHTMLOnceForAllWhoShowItAlike() async throws {
        let parts = LiveParts()
        let made = Counter()
        func event(_ number: Int, _ look: LiveLook, now: Date) async -> String? {
            await parts.event(of: "bed-a", number: number, look: look, now: now) { "\(made.next())" }
        }
        for _ in 0..<20 { #expect(await event(1, board, now: now) == "1") }
        #expect(await event(2, board, now: now) == "2", "a later change")
        #expect(await event(1, board, now: now) == "2", "never an older one")
        let tablet = Self.look(.kiosk(seat: "bed-a", types: false))
        #expect(await event(2, tablet, now: now) == "3", "other rights")
        let german = Self.look(ManagedBoard.nurse, language: "de")
        #expect(await event(2, german, now: now) == "4", "another language")
        let proxied = Self.look(ManagedBoard.nurse, base: try #require(PageBase("/hub1")))
        #expect(await event(2, proxied, now: now) == "5", "other addresses")
        #expect(await event(2, board, now: now + 11) == "6", "ages that are too old")
    }
}

@Suite struct LiveTextTests {
    /// A browser that lost the connection within a block must not name its end.
    @Test func onlyTheLastEventOfABlockHasItsVersion() {
        let events = [LiveText.seat("bed-a", html: "<li>\n128/81</li>"), LiveText.seat("bed-b")]
        let text = LiveText.block(events, version: LiveVersion(run: "r", number: 9))
        let blocks = text.split(separator: "\n\n").map(String.init)
        #expect(blocks.count == 2 && !blocks[0].contains("id:") && blocks[1].hasSuffix("\nid: r.9"))
        #expect(blocks[0].split(separator: "\n").count == 2, "the data is one line")
        #expect(text.hasSuffix("\n\n") && LiveText.block([], version: nil) == "event: beat\ndata: {}\n\n")
    }

    @Test func countsAreForThoseWhoMaySeeThem() {
        let counts = MenuCounts()
        #expect(counts.take(held: 3) && !counts.take(held: 3))
        counts.take(problems: 2)
        #expect(counts.text(for: .wholeSite) == ["held": "3", "problems": "2"])
        #expect(counts.text(for: ManagedBoard.nurse) == ["held": "3"])
        #expect(counts.text(for: Rights(role: .viewer, seat: nil)).isEmpty)
        #expect(counts.text(for: .kiosk(seat: "bed-a", types: true)).isEmpty)
        #expect(counts.take(held: 0) && counts.text(for: ManagedBoard.nurse) == ["held": ""])
    }

    @Test func aSeatWithAnotherNumberOfHeldReadingsIsFound() {
        let old = ["bed-a": 1, "bed-b": 0, "bed-c": 2]
        #expect(HeldSeats.changed(from: old, to: ["bed-a": 0, "bed-b": 0, "bed-d": 1]) == ["bed-a", "bed-d"])
    }
}
