internal import FoundationEssentials
internal import Processes
internal import SystemCalls

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A private Mosquitto of this process, for tests and for running a whole hub with one command.
///
/// It listens on a Unix socket, refuses whoever has no account, and allows an account nothing but its rules. It is stopped
/// by ``stop()`` or when the last reference is dropped; after a `kill -9` of this process it runs on, and the next start
/// in the same directory stops it first.
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
    /// The certificates that the running broker has read.
    private var servedFiles: [String] = []
    private var child: ChildProcess?
    private var isChanging = false

    /// Starts a broker and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - directory: Its files' place; made with mode 0700.
    ///   - accounts: Who may connect, and what each may do.
    ///   - options: How it is set up.
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

    /// Deletes a broker's directory with all that it keeps, after a broker that outlived its watcher was ended; none there is no error.
    ///
    /// - Throws: ``LocalBrokerError`` `directory` where one is watched, or the directory cannot be deleted.
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

    /// Whether somebody runs a broker in a directory.
    public static func runs(in directory: String) -> Bool {
        // Absent is nil: no broker has so long a path.
        (try? BrokerFiles(directory, socket: nil)).map { FileLock.isHeld($0.lock) } ?? false
    }

    /// Whether it runs, or starts anew for other accounts.
    public var isRunning: Bool { isChanging || child.map { $0.exit == nil } ?? false }
    /// Its process id while it runs.
    public var processID: Int32? { isRunning ? child?.processID : nil }

    /// Stops it in order.
    public func stop() async {
        guard let child else { return }
        await child.stop()
        self.child = nil
        try? FileManager.default.removeItem(atPath: files.pid)
    }

    /// Kills it (SIGKILL), as a crash does.
    public func kill() async {
        await child?.kill()
        child = nil
    }

    /// Stops it if it runs, and starts it again with the same accounts.
    ///
    /// - Throws: ``LocalBrokerError``.
    public func restart() async throws {
        await stop()
        try await launch()
    }

    /// Gives the broker other accounts while it runs: whoever has none any more is thrown out with its sessions, the others stay
    /// connected.
    ///
    /// It starts anew where it cannot take a change in that way: other ports, bridges or certificates. Where it does not start with
    /// other ports it goes on with those that it had, and the new accounts.
    ///
    /// - Parameter ports: The new ports and bridges; those that it has when nil.
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
                // What it has taken nobody knows: with the files of now all is as wanted.
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

    /// Gives the broker other accounts; they count from the next ``restart()`` on.
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

    /// The plugin writes its own file with each change; this one is as private as the first, and of the same content.
    private func writeFiles() throws {
        try files.write(files.security, bytes: DynamicSecurity.file(book))
        let lines = hashes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.fileText)\n" }
        try files.write(files.passwords, bytes: lines.joined().utf8)
        try files.write(files.configuration, bytes: files.configurationText(options, plugin: installation.plugin).utf8)
    }

    private func changeRunning(_ accounts: [BrokerAccount]) async throws {
        let (before, now) = (hashes, try passwordHashes(accounts))
        // Mosquitto would read its bridges again, too.
        guard options.bridges.isEmpty || now == before else {
            throw LocalBrokerError(.control, message: "a broker with a bridge reads new passwords only when it starts")
        }
        let gone = Set(book.clients.keys).subtracting(accounts.map(\.username))
        let changes = book.change(to: accounts)
        hashes = now
        try writeFiles()
        // First: Mosquitto reads its passwords before it answers who connects from now on. Whose password is another one now goes.
        if hashes != before { child?.send(SIGHUP) }
        guard !changes.isEmpty else { return }
        try await control.apply(changes)
        try writeFiles()
        if !gone.isEmpty { try await endSessions(of: gone) }
    }

    /// Only the database tells whose the sessions are, and Mosquitto writes it when asked to.
    private func endSessions(of usernames: Set<String>) async throws {
        guard options.isPersistent else { return }
        let (before, end) = (FileStatus(at: files.database), ContinuousClock.now + Self.databasePatience)
        child?.send(SIGUSR1)
        while FileStatus(at: files.database) == before, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        let sessions = BrokerDatabase(directory: files.directory)?.sessions ?? []
        // Who chose a longer id than any of VitalBus's keeps an empty session for a day: nothing is copied to it any more.
        let ids = sessions.filter { usernames.contains($0.username) }.map(\.clientID).filter { $0.utf8.count <= 128 }
        try await control.endSessions(ids)
    }

    /// How long the database is waited for; its sessions end after a day all the same.
    private static let databasePatience = Duration.seconds(3)

    /// A database that a power cut or a bad disk damaged would end every start: it is put aside, for members say anew what
    /// they are, and repeat what nobody confirmed.
    private func launch() async throws {
        // First: whose broker another one is shows by this file.
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

    /// What Mosquitto says of a database that it cannot read (its `persist_read.c`).
    private static let unreadableDatabase = "Couldn't open database"

    private func launchOnce() async throws {
        try? FileManager.default.removeItem(atPath: files.socket)
        // Again: one that was left wrote its own.
        try writeFiles()
        servedFiles = options.fileAges
        // A descriptor for each connection, which is one for each process of the site.
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
        // Mosquitto tells nobody that it listens: only a connection shows it.
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
