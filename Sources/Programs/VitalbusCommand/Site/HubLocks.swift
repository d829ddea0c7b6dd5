internal import Files
internal import Foundation
internal import HubRunner

/// Makes sure that no process of a machine's hub runs, and keeps it so while it lives: those of `vitalbus up`, and those that systemd
/// started.
struct HubLocks {
    private let locks: [FileLock]

    /// Takes the locks of the hub and of each of its processes.
    ///
    /// - Parameter task: What is to be done then, in words that follow "then".
    /// - Throws: ``CommandFailure`` where one runs.
    init(_ layout: HubLayout, hub: String, for task: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: layout.state).sorted()
        let own = names.filter { $0.hasPrefix("\(hub).") && $0.hasSuffix(".lock") }.map { "\(layout.state)/\($0)" }
        let broker = ["\(layout.broker)/broker.lock"].filter { FileManager.default.fileExists(atPath: $0) }
        do {
            locks = try ([layout.lock] + own).map { try FileLock($0) }
            // Freed at once, for who deletes it takes it too.
            for path in broker { _ = try FileLock(path) }
        } catch let error as FileError where error.code == .locked {
            let stop =
                StartWords(state: layout.state, given: nil).isInstalled
                ? "systemctl stop vitalbus-hub.target" : "stop 'vitalbus up'"
            throw CommandFailure(
                "alreadyRunning",
                message: "the hub runs (\(error.message)): \(stop), then \(task)",
                exitCode: ExitCodes.tryAgain,
                isRetriable: true
            )
        }
    }
}
