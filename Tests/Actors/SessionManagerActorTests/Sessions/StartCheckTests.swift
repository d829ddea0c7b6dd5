import BusContract
import ContractLiterals
import DeliveryRules
import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

/// New credentials are checked before the seat's present session ends.
@Suite struct StartCheckTests {
    private static let patient = ["credentials.wait": "8s"]

    /// A session manager with sessions at two seats, and an uploader that is present.
    private func withTwoSeats(
        _ body: @Sendable (RunningManager, FakeWorker, [SessionView]) async throws -> Void
    ) async throws {
        try await SessionSite().running(Self.patient) { manager in
            var present: [SessionView] = []
            for seat in ["bed-1", "bed-2"] {
                var forced = try manager.startOf(seat)
                forced.force = true
                present.append(try await manager.call(SessionOperations.startSession, forced))
            }
            #expect(present.map(\.validated) == ["pending", "pending"])
            let worker = try await FakeWorker("a", manager.site)
            try await worker.pull()
            try await answer(manager, try await worker.checks(of: present.map(\.sessionID)), "valid")
            try await body(manager, worker, present)
        }
    }

    private func answer(_ manager: RunningManager, _ checks: [UploadGrant.Check], _ result: UploadAck.Verdict)
        async throws
    {
        let fault =
            result == "refused" ? WireFault(code: "unauthorized", message: "no such token", retriable: false) : nil
        let answers = checks.map {
            UploadAck.Checked(
                sessionID: $0.sessionID,
                checkID: $0.checkID,
                result: result,
                error: fault
            )
        }
        _ = try await manager.answer("uploader-a", [], checks: answers)
    }

    private func session(_ manager: RunningManager, _ seat: String = "bed-1") async throws -> SessionView {
        try await manager.call(SessionOperations.session, SeatReference(seat: seat))
    }

