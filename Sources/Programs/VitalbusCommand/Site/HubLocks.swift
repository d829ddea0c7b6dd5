internal import Foundation
internal import HubRunner
internal import Processes

/// Holds the locks of a machine's hub, so that no process of it runs, neither of `vitalbus up` nor of systemd.
struct HubLocks {
    private let locks: [FileLock]

    /// Takes the locks of the hub and of each of its processes.
    ///
    /// - Parameter task: The task to do afterwards, in words that follow "then".
    /// - Throws: ``CommandFailure`` if a process runs.
    init(_ layout: HubLayout, hub: String, for task: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: layout.state).sorted()
        let own = names.filter { $0.hasPrefix("\(hub).") && $0.hasSuffix(".lock") }.map { "\(layout.state)/\($0)" }
        let broker = ["\(layout.broker)/broker.lock"].filter { FileManager.default.fileExists(atPath: $0) }
        do {
            locks = try ([layout.lock] + own).map { try FileLock($0) }
            // Released at once, because the code that deletes the broker's folder takes this lock, too.
            for path in broker { _ = try FileLock(path) }
        } catch let error as ProcessError where error.code == .locked {
            let stop =
                StartWords(state: layout.state, given: nil).isInstalled
                ? "systemctl stop vitalbus-hub.target" : "stop 'vitalbus up'"
            throw CommandFailure(
                "alreadyRunning",
                message: "the hub is running (\(error.message)): \(stop), then \(task)",
                exitCode: ExitCodes.tryAgain,
                isRetriable: true
            )
        }
    }
}
