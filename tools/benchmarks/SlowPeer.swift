import Foundation
import Processes

/// `healthkit-to-sqlite`, the importer that people use, in a Python environment of its own.
struct SlowPeer: Sendable {
    private static let package = "healthkit-to-sqlite==1.0.1"
    private static let environment = ".build/bench-python"

    private let program: String

    /// Installs it below `.build`, unless it is there.
    ///
    /// - Throws: ``BenchError`` that says why it cannot be had.
    static func install() async throws -> SlowPeer {
        let program = "\(environment)/bin/healthkit-to-sqlite"
        if FileManager.default.isExecutableFile(atPath: program) { return SlowPeer(program: program) }
        do {
            _ = try await RunCost.of("python3", ["-m", "venv", environment])
            _ = try await RunCost.of("\(environment)/bin/pip", ["install", "--quiet", package])
        } catch {
            throw BenchError("\(package) cannot be installed from PyPI: \(error)")
        }
        return SlowPeer(program: program)
    }

    /// Reads an export's archive into a database that is removed again.
    func run(_ export: BenchExport) async throws -> RunCost {
        let database = "\(export.archive).db"
        defer { try? FileManager.default.removeItem(atPath: database) }
        return try await RunCost.of(program, [export.archive, database, "--silent"])
    }
}
