import Foundation

/// A peer from PyPI, in a Python environment of the benchmarks' own.
struct PythonPeer: Sendable {
    private static let environment = ".build/bench-python"

    /// The Python that sees the package.
    static let python = "\(environment)/bin/python"

    /// The path of the program.
    let program: String

    /// Installs packages below `.build`, unless the program is there.
    ///
    /// - Parameters:
    ///   - packages: Their names with versions.
    ///   - program: A file below the environment that they bring.
    /// - Throws: ``BenchError`` that says why they cannot be had.
    static func install(_ packages: [String], for program: String) async throws -> PythonPeer {
        let path = "\(environment)/\(program)"
        if FileManager.default.fileExists(atPath: path) { return PythonPeer(program: path) }
        try await bring(packages)
        guard FileManager.default.fileExists(atPath: path) else {
            throw BenchError("\(packages.joined(separator: ", ")) from PyPI brought no \(program)")
        }
        return PythonPeer(program: path)
    }

    /// Installs packages below `.build`, unless Python finds their module.
    ///
    /// - Throws: ``BenchError`` that says why they cannot be had.
    static func install(_ packages: [String], module: String) async throws {
        let check = ["-c", "import \(module)"]
        do {
            _ = try await RunCost.of(python, check)
        } catch {
            try await bring(packages)
            _ = try await RunCost.of(python, check)
        }
    }

    private static func bring(_ packages: [String]) async throws {
        do {
            if !FileManager.default.isExecutableFile(atPath: python) {
                _ = try await RunCost.of("python3", ["-m", "venv", environment])
            }
            for package in packages {
                _ = try await RunCost.of("\(environment)/bin/pip", ["install", "--quiet", package])
            }
        } catch {
            throw BenchError("\(packages.joined(separator: ", ")) cannot be installed from PyPI: \(error)")
        }
    }
}
