import BusContract
import HealthGenerator
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub

/// What the demo's person exported from a phone, and its import.
struct DemoImport: Sendable {
    /// 20 March 2026: the export is the same in every run.
    private static let day = 20_532
    private let path: String

    /// Writes the export.
    init(_ folder: LineFolder) throws {
        path = "\(folder.path)/export.zip"
        var file = try FileOutput(path: path)
        defer { file.close() }
        _ = try HealthGenerator(ExportOptions(megabytes: 0.2, seed: 1, exportDay: Self.day))
            .writeArchive(into: &file, isZip64: false)
    }

    /// Asks the hub's importer for it.
    ///
    /// - Returns: The import's id.
    func begin(_ connection: HubConnection) async throws -> String {
        let body = ImportFile(path: path, seat: LineSetup.seat)
        return try await LineSetup.patiently {
            try await connection.requests.call(
                HealthTopics.importFile,
                hub: LineSetup.hub,
                body: body,
                timeout: .seconds(10)
            )
        }.importID
    }

    /// What came of it; nil until it has ended.
    ///
    /// - Throws: ``DemoFailure`` when it is held or has failed.
    func end(_ id: String, _ connection: HubConnection) async throws -> ImportState? {
        let list = try await LineSetup.patiently {
            try await connection.requests.call(
                HealthTopics.imports,
                hub: LineSetup.hub,
                body: ImportsRequest(importID: id),
                timeout: .seconds(10)
            )
        }
        guard let state = list.imports.first, state.state != .waiting, state.state != .running else { return nil }
        if let error = state.error { throw DemoFailure(description: "the import is \(state.state): \(error.message)") }
        return state
    }
}
