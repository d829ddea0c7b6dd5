import Foundation
import HubRunner

/// A hub with short shell scripts in place of the actors; broker and processes are real.
final class HubFixture: Sendable {
    let folder: String
    let plan: HubPlan

    /// Makes the programs.
    ///
    /// - Parameter body: A program's script, by its name; by default it waits and exits cleanly on request.
    init(_ body: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "vbh-\(UUID().uuidString.prefix(8))").path
        let programs = "\(folder)/bin"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        for name in ["ble-scanner", "device-reader", "health-importer", "ocr-worker", "session-manager", "uploader"] {
            let text = "#!/bin/sh\n" + (body[name] ?? Self.waits)
            _ = FileManager.default.createFile(
                atPath: "\(programs)/\(name)",
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o700]
            )
        }
        plan = try HubPlan(site: "s", hub: "h", stateDirectory: "\(folder)/state", executables: programs)
    }

    /// Logs the time of the request to end, and exits.
    static let waits = """
        trap 'echo "asked $(date +%s%N)"; exit 0' TERM
        echo "arguments: $*"
        while :; do sleep 0.05; done
        """

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func log(_ child: String) -> String {
        (try? String(contentsOf: URL(filePath: plan.layout.log(child)), encoding: .utf8)) ?? ""
    }

    /// How many of a child's processes have set their trap so far.
    func readyCount(_ child: String) -> Int {
        log(child).split(separator: "\n").count { $0.hasPrefix("arguments:") }
    }

    /// When a child was asked to exit.
    func asked(_ child: String) -> Int? {
        log(child).split(separator: "\n").compactMap { line in
            line.hasPrefix("asked ") ? Int(line.dropFirst(6)) : nil
        }.last
    }
}
