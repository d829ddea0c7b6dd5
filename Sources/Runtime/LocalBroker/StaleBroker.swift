internal import Processes
internal import SystemCalls

/// A broker that outlived the process that started it, for example after `kill -9`.
struct StaleBroker: Sendable {
    private let process: RunningProcess

    /// Finds all brokers that run with this folder's configuration, even one that has not written its process id.
    static func all(_ files: BrokerFiles) -> [StaleBroker] {
        RunningProcess.others.filter { runs($0, files: files) }.map(StaleBroker.init)
    }

    /// Stops it with SIGTERM, and after 5 s with SIGKILL.
    func stop(_ files: BrokerFiles) async throws {
        guard await process.stop(within: .seconds(5), while: { Self.runs($0, files: files) }) else {
            let id = process.processID
            throw LocalBrokerError(.directory, message: "an earlier broker (pid \(id)) does not exit: stop it by hand")
        }
    }

    /// Whether a process runs with this configuration file among its arguments.
    ///
    /// In another mount namespace, such as a container's, the same path is a different file.
    private static func runs(_ process: RunningProcess, files: BrokerFiles) -> Bool {
        guard process.arguments.dropFirst().contains(files.configuration) else { return false }
        let own = FileStatus(at: files.configuration)
        let its = FileStatus(at: "/proc/\(process.processID)/root\(files.configuration)")
        return own == nil || its == nil || own?.identity == its?.identity
    }
}
