internal import Processes

/// The right to run as one instance; the kernel gives it back when the process ends, however it ends.
package struct InstanceLock: Sendable {
    private let lock: FileLock

    /// Takes the lock.
    ///
    /// - Parameter path: The lock file; it stays behind and holds the last owner's process id.
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
