import BusContract
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub

/// Exports of Apple Health that a hub's importer reads for people while something else is measured.
struct BenchImports: Sendable {
    /// What people want of their exports: so much that it takes longer than the measurement.
    private static let types = ["HeartRate", "StepCount", "BodyMass"].map { "HKQuantityTypeIdentifier\($0)" }

    private let connection: HubConnection

    /// Gives one export to several people.
    static func begin(_ export: BenchExport, _ seats: [String], _ connection: HubConnection) async throws -> Self {
        for seat in seats {
            _ = try await connection.requests.call(
                SessionOperations.setSubscriptions,
                hub: BusAddress.siteHub,
                body: SetSubscriptions(seat: seat, sampleTypes: types, processIntraday: true)
            )
            _ = try await connection.requests.call(
                HealthTopics.importFile,
                hub: LineSetup.hub,
                body: ImportFile(path: export.xml, seat: seat, zone: "UTC", allHeartRates: true)
            )
        }
        return BenchImports(connection: connection)
    }

    /// How many are not at their end.
    func open() async throws -> Int {
        let list = try await connection.requests.call(
            HealthTopics.imports,
            hub: LineSetup.hub,
            body: ImportsRequest(importID: nil)
        )
        return list.imports.count { [.waiting, .running].contains($0.state) }
    }
}
