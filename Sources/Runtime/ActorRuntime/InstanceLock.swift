internal import Processes

/// The right to run as one instance; the kernel releases it however the process ends.
package struct InstanceLock: Sendable {
    private let lock: FileLock

    /// Acquires the lock.
    ///
    /// - Parameter path: The lock file, which remains and contains the last owner's process id.
    /// - Throws: ``RuntimeError`` `alreadyRunning` naming the owner's process id, or `stateDirectory`.
    package init(_ path: String) throws {
        do {
            lock = try FileLock(path)
        } catch let error as ProcessError {
            guard error.code == .locked else {
                throw RuntimeError(.stateDirectory, message: error.message, errno: error.errno)
            }
            throw RuntimeError(
                .alreadyRunning,
                message: "the same actor is already running here (\(error.message)): stop it first"
            )
        }
    }
}