    @Test func refusedCredentialsStartNothing() async throws {
        try await withTwoSeats { manager, worker, present in
            let start = Task { try await manager.start(token: "mistyped", id: "start-1") }
            let check = try await worker.check(of: "start-1")
            // The uploader gets the new credentials, and all others are served meanwhile.
            let credentials = CredentialsRequest(sessionID: check.sessionID)
            #expect(try await manager.call(SessionOperations.credentials, credentials).userID == "user-bed-1")
            #expect(try await session(manager, "bed-2").sessionID == present[1].sessionID)
            try await answer(manager, [check], "refused")
            let error = await #expect(throws: BusError.self) { _ = try await start.outcome }
            #expect(error?.code == .unauthorized)
            #expect(error?.isRetriable == false)
            #expect(error?.message.contains("no such token") == true)
            #expect(try await session(manager).sessionID == present[0].sessionID)
            #expect(try await manager.told("sessionEnded").isEmpty)
            await #expect(throws: BusError.self) {
                _ = try await manager.call(SessionOperations.credentials, credentials)
            }
        }
    }

    @Test func confirmedCredentialsStartASessionThatIsValidated() async throws {
        try await withTwoSeats { manager, worker, present in
            async let start = manager.start(user: "next", id: "start-1")
            try await answer(manager, [try await worker.check(of: "start-1")], "valid")
            #expect(try await start.validated == "yes")
            #expect(try await manager.told("sessionEnded").count == 1)
            #expect(
                try await manager.start(user: "next", id: "start-1").sessionID == "start-1",
                "the same request again"
            )
            #expect(try await session(manager, "bed-2").sessionID == present[1].sessionID)
        }
    }

    /// The broker may confirm the delivery of a check only after its answer.
    @Test func anAnswerThatIsQuickerThanTheBrokerCounts() async throws {
        let (site, word) = (try SessionSite(), WakeUpAll())
        try await site.running(Self.patient, grantWord: word) { manager in
            let worker = try await FakeWorker("a", site)
            async let start = manager.start(id: "start-1")
            try await worker.pull()
            try await answer(manager, [try await worker.check(of: "start-1")], "valid")
            #expect(try await start.validated == "yes")
            word.open()
        }
    }

    @Test func aServerThatCannotBeAskedHoldsNothingUp() async throws {
        try await withTwoSeats { manager, worker, _ in
            async let start = manager.start(user: "next", id: "start-1")
            try await answer(manager, [try await worker.check(of: "start-1")], "unreachable")
            #expect(try await start.validated == "pending")
            // The check is repeated later and refused: the session ends like any with wrong credentials.
            manager.pass(1)
            try await worker.pull(id: "pull-2")
            try await answer(manager, [try await worker.check(of: "start-1")], "refused")
            #expect(try await manager.told("sessionEnded").count == 2)
        }
    }

    /// Starts a session and lets the whole wait pass without a worker's pull.
    private func startUnasked(_ manager: RunningManager, _ body: StartSession) async throws -> SessionView {
        let (caller, id) = (manager.caller, "unasked-\(body.userID ?? "")")
        let start = Task {
            try await caller.call(
                SessionOperations.startSession,
                hub: "site",
                body: body,
                id: id,
                timeout: .seconds(600)
            )
        }
        let asker = manager.actor.delivery.asker
        try await eventually("the question") { await asker.candidates[id] != nil }
        manager.site.clock.advance(by: .seconds(7))
        #expect(await asker.candidates[id] != nil, "the whole wait is for the server's answer")
        try await eventually("the end of the wait") {
            manager.site.clock.advance(by: .seconds(1))
            return await asker.candidates[id] == nil
        }
        return try await start.outcome
    }

    @Test func withoutAnUploaderAFirstSessionStartsAfterTheWait() async throws {
        try await SessionSite().running(Self.patient) { manager in
            let started = try await startUnasked(manager, try manager.startOf("bed-1"))
            #expect(started.validated == "pending")
            #expect(try await manager.told("sessionStarted").count == 1)
        }
    }

    /// A mistyped token in the first seconds after a restart, before any uploader has pulled.
    @Test(arguments: ["user-bed-1", "next"])
    func whereNobodyCanCheckThePresentSessionStays(user: String) async throws {
        try await SessionSite().running(Self.patient) { manager in
            var forced = try manager.startOf("bed-1")
            forced.force = true
            let present = try await manager.call(SessionOperations.startSession, forced)
            let error = await #expect(throws: BusError.self) {
                _ = try await startUnasked(manager, try manager.startOf("bed-1", user: user, token: "mistyped"))
            }
            #expect(error?.code == .busy && error?.isRetriable == true)
            #expect(error?.message.contains("no uploader delivers") == true)
            #expect(try await session(manager).sessionID == present.sessionID)
            #expect(try await manager.told("sessionEnded").isEmpty)
        }
    }

    /// While the cloud is away, another person's session can start, but the present person's token is not replaced by
    /// an unchecked one.
    @Test func anotherTokenOfThePresentPersonNeedsAnAnswer() async throws {
        try await withTwoSeats { manager, worker, present in
            let start = Task { try await manager.start(token: "renewed", id: "start-1") }
            try await answer(manager, [try await worker.check(of: "start-1")], "unreachable")
            let error = await #expect(throws: BusError.self) { _ = try await start.outcome }
            #expect(error?.code == .busy)
            #expect(try await session(manager).sessionID == present[0].sessionID)
        }
    }

    @Test func theSamePersonGoesOnWithTheSession() async throws {
        try await withTwoSeats { manager, _, present in
            let again = try await manager.start(id: "start-1")
            #expect(again.sessionID == present[0].sessionID && again.validated == "yes")
            #expect(again.startedAt == present[0].startedAt)
            #expect(try await manager.told("sessionStarted").count == 2)
            #expect(try await manager.told("sessionEnded").isEmpty)
            var more = try manager.startOf("bed-1")
            more.destinations = [FurtherDestination("file")]
            more.force = true
            let wider = try await manager.call(SessionOperations.startSession, more)
            #expect(wider.sessionID != present[0].sessionID, "it goes to more destinations")
            #expect(try await manager.call(SessionOperations.startSession, more).sessionID == wider.sessionID)
        }
    }

    /// Starting an unconfirmed session again repeats the check.
    @Test func goingOnWithAnUncheckedSessionAsksAboutIt() async throws {
        try await SessionSite().running(Self.patient) { manager in
            var forced = try manager.startOf("bed-1")
            forced.force = true
            let present = try await manager.call(SessionOperations.startSession, forced)
            #expect(try await manager.call(SessionOperations.startSession, forced).validated == "pending")
            let worker = try await FakeWorker("a", manager.site)
            try await worker.pull()
            async let again = manager.start(id: "start-1")
            let check = try await worker.check(of: present.sessionID)
            // An answer before the request would leave a second check open.
            let asker = manager.actor.delivery.asker
            try await eventually("the request waits") { await asker.candidates[present.sessionID] != nil }
            try await answer(manager, [check], "valid")
            #expect(try await again.sessionID == present.sessionID)
            #expect(try await again.validated == "yes")
        }
    }

    @Test func forceAsksNobodyFirst() async throws {
        try await withTwoSeats { manager, _, _ in
            var body = try manager.startOf("bed-1", user: "next")
            body.force = true
            #expect(try await manager.call(SessionOperations.startSession, body).validated == "pending")
        }
    }

    @Test func severalSeatsAreAskedAboutAtOnce() async throws {
        try await withTwoSeats { manager, worker, present in
            let first = Task { try await manager.start("bed-1", token: "bad", id: "start-1") }
            async let second = manager.start("bed-2", user: "next", id: "start-2")
            let checks = try await worker.checks(of: ["start-1", "start-2"])
            try await answer(manager, checks.filter { $0.sessionID == "start-2" }, "valid")
            #expect(try await second.validated == "yes")
            try await answer(manager, checks.filter { $0.sessionID == "start-1" }, "refused")
            await #expect(throws: BusError.self) { _ = try await first.outcome }
            #expect(try await session(manager).sessionID == present[0].sessionID)
            #expect(try await session(manager, "bed-2").userID == "next")
        }
    }

    /// Another session starts or ends between a worker's answer and its delivery to the waiting request.
    @Test func anAnswerOnItsWayIsNeitherAskedForAgainNorPassedOver() async throws {
        try await withTwoSeats { manager, worker, _ in
            let start = Task { try await manager.start(token: "bad", id: "start-1") }
            let check = try await worker.check(of: "start-1")
            let asker = manager.actor.delivery.asker
            let answer = UploadAck.Checked(sessionID: check.sessionID, checkID: check.checkID, result: "refused")
            #expect(await !asker.learn(answer))
            await asker.sessionsChanged()
            let dispatcher = manager.actor.delivery.dispatcher
            try await asker.ask(await dispatcher.desk.book.open(now: dispatcher.line.clock.now))
            try #require(await asker.candidates["start-1"]?.asked == [check.checkID])
            await asker.tell(answer)
            let error = await #expect(throws: BusError.self) { _ = try await start.outcome }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test func aSeatThatWasChangedMeanwhileStaysAsItIs() async throws {
        try await withTwoSeats { manager, worker, _ in
            let start = Task { try await manager.start(user: "next", id: "start-1") }
            let check = try await worker.check(of: "start-1")
            manager.site.time.pass(1)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            try await answer(manager, [check], "valid")
            let error = await #expect(throws: BusError.self) { _ = try await start.outcome }
            #expect(error?.code == .conflict)
            await #expect(throws: BusError.self) { _ = try await session(manager) }
        }
    }

    @Test func theSameRequestAfterARestartIsCheckedAnew() async throws {
        let site = try SessionSite()
        try await site.running(Self.patient) { manager in
            let worker = try await FakeWorker("a", site)
            try await worker.pull()
            let cut = Task { try await manager.start(id: "start-1") }
            _ = try await worker.check(of: "start-1")
            await manager.actor.willDrain()
            let error = await #expect(throws: BusError.self) { _ = try await cut.outcome }
            #expect(error?.code == .draining)
            #expect(error?.isRetriable == true)
            #expect(try await manager.told("sessionStarted").isEmpty)
        }
        try await site.running(Self.patient) { manager in
            let worker = try await FakeWorker("a", site)
            async let start = manager.start(id: "start-1")
            try await worker.pull()
            try await answer(manager, [try await worker.check(of: "start-1")], "valid")
            #expect(try await start.sessionID == "start-1")
            #expect(try await manager.told("sessionStarted").count == 1)
        }
    }

    @Test func whatWaitsLeavesRoomForOtherRequests() async throws {
        try await withTwoSeats { manager, _, present in
            let limit = CredentialAsker.candidateLimit
            let waiting = (0..<limit).map { number in
                Task { try await manager.start(user: "next", id: "start-\(number)") }
            }
            try await eventually("so many wait") { await manager.actor.delivery.asker.candidates.count == limit }
            let error = await #expect(throws: BusError.self) {
                _ = try await manager.start(user: "next", id: "one-more")
            }
            #expect(error?.code == .busy)
            #expect(try await session(manager).sessionID == present[0].sessionID)
            await manager.actor.willDrain()
            for task in waiting { await #expect(throws: BusError.self) { _ = try await task.outcome } }
        }
    }

    @Test func aRetryAsksTheServerAndTriesWhatWaits() async throws {
        try await withTwoSeats { manager, worker, present in
            async let retried = manager.call(SessionOperations.retrySession, SeatReference(seat: "bed-1"))
            try await answer(manager, [try await worker.check(of: present[0].sessionID)], "valid")
            let found = try await retried
            #expect(found.validated == "yes")
            #expect(found.sessionID == present[0].sessionID)
            async let refused = manager.call(SessionOperations.retrySession, SeatReference(seat: "bed-1"))
            try await answer(manager, [try await worker.check(of: present[0].sessionID)], "refused")
            #expect(try await refused.validated == "no")
            let error = await #expect(throws: BusError.self) {
                _ = try await manager.call(SessionOperations.retrySession, SeatReference(seat: "bed-1"))
            }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains("unauthorized") == true, "\(error?.message ?? "")")
        }
    }
}
