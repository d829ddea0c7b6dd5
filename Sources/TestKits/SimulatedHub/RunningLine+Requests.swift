package import BusContract
internal import Curl
internal import Foundation
internal import HubRunner
package import MessageBus
package import VitalRecords

/// What tests ask of a running line, and tell it.
extension RunningLine {
    /// One record at the server.
    package struct Acceptance: Decodable, Sendable, Hashable {
        /// The user's id.
        package let user: String
        /// The record's log id, or the image's own id.
        package let logID: String
        /// Whether it is an image.
        package let isImage: Bool?
    }

    /// One notification of the session manager's log.
    package struct Told: Sendable, Hashable {
        /// The notification's id.
        package let id: String
        /// Its name, for example `recordSubmitted`.
        package let name: String
        /// Its data, JSON.
        package let data: String
    }

    /// A reading that a person typed in now; no two numbers below 50 have the same values.
    package nonisolated static func reading(_ number: Int) throws -> Reading {
        guard let hub = HubID(rawValue: LineSetup.hub), let seat = SeatID(rawValue: LineSetup.seat) else {
            throw Failure(description: "'\(LineSetup.hub)' is no id")
        }
        let name: [UInt8] = Array("\(number)".utf8)
        // Of whatever number, it is what people have.
        let systolic = DecimalNumber(Int64(100 + number % 150))
        let diastolic = DecimalNumber(Int64(50 + number % 150))
        let time = Date()
        return Reading(
            readingKey: ReadingKey.hashed(scheme: "line", fields: [1: name]),
            revision: 1,
            type: .biometrics,
            timestamp: time,
            timeQuality: .received,
            receivedAt: time,
            hub: hub,
            seat: seat,
            source: RecordSource(kind: .manual),
            measurements: [
                Measurement(metric: .systolic, value: systolic, unit: "mm[Hg]"),
                Measurement(metric: .diastolic, value: diastolic, unit: "mm[Hg]"),
            ],
            history: false
        )
    }

    /// Hands readings to the session manager and returns its words for them.
    ///
    /// - Parameter patiently: Whether to try again while it is away.
    /// - Throws: `BusError`.
    @discardableResult
    package nonisolated func submit(_ readings: [Reading], patiently isPatient: Bool = true) async throws -> [String] {
        let send: @Sendable () async throws -> SubmittedRecords = {
            try await self.connection.requests.call(
                SessionOperations.submitRecords,
                hub: BusAddress.siteHub,
                SubmitRecords(records: readings),
                timeout: .seconds(5)
            )
        }
        let reply = isPatient ? try await LineSetup.patiently(send) : try await send()
        return reply.results.map(\.outcome.rawValue)
    }

    /// Hands numbered readings of now over.
    @discardableResult
    package nonisolated func submit(_ numbers: ClosedRange<Int>) async throws -> [String] {
        try await submit(numbers.map { try Self.reading($0) })
    }

    /// Ends the seat's session and returns its id and the count of its unsynced records.
    ///
    /// - Throws: `BusError`.
    package nonisolated func endSession() async throws -> (id: String, unsynced: Int) {
        let ended = try await connection.requests.call(
            SessionOperations.endSession,
            hub: BusAddress.siteHub,
            SeatReference(seat: LineSetup.seat)
        )
        return (ended.sessionID, ended.unsyncedRecords)
    }

    /// Adds a user to the server and starts a seat's session with it.
    ///
    /// - Throws: `BusError`.
    package func startSession(user: String, seat: String = LineSetup.seat) async throws {
        let body = #"{"organization":"\#(LineSetup.organization)","uid":"\#(user)","token":"token-of-\#(user)"}"#
        _ = try await control("POST", "users", body)
        try await LineSetup.startSession(
            connection,
            plan,
            of: LinePerson(seat: seat, user: user, token: "token-of-\(user)")
        )
    }

    /// The states of an ended session's records, as `unsyncedRecords` lists them.
    ///
    /// - Throws: `BusError`.
    package nonisolated func unsynced(_ session: String) async throws -> [String] {
        try await connection.requests.call(
            SessionOperations.unsyncedRecords,
            hub: BusAddress.siteHub,
            PageRequest(sessionID: session)
        ).records.map(\.state.rawValue)
    }

    /// The queue's records and their states.
    ///
    /// - Throws: `BusError`.
    package nonisolated func queued() async throws -> [String] {
        try await connection.requests.call(SessionOperations.queuedRecords, hub: BusAddress.siteHub, PageRequest())
            .records.map(\.state.rawValue)
    }

    /// Every notification that the session manager keeps, of one name unless nil.
    ///
    /// - Throws: `BusError`.
    package nonisolated func told(_ name: String? = nil) async throws -> [Told] {
        var all: [Told] = []
        var cursor: Int64 = 0
        while true {
            let from = NotificationsSince(cursor: cursor, limit: 50)
            let page = try await LineSetup.patiently {
                try await self.connection.requests.call(
                    SessionOperations.notificationsSince,
                    hub: BusAddress.siteHub,
                    from
                )
            }
            all += page.notifications.map { Told(id: $0.id, name: $0.name, data: $0.data) }
            cursor = page.cursor
            if !page.more { return all.filter { name == nil || $0.name == name } }
        }
    }

    /// The log ids that were told as submitted, one entry for each notification.
    ///
    /// - Throws: `BusError`.
    package nonisolated func toldSubmitted() async throws -> [String] {
        struct Data: Decodable { let record: Record }
        struct Record: Decodable { let logID: String }
        return try await told("recordSubmitted").map {
            try JSONDecoder().decode(Data.self, from: Foundation.Data($0.data.utf8)).record.logID
        }
    }

