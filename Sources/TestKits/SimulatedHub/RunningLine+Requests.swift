internal import BusContract
internal import BusEndpoints
internal import Foundation
internal import HubRunner
package import MessageBus
internal import OperatorConnection
internal import TestSupport
package import VitalRecords

/// Requests of tests to a running line.
extension RunningLine {
    /// A notification from the session manager's log.
    package struct Told: Sendable, Hashable {
        /// The ID of the notification.
        package let id: String
        /// The name, for example `recordSubmitted`.
        package let name: String
        /// The data as JSON.
        package let data: String
    }

    /// A reading entered now by hand; numbers below 50 have distinct values.
    package nonisolated static func reading(_ number: Int) throws -> Reading {
        guard let hub = HubID(rawValue: LineSetup.hub), let seat = SeatID(rawValue: LineSetup.seat) else {
            throw Failure(description: "'\(LineSetup.hub)' is not an id")
        }
        let name: [UInt8] = Array("\(number)".utf8)
        // Plausible for every number.
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

    /// Submits readings to the session manager and returns its decisions.
    ///
    /// - Parameter patiently: Whether to retry while it is unavailable.
    /// - Throws: `BusError`.
    @discardableResult
    package nonisolated func submit(_ readings: [Reading], patiently isPatient: Bool = true) async throws -> [String] {
        let send: @Sendable () async throws -> SubmittedRecords = {
            try await self.connection.requests.call(
                SessionOperations.submitRecords,
                hub: BusAddress.siteHub,
                body: SubmitRecords(records: readings),
                timeout: Patience.answer
            )
        }
        let reply = isPatient ? try await LineSetup.patiently(send) : try await send()
        return reply.results.map(\.outcome.rawValue)
    }

    /// Submits numbered readings taken now.
    @discardableResult
    package nonisolated func submit(_ numbers: ClosedRange<Int>) async throws -> [String] {
        try await submit(numbers.map { try Self.reading($0) })
    }

    /// Ends the session of the seat; returns its ID and the number of its unsynced records.
    ///
    /// - Throws: `BusError`.
    package nonisolated func endSession() async throws -> (id: String, unsynced: Int) {
        let ended = try await connection.requests.call(
            SessionOperations.endSession,
            hub: BusAddress.siteHub,
            body: SeatReference(seat: LineSetup.seat),
            timeout: Patience.limit
        )
        return (ended.sessionID, ended.unsyncedRecords)
    }

    /// Adds a user to the server and starts a session with it at a seat.
    ///
    /// - Throws: `BusError`.
    package func startSession(user: String, seat: String = LineSetup.seat) async throws {
        let body = #"{"organization":"\#(LineSetup.organization)","uid":"\#(user)","token":"token-of-\#(user)"}"#
        _ = try await cloud.control("POST", path: "users", body: body)
        try await LineSetup.startSession(
            connection,
            plan: plan,
            of: LinePerson(seat: seat, user: user, token: "token-of-\(user)")
        )
    }

    /// The states of the records of an ended session, as listed by `unsyncedRecords`.
    ///
    /// - Throws: `BusError`.
    package nonisolated func unsynced(_ session: String) async throws -> [String] {
        try await LineSetup.patiently {
            try await self.connection.requests.call(
                SessionOperations.unsyncedRecords,
                hub: BusAddress.siteHub,
                body: PageRequest(sessionID: session),
                timeout: Patience.answer
            )
        }
        .records.map(\.state.rawValue)
    }

    /// The records in the queue with their states.
    ///
    /// - Throws: `BusError`.
    package nonisolated func queued() async throws -> [String] {
        try await LineSetup.patiently {
            try await self.connection.requests.call(
                SessionOperations.queuedRecords,
                hub: BusAddress.siteHub,
                body: PageRequest(),
                timeout: Patience.answer
            )
        }
        .records.map(\.state.rawValue)
    }

    /// The notifications kept by the session manager, with a name unless nil.
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
                    body: from,
                    timeout: Patience.answer
                )
            }
            all += page.notifications.map { Told(id: $0.id, name: $0.name, data: $0.data) }
            cursor = page.cursor
            if !page.more { return all.filter { name == nil || $0.name == name } }
        }
    }

    /// The log IDs notified as submitted, one entry per notification.
    ///
    /// - Throws: `BusError`.
    package nonisolated func toldSubmitted() async throws -> [String] {
        struct Data: Decodable { let record: Record }
        struct Record: Decodable { let logID: String }
        return try await told("recordSubmitted").map {
            try JSONDecoder().decode(Data.self, from: Foundation.Data($0.data.utf8)).record.logID
        }
    }

    /// Runs an operation on a second connection with the account of a process, for example `uploader-u1`.
    ///
    /// - Throws: Whatever the operation throws.
    package nonisolated func asProcess<Result: Sendable>(
        _ child: String,
        _ operation: @Sendable @escaping (BusClient) async throws -> Result
    ) async throws -> Result {
        try await asProcess(try address(child), operation)
    }

    /// Runs an operation on a second connection with the account of a process of any hub.
    ///
    /// - Throws: Whatever the operation throws.
    package nonisolated func asProcess<Result: Sendable>(
        _ address: BusAddress,
        _ operation: @Sendable @escaping (BusClient) async throws -> Result
    ) async throws -> Result {
        let target = HubConnection.Target(
            address: address,
            endpoint: .unixSocket(plan.layout.socket),
            passwordFile: plan.layout.password(address)
        )
        return try await HubConnection.with(target, patience: Patience.answer) { try await operation($0.client) }
    }

    /// Publishes a retained `offline` for a process, like a late last will.
    ///
    /// - Throws: `BusError`.
    package nonisolated func sayOffline(_ child: String) async throws {
        try await asProcess(child) { _ = try await $0.bus.publish(Presence.will($0.address)) }
    }

    /// The bus address of a process, by its name as a child of the hub.
    ///
    /// - Throws: ``Failure`` for an unknown name.
    package nonisolated func address(_ child: String) throws -> BusAddress {
        let member = try plan.roster().members.first { child == $0.address.actor || child == $0.address.client }
        guard let address = member?.address else { throw Failure(description: "the hub has no '\(child)'") }
        return address
    }
}
