internal import FoundationEssentials
internal import Processes
internal import SystemCalls

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// This process's private Mosquitto, for tests and for running a whole hub with one command.
///
/// It listens on a Unix socket, refuses clients without an account, and gives an account only the rights in its rules.
/// ``stop()`` or releasing the last reference stops it. After a `kill -9` of this process it keeps running, and the
/// next start in the same directory stops it first.
public actor LocalBroker {
    /// The Unix socket that it listens on.
    public nonisolated let socketPath: String
    /// Its log file.
    public nonisolated let logPath: String
    private let files: BrokerFiles
    private let installation: BrokerInstallation
    private var options: LocalBrokerOptions
    private let lock: FileLock
    private let control: BrokerControl
    private var book = RoleBook([])
    private var hashes: [String: PasswordHash] = [:]
    /// The certificates that the running broker has loaded.
    private var servedFiles: [String] = []
    private var child: ChildProcess?
    private var isChanging = false

    /// Starts a broker and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - directory: The directory for its files; created with mode 0700.
    ///   - accounts: The accounts with their rights.
    ///   - options: The broker's options.
    /// - Throws: ``LocalBrokerError``.
    public static func start(
        directory: String,
        accounts: [BrokerAccount],
        options: LocalBrokerOptions = LocalBrokerOptions()
    ) async throws -> LocalBroker {
        let broker = try LocalBroker(directory, options: options)
        try await broker.configure(accounts)
        try await broker.launch()
        return broker
    }

    /// Stops a broker that outlived its owner, and deletes its directory; a missing directory is not an error.
    ///
    /// - Throws: ``LocalBrokerError`` `directory` if a process owns a broker there, or the directory cannot be deleted.
    public static func remove(_ directory: String) async throws {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        let files = try BrokerFiles(directory, socket: nil)
        do {
            let lock = try FileLock(files.lock)
            defer { withExtendedLifetime(lock) {} }
            for stale in StaleBroker.all(files) { try await stale.stop(files) }
            try FileManager.default.removeItem(atPath: directory)
        } catch let error as ProcessError {
            throw LocalBrokerError(.directory, message: "\(directory) is in use: \(error.message)")
        }
    }

    private init(_ directory: String, options: LocalBrokerOptions) throws {
        let environment = ProcessInfo.processInfo.environment
        installation = try BrokerInstallation.find(executable: options.executable, environment: environment)
        files = try BrokerFiles(directory, socket: options.socketPath)
        try files.prepare()
        do {
            lock = try FileLock(files.lock)
        } catch let error as ProcessError {
            throw LocalBrokerError(.directory, message: "\(directory) is in use: \(error.message)")
        }
        self.options = options
        control = BrokerControl(socket: files.socket)
        socketPath = files.socket
        logPath = files.log
    }

    /// Whether a process owns a broker in a directory.
    public static func runs(in directory: String) -> Bool {
        // Absent is nil: a path that is too long has no broker.
        (try? BrokerFiles(directory, socket: nil)).map { FileLock.isHeld($0.lock) } ?? false
    }

    /// Whether it runs, or restarts for other accounts.
    public var isRunning: Bool { isChanging || child.map { $0.exit == nil } ?? false }
    /// Its process id while it runs.
    public var processID: Int32? { isRunning ? child?.processID : nil }

    /// Stops it cleanly.
    public func stop() async {
        guard let child else { return }
        await child.stop()
        self.child = nil
        try? FileManager.default.removeItem(atPath: files.pid)
    }

    /// Kills it (SIGKILL), like a crash.
    public func kill() async {
        await child?.kill()
        child = nil
    }

    /// Stops it if it runs, and restarts it with the same accounts.
    ///
    /// - Throws: ``LocalBrokerError``.
    public func restart() async throws {
        await stop()
        try await launch()
    }

    /// Replaces the accounts while the broker runs: it disconnects clients of removed accounts and ends their sessions,
    /// and the others stay connected.
    ///
    /// It restarts for changes that need it: other ports, bridges or certificates. If it does not start with other
    /// ports, it keeps its previous ones, with the new accounts.
    ///
    /// - Parameter ports: The new ports and bridges; nil keeps the present ones.
    /// - Throws: ``LocalBrokerError``.
    public func change(_ accounts: [BrokerAccount], ports: LocalBrokerOptions? = nil) async throws {
        isChanging = true
        defer { isChanging = false }
        let (last, all) = (options, accounts + [control.account])
        try DynamicSecurity.check(all)
        if let ports {
            (options.tls, options.access, options.loopbackPort) = (ports.tls, ports.access, ports.loopbackPort)
            options.bridges = ports.bridges
        }
        if options == last, options.fileAges == servedFiles, child.map({ $0.exit == nil }) ?? false {
            do {
                return try await changeRunning(all)
            } catch let error as LocalBrokerError where error.code == .control {
                // It is unknown which changes the broker has applied, so it is restarted with the new files.
            }
        }
        do {
            try configure(accounts)
            try await restart()
        } catch let error as LocalBrokerError where options != last {
            options = last
            try configure(accounts)
            try await restart()
            throw error
        }
    }

    /// Sets other accounts, which apply from the next ``restart()`` on.
    ///
    /// - Throws: ``LocalBrokerError``.
    public func configure(_ accounts: [BrokerAccount]) throws {
        let all = accounts + [control.account]
        try DynamicSecurity.check(all)
        (book, hashes) = (RoleBook(all), try passwordHashes(all))
    }

    private func passwordHashes(_ accounts: [BrokerAccount]) throws -> [String: PasswordHash] {
        var made: [String: PasswordHash] = [:]
        for account in accounts {
            switch account.secret {
            case .certificate: continue
            case .hash(let known): made[account.username] = known
            case .password(let password):
                let old = hashes[account.username]
                made[account.username] = try old?.isOf(password) == true ? old : PasswordHash(of: password)
            }
        }
        return made
    }

    /// Rewrites the broker's files, because the plugin writes its own file with each change; this one has the same
    /// content and mode 0600.
    private func writeFiles() throws {
        try files.write(files.security, bytes: DynamicSecurity.file(book))
        let lines = hashes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.fileText)\n" }
        try files.write(files.passwords, bytes: lines.joined().utf8)
        try files.write(files.configuration, bytes: files.configurationText(options, plugin: installation.plugin).utf8)
    }

    private func changeRunning(_ accounts: [BrokerAccount]) async throws {
        let (before, now) = (hashes, try passwordHashes(accounts))
        // Mosquitto would reread its bridges, too.
        guard options.bridges.isEmpty || now == before else {
            throw LocalBrokerError(.control, message: "a broker with a bridge reads new passwords only when it starts")
        }
        let gone = Set(book.clients.keys).subtracting(accounts.map(\.username))
        let changes = book.change(to: accounts)
        hashes = now
        try writeFiles()
        // Sent first, because Mosquitto rereads its passwords before it answers later connections. It also disconnects
        // clients with a changed password.
        if hashes != before { child?.send(SIGHUP) }
        guard !changes.isEmpty else { return }
        try await control.apply(changes)
        try writeFiles()
        if !gone.isEmpty { try await endSessions(of: gone) }
    }

    /// Ends sessions found in the database, which Mosquitto writes on a signal, because only it tells whose the
    /// sessions are.
    private func endSessions(of usernames: Set<String>) async throws {
        guard options.isPersistent else { return }
        let (before, end) = (FileStatus(at: files.database), ContinuousClock.now + Self.databasePatience)
        child?.send(SIGUSR1)
        while FileStatus(at: files.database) == before, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        let sessions = BrokerDatabase(directory: files.directory)?.sessions ?? []
        // A client that chose a longer id than any of VitalBus's keeps an empty session for a day, to which no more
        // messages are copied.
        let ids = sessions.filter { usernames.contains($0.username) }.map(\.clientID).filter { $0.utf8.count <= 128 }
        try await control.endSessions(ids)
    }

    /// How long to wait for the database; its sessions end after a day in any case.
    private static let databasePatience = Duration.seconds(3)

    /// Starts the broker, setting a damaged database aside, which would end every start.
    ///
    /// Members then publish their states again, and repeat unacknowledged messages.
    private func launch() async throws {
        // Written first, because a stale broker is identified by this file.
        try writeFiles()
        for stale in StaleBroker.all(files) { try await stale.stop(files) }
        do {
            try await launchOnce()
        } catch let error as LocalBrokerError
            where error.code == .diedAtStart && error.message.contains(Self.unreadableDatabase)
            && files.setDatabaseAside()
        {
            try await launchOnce()
        }
    }

    /// Mosquitto's message for a database that it cannot read (its `persist_read.c`).
    private static let unreadableDatabase = "Couldn't open database"

    private func launchOnce() async throws {
        try? FileManager.default.removeItem(atPath: files.socket)
        // Written again, because a stale broker may have overwritten them.
        try writeFiles()
        servedFiles = options.fileAges
        // Each connection, one per process of the site, needs a descriptor.
        OpenFiles.raiseLimit()
        let command = ChildCommand(
            installation.executable,
            arguments: ["-c", files.configuration],
            output: .file(files.log),
            stopTimeout: .seconds(5)
        )
        let child = try await ChildProcess.start(command)
        self.child = child
        try files.write(files.pid, bytes: "\(child.processID)\n".utf8)
        try await waitUntilReady(child)
    }

    private func waitUntilReady(_ child: ChildProcess) async throws {
        let deadline = ContinuousClock.now + options.startTimeout
        // Mosquitto does not signal that it listens; only a connection shows it.
        while !SocketProbe.accepts(files.socket) {
            if let exit = child.exit {
                throw LocalBrokerError(.diedAtStart, message: "mosquitto ended with \(exit): \(files.lastLogLines())")
            }
            guard ContinuousClock.now < deadline else {
                await stop()
                throw LocalBrokerError(
                    .notReady,
                    message: "mosquitto did not accept a connection within \(options.startTimeout); see \(files.log)"
                )
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