    /// What the server has accepted, by user and log id.
    package func accepted() async throws -> [Acceptance] {
        try JSONDecoder().decode([Acceptance].self, from: try await control("GET", "accepted"))
    }

    /// Lets the server refuse a token from now on.
    package func revoke(_ token: String) async throws {
        _ = try await control("POST", "revoke", #"{"token":"\#(token)"}"#)
    }

    /// Gives the server other faults.
    package func setFaults(_ faults: String) async throws {
        _ = try await control("POST", "faults", faults)
    }

    /// Runs an operation over a second connection with a process's own account, for example `uploader-u1`.
    ///
    /// - Throws: What the operation throws.
    package nonisolated func asProcess<Result: Sendable>(
        _ child: String,
        _ operation: @Sendable @escaping (BusClient) async throws -> Result
    ) async throws -> Result {
        try await asProcess(try address(child), operation)
    }

    /// Runs an operation over a second connection with the account of a process of any hub.
    ///
    /// - Throws: What the operation throws.
    package nonisolated func asProcess<Result: Sendable>(
        _ address: BusAddress,
        _ operation: @Sendable @escaping (BusClient) async throws -> Result
    ) async throws -> Result {
        let target = HubConnection.Target(
            address: address,
            endpoint: .unixSocket(plan.layout.socket),
            passwordFile: plan.layout.password(address)
        )
        return try await HubConnection.with(target, patience: .seconds(15)) { try await operation($0.client) }
    }

    /// Lets a process's availability say `offline`, retained, as a last will that comes late does.
    ///
    /// - Throws: `BusError`.
    package nonisolated func sayOffline(_ child: String) async throws {
        try await asProcess(child) { _ = try await $0.bus.publish(Presence.will($0.address)) }
    }

    /// Waits until a process says that it is there.
    ///
    /// - Throws: ``Failure``.
    package nonisolated func waitForOnline(_ child: String) async throws {
        try await waitForRetained(child, "availability") { String(decoding: $0, as: UTF8.self) == "online" }
    }

    /// Waits until a process's health says something.
    ///
    /// - Throws: ``Failure``.
    package nonisolated func waitForHealth(
        _ child: String,
        _ what: String,
        _ isGood: @Sendable @escaping (ActorHealth) -> Bool
    ) async throws {
        try await waitForRetained(child, "health", what) { payload in
            (try? Envelope<ActorHealth>.decode(payload).data).map(isGood) ?? false
        }
    }

    /// Waits for a value of one of a process's own topics, 30 s at most.
    ///
    /// - Throws: ``Failure`` with the last value.
    package nonisolated func waitForRetained(
        _ child: String,
        _ leaf: String,
        _ what: String = "its value",
        _ isGood: @Sendable @escaping ([UInt8]) -> Bool
    ) async throws {
        let address = try address(child)
        let topic = address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)")
        let subscription = try await connection.client.bus.subscribe(to: [TopicFilter(topic)])
        let limit = Task {
            try await Task.sleep(for: .seconds(30))
            subscription.cancel()
        }
        defer {
            limit.cancel()
            subscription.cancel()
        }
        var last: [UInt8] = []
        for await message in subscription {
            last = message.payload
            if isGood(last) { return }
        }
        throw Failure(
            description: "\(child): \(what) did not come in 30 s; last: \(String(decoding: last, as: UTF8.self))"
        )
    }

    /// The retained value of one of a process's own topics.
    ///
    /// - Throws: ``Failure`` when there is none in 30 s.
    package nonisolated func retained(_ child: String, _ leaf: String) async throws -> [UInt8] {
        let address = try address(child)
        return try await retained(address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)"))
    }

    /// The retained state of the seat's session, its id and whether it runs.
    ///
    /// - Throws: ``Failure`` when there is none in 30 s.
    package nonisolated func sessionState() async throws -> SessionState {
        let topic = SessionEvents.sessionState.descriptor.leaf(["seat": LineSetup.seat])
        let payload = try await retained(try address("session-manager").topic(topic))
        return try Envelope<SessionState>.decode(payload).data
    }

    /// The value that the broker keeps, asked for by a new connection: a standing one would see live values only.
    package nonisolated func retained(_ topic: String) async throws -> [UInt8] {
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            let subscription = try await connection.client.bus.subscribe(to: [TopicFilter(topic)])
            let limit = Task {
                try await Task.sleep(for: .seconds(30))
                subscription.cancel()
            }
            defer { limit.cancel() }
            guard let message = await subscription.first(where: { _ in true }) else {
                throw Failure(description: "\(topic) has no value")
            }
            return message.payload
        }
    }

    /// A process's address, by its name as a child of the hub.
    ///
    /// - Throws: ``Failure`` for a name that the hub does not have.
    package nonisolated func address(_ child: String) throws -> BusAddress {
        let member = try plan.roster().members.first { child == $0.address.actor || child == $0.address.client }
        guard let address = member?.address else { throw Failure(description: "the hub has no '\(child)'") }
        return address
    }

    private func control(_ method: String, _ path: String, _ body: String? = nil) async throws -> Data {
        let response = try await client.perform(
            CurlRequest(
                method,
                url: "\(server)/_control/\(path)",
                body: body.map { .bytes(Array($0.utf8)) } ?? .none,
                timeout: .seconds(5)
            )
        )
        guard response.status < 300 else { throw Failure(description: "\(path) is answered with \(response.status)") }
        return Data(response.body)
    }
}
