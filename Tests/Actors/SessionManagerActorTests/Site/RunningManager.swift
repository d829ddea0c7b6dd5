import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import VitalRecords

@testable import SessionManagerActor

/// A running session manager, and helpers for the tests.
struct RunningManager: Sendable {
    let site: SessionSite
    let actor: SessionManagerActor
    let caller: RequestClient

    func call<Body, Reply>(_ operation: Operation<Body, Reply>, _ body: Body, id: String? = nil) async throws -> Reply {
        try await caller.call(operation, hub: "site", body: body, id: id)
    }

    /// Starts a session; by default its user is named after the seat.
    @discardableResult
    func start(
        _ seat: String = "bed-1",
        user: String? = nil,
        token: String = "token-of-the-test",
        api: CloudAPI? = nil,
        id: String? = nil
    ) async throws -> SessionView {
        try await call(SessionOperations.startSession, startOf(seat, user: user, token: token, api: api), id: id)
    }

    /// The request to start a session.
    func startOf(
        _ seat: String,
        user: String? = nil,
        token: String = "token-of-the-test",
        api: CloudAPI? = nil
    ) throws -> StartSession {
        StartSession(
            seat: seat,
            userID: user ?? "user-\(seat)",
            organizationID: "org",
            sealedToken: try site.sealed(token),
            apiVersion: api
        )
    }

    /// Assigns a device to a seat from the test's start on.
    func assign(_ device: DeviceID = Samples.device(), user: Int? = nil, to seat: String = "bed-1") async throws {
        let body = AssignDevice(device: device, userIndex: user, seat: seat, from: TestTime.start)
        _ = try await call(SessionOperations.assignDevice, body)
    }

    func submit(_ readings: [Reading]) async throws -> [SubmittedRecords.Result] {
        try await call(SessionOperations.submitRecords, SubmitRecords(records: readings)).results
    }

    func submit(_ readings: Reading...) async throws -> [SubmittedRecords.Outcome] {
        try await submit(readings).map(\.outcome)
    }

    func queued() async throws -> [RecordPage.Entry] {
        try await call(SessionOperations.queuedRecords, PageRequest()).records
    }

    func rejected() async throws -> [RecordPage.Entry] {
        try await call(SessionOperations.rejectedRecords, PageRequest()).records
    }

    func unsynced(_ session: String) async throws -> [RecordPage.Entry] {
        try await call(SessionOperations.unsyncedRecords, PageRequest(sessionID: session)).records
    }

    func held() async throws -> [HeldPage.Entry] {
        try await call(SessionOperations.heldReadings, PageRequest()).readings
    }

    /// All stored notifications, or those with one name.
    func told(_ name: String? = nil) async throws -> [Notifications.Entry] {
        var all: [Notifications.Entry] = []
        var cursor: Int64 = 0
        while true {
            let page = try await call(
                SessionOperations.notificationsSince,
                NotificationsSince(cursor: cursor, limit: 7)
            )
            all += page.notifications
            cursor = page.cursor
            if !page.more { return all.filter { name == nil || $0.name == name } }
        }
    }

    /// Reports outcomes as a worker does.
    @discardableResult
    func answer(_ worker: String, _ outcomes: UploadAck.Outcome...) async throws -> [UploadConfirmed.Item] {
        try await answer(worker, outcomes)
    }

    func answer(
        _ worker: String,
        _ outcomes: [UploadAck.Outcome],
        checks: [UploadAck.Checked]? = nil
    ) async throws -> [UploadConfirmed.Item] {
        let raw = try await caller.callRaw(
            UploadWork.ack,
            hub: "site",
            body: UploadAck(worker: worker, outcomes: outcomes, checks: checks)
        )
        let reply = try Envelope<ReplyPayload<UploadConfirmed>>.decode(raw).data
        if let fault = reply.error { throw fault.error }
        return reply.ok?.confirmed ?? []
    }

    /// Advances both clocks, and wakes the tasks that wait for them.
    func pass(_ seconds: Double) {
        site.time.pass(seconds)
        site.clock.advance(by: .seconds(5))
    }

    /// Polls a condition that needs time: the time advances only when the current work does not fulfil it.
    ///
    /// Advancing at each poll would keep every timer busy, and days might pass before one task is done.
    func until(_ what: String, passing seconds: Double, _ condition: () async throws -> Bool) async throws {
        var (patience, polls) = (Patience(), 0)
        while try await !condition() {
            if patience.isOver { throw NeverHappened(what: what) }
            polls += 1
            // The later pauses are long enough for all current work.
            if polls.isMultiple(of: polls < 100 ? 50 : 4) { pass(seconds) }
            try await patience.pause()
        }
    }

    /// The events with a name that were published on the bus.
    func events(_ name: String) throws -> [Envelope<JSONValue>] {
        try site.messages.all.filter { $0.topic.hasSuffix("/event/\(name)") }.map { try Envelope.decode($0.payload) }
    }
}
