import Foundation

/// `healthkit-to-sqlite`, the importer that people use.
struct SlowPeer: Sendable {
    private let program: String

    /// Installs it, unless it is there.
    ///
    /// - Throws: ``BenchError`` that says why it cannot be had.
    static func install() async throws -> SlowPeer {
        let peer = try await PythonPeer.install(["healthkit-to-sqlite==1.0.1"], for: "bin/healthkit-to-sqlite")
        return SlowPeer(program: peer.program)
    }

    /// Reads an export's archive into a database that is removed again.
    func run(_ export: BenchExport) async throws -> RunCost {
        let database = "\(export.archive).db"
        defer { try? FileManager.default.removeItem(atPath: database) }
        return try await RunCost.of(program, [export.archive, database, "--silent"])
    }
}
