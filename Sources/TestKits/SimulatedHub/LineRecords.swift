package import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import TestSupport
internal import VitalRecords

/// The records of a running line and its queue.
package struct LineRecords: Sendable {
    let line: RunningLine

    /// The log IDs of records with the submitted operation, in order of notification.
    ///
    /// - Throws: `BusError`.
    package func toldOperations() async throws -> [(logID: String, operation: String)] {
        struct Data: Decodable {
            let record: Record
            let operation: String
        }
        struct Record: Decodable { let logID: String }
        return try await line.told("recordSubmitted").map {
            let data = try JSONDecoder().decode(Data.self, from: Foundation.Data($0.data.utf8))
            return (data.record.logID, data.operation)
        }
    }

    /// Updates the values of a record.
    ///
    /// - Throws: `BusError`.
    package func update(_ logID: String, revision: Int, systolic: Int64) async throws {
        let values = [(MetricName.systolic, systolic), (.diastolic, systolic - 40)].map { metric, value in
            Measurement(metric: metric, value: DecimalNumber(value), unit: "mm[Hg]", origin: .manual)
        }
        let body = UpdateRecord(logID: try Self.logID(logID), baseRevision: revision, measurements: values)
        _ = try await line.connection.requests.call(
            SessionOperations.updateRecord,
            hub: BusAddress.siteHub,
            body: body,
            timeout: Patience.limit
        )
    }

    /// Deletes a record.
    ///
    /// - Throws: `BusError`.
    package func delete(_ logID: String, revision: Int) async throws {
        let body = DeleteRecord(logID: try Self.logID(logID), baseRevision: revision)
        _ = try await line.connection.requests.call(
            SessionOperations.deleteRecord,
            hub: BusAddress.siteHub,
            body: body,
            timeout: Patience.limit
        )
    }

    /// Retries waiting deliveries at once; returns the depths of the queue and why deliveries pause.
    ///
    /// - Throws: `BusError`.
    package func processQueue() async throws -> QueueState {
        try await line.connection.requests.call(
            SessionOperations.processQueue,
            hub: BusAddress.siteHub,
            body: Empty(),
            timeout: Patience.limit
        )
    }

    static func logID(_ text: String) throws -> LogID {
        guard let logID = LogID(rawValue: text) else {
            throw RunningLine.Failure(description: "'\(text)' is not a log id")
        }
        return logID
    }
}
