package import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// Operations of tests on the records and tokens of a running line.
extension RunningLine {
    /// The log IDs of records with the submitted operation, in order of notification.
    ///
    /// - Throws: `BusError`.
    package nonisolated func toldOperations() async throws -> [(logID: String, operation: String)] {
        struct Data: Decodable {
            let record: Record
            let operation: String
        }
        struct Record: Decodable { let logID: String }
        return try await told("recordSubmitted").map {
            let data = try JSONDecoder().decode(Data.self, from: Foundation.Data($0.data.utf8))
            return (data.record.logID, data.operation)
        }
    }

    /// Updates the values of a record.
    ///
    /// - Throws: `BusError`.
    package nonisolated func update(_ logID: String, revision: Int, systolic: Int64) async throws {
        let values = [(MetricName.systolic, systolic), (.diastolic, systolic - 40)].map { metric, value in
            Measurement(metric: metric, value: DecimalNumber(value), unit: "mm[Hg]", origin: .manual)
        }
        let body = UpdateRecord(logID: try Self.logID(logID), baseRevision: revision, measurements: values)
        _ = try await connection.requests.call(SessionOperations.updateRecord, hub: BusAddress.siteHub, body: body)
    }

    /// Deletes a record.
    ///
    /// - Throws: `BusError`.
    package nonisolated func delete(_ logID: String, revision: Int) async throws {
        let body = DeleteRecord(logID: try Self.logID(logID), baseRevision: revision)
        _ = try await connection.requests.call(SessionOperations.deleteRecord, hub: BusAddress.siteHub, body: body)
    }

    /// Retries waiting deliveries at once; returns the depths of the queue and why deliveries pause.
    ///
    /// - Throws: `BusError`.
    package nonisolated func processQueue() async throws -> QueueState {
        try await connection.requests.call(SessionOperations.processQueue, hub: BusAddress.siteHub, body: Empty())
    }

    /// The depths of the queue and why deliveries pause, from the retained state.
    ///
    /// - Throws: ``Failure`` if there is none within 30 s.
    package nonisolated func queueState() async throws -> QueueState {
        let leaf = SessionEvents.queueState.descriptor.leaf([:])
        return try Envelope<QueueState>.decode(try await retained(try address("session-manager").topic(leaf))).data
    }

    static func logID(_ text: String) throws -> LogID {
        guard let logID = LogID(rawValue: text) else { throw Failure(description: "'\(text)' is no log id") }
        return logID
    }
}

extension RunningLine {
    /// Starts the second hub's scanner and reader, and the devices around it.
    ///
    /// - Throws: ``Failure`` if the settings name no second hub, or if something does not start.
    package func startSecondHub(scenario: String) async throws {
        guard !plan.guests.isEmpty else {
            throw Failure(description: "Settings.secondHub names no hub")
        }
        try await simulators.startDevices(scenario: scenario, around: .second)
        for guest in plan.guests {
            var settings = plan.settings[guest.role.rawValue] ?? [:]
            settings["dbus.address"] = simulators.busAddress(of: .second)
            if guest.role == .deviceReader { settings["passive.peripherals"] = "3000" }
            try await simulators.start(plan.child(guest, settings: settings))
        }
    }
}
