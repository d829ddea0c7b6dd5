internal import Files
internal import FoundationEssentials
internal import MessageBus

/// A process's state on disk: its directory, its lock and the number of its start.
///
/// All actors of a machine share one base directory, with a subdirectory for each instance.
struct ProcessState: Sendable {
    let base: String
    let directory: String
    let lock: InstanceLock

    /// Creates the directory and acquires the lock.
    ///
    /// - Parameter isShared: Whether other instances of the actor may run on the same hub.
    /// - Throws: ``RuntimeError`` `stateDirectory` or `alreadyRunning`.
    init(
        _ configuration: ActorConfiguration,
        address: BusAddress,
        in environment: [String: String],
        isShared: Bool
    ) throws {
        base = try configuration[CommonSettings.stateDirectory] ?? StateDirectory.standard(environment)
        directory = "\(base)/\(address.principal)"
        try PrivateFile.makeDirectory(base)
        if let problem = FileTrust.problem(ofDirectory: base) { throw RuntimeError(.stateDirectory, message: problem) }
        let owner = isShared ? address.principal : "\(address.hub).\(address.actor)"
        lock = try InstanceLock("\(base)/\(owner).lock")
        try UnnamedFolder.name(address, in: base)
        try PrivateFile.makeDirectory(directory)
    }

    func nextEpoch(now: Date) throws -> BootEpoch {
        try BootEpoch.next("\(directory)/epoch", now: now)
    }
}
