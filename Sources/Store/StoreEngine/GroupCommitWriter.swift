internal import DeliveryRules
internal import Dispatch
package import GRDB

/// Combines concurrent writes into one transaction, so that many callers share one fsync.
///
/// Each of several writes has its own savepoint, so a failed one undoes only itself. Callers resume only after the
/// COMMIT. If that fails, every caller of the transaction gets the error and none of it is saved. SQLite runs on the
/// database's own queues, never on the cooperative pool. Reads have separate connections: they see committed data and
/// do not wait for a commit in progress.
package actor GroupCommitWriter {
    private let database: DatabasePool
    private let configuration: StoreConfiguration
    /// The file, for errors.
    package nonisolated var path: String { configuration.path }
    private var pending: [PendingWrite] = []
    /// Writes that join the next transaction.
    private var joining: [PendingWrite] = []
    private var isJoinScheduled = false
    private var roomSeekers: [(id: UInt64, seeker: CheckedContinuation<Void, any Error>)] = []
    private var nextSeeker: UInt64 = 0
    private var occupied = 0
    private var isDraining = false
    private var isClosed = false
    private var closer: CheckedContinuation<Void, Never>?
    private var state = StoreHealth()
    private var witness: StoreWitness?
    private var check: (database: DatabaseQueue, task: Task<Void, Never>)?
    private let mending: [RowMending]
    private var untoldRows: [MendedRow] = []
    private var tellMended: (@Sendable (MendedRow) -> Void)?

    /// Creates the writer of an open database.
    package init(database: DatabasePool, configuration: StoreConfiguration, mending: [RowMending] = []) {
        self.database = database
        self.configuration = configuration
        self.mending = mending
    }

    /// Counts each commit from now on, and notes it in the witness.
    package func keep(_ witness: StoreWitness) { self.witness = witness }

    /// Whether commits are counted.
    package var hasWitness: Bool { witness != nil }

    /// The number of the last commit, without reading the file; nil if commits are not counted.
    package var commits: Int64? { witness?.commits }

    /// The store's health.
    package var health: StoreHealth {
        var health = state
        health.waitingWrites = occupied
        return health
    }

    /// Runs a write and returns after its commit.
    ///
    /// With ``StoreConfiguration/capacity`` writes waiting, the caller waits for room; cancellation ends only that
    /// wait. An accepted write is always carried out. A write that meets an unreadable row is undone, and repeated once
    /// the row is settled (``RowMending``).
    ///
    /// - Throws: ``StoreError``, or `CancellationError` while waiting for room.
    package func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await mendingRows { try await self.writeOnce(body) }
    }

    private func writeOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await takeRoom()
        guard !isClosed else {
            freeRoom(1)
            throw closedError
        }
        return try await withCheckedThrowingContinuation { caller in
            pending.append(PendingWrite(path: configuration.path, body: body, caller: caller))
            guard !isDraining else { return }
            isDraining = true
            // Unstructured, because the transaction serves many callers and must outlive each one's cancellation.
            Task { await drain() }
        }
    }

    /// Runs a write in the next transaction, and returns at once.
    ///
    /// Without another write it is committed after ``StoreConfiguration/joinPatience``. For writes whose loss in a
    /// crash only repeats work: each saves the disk a flush.
    ///
    /// - Parameter finished: Called with nil after the commit, or with the reason why there was none.
    package func join(
        _ body: @escaping @Sendable (Database) throws -> Void,
        finished: @escaping @Sendable (StoreError?) -> Void = { _ in }
    ) {
        guard !isClosed else { return finished(closedError) }
        joining.append(PendingWrite(path: configuration.path, body: body, finished: finished))
        if !isDraining { scheduleJoining() }
    }

    /// Runs a read of committed data.
    ///
    /// - Throws: ``StoreError``, or `CancellationError`.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await mendingRows {
            try await self.readOnce { try await $0.unsafeRead { try $0.inReadTransaction { try body($0) } } }
        }
    }

    private func readOnce<Value: Sendable>(
        _ read: @Sendable (DatabasePool) async throws -> Value
    ) async throws -> Value {
        guard !isClosed else { throw closedError }
        do {
            return try await read(database)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreError(error, path: configuration.path)
        }
    }

    /// Runs a single-statement read, which sees a consistent state without a transaction.
    ///
    /// - Throws: ``StoreError``, or `CancellationError`.
    package func readStatement<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await mendingRows { try await self.readOnce { try await $0.unsafeRead(body) } }
    }

    /// Opens a connection that shows the present commits, whatever is committed later.
    ///
    /// The caller must close it soon, and before the store, because the write-ahead log only grows while it is open.
    ///
    /// - Throws: ``StoreError``.
    package func makeSnapshot() async throws -> DatabaseSnapshot {
        guard !isClosed else { throw closedError }
        let (database, path) = (database, configuration.path)
        return try await withCheckedThrowingContinuation { caller in
            DispatchQueue(label: "vitalbus.store.snapshot").async {
                do {
                    caller.resume(returning: try database.makeSnapshot())
                } catch {
                    caller.resume(throwing: StoreError(error, path: path))
                }
            }
        }
    }

    /// Empties the write-ahead log, which keeps the bytes of recent commits, even of erased data.
    ///
    /// - Throws: ``StoreError``, with ``StoreErrorCode/locked`` while a reader uses an older state.
    package func emptyLog() async throws {
        guard !isClosed else { throw closedError }
        try await emptyOpenLog()
    }

    private func emptyOpenLog() async throws {
        do {
            // https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
            _ = try await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw StoreError(error, path: configuration.path)
        }
    }

    /// Finishes the accepted writes, then closes the file.
    ///
    /// Later calls fail with ``StoreErrorCode/closed``.
    package func close() async throws {
        guard !isClosed else { return }
        isClosed = true
        if occupied > 0 { await withCheckedContinuation { closer = $0 } }
        if !joining.isEmpty { await commit(takeJoining()) }
        await stopCheck()
        // The readers close last, and they may not remove the log: a remaining log would look like an unclean end.
        // Cleanup: the next start checks a file whose log is left.
        try? await emptyOpenLog()
        witness?.flush()
        do {
            try database.close()
        } catch {
            throw StoreError(error, path: configuration.path)
        }
    }
}

// MARK: - Rows that cannot be read

extension GroupCommitWriter {
    /// Registers a callback for each row that could not be read, including earlier ones.
    package func onMended(_ tell: @escaping @Sendable (MendedRow) -> Void) {
        tellMended = tell
        untoldRows.forEach(tell)
        untoldRows = []
    }

    /// Runs a body, and runs it again if it met an unreadable row that could be settled.
    package func mendingRows<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as StoreError where error.code == .unreadableRow {
            guard try await mendRows() else { throw error }
            return try await body()
        }
    }

    /// Settles the unreadable rows.
    ///
    /// - Returns: Whether there were any.
    func mendRows() async throws -> Bool {
        guard !mending.isEmpty else { return false }
        let mending = mending
        let rows = try await writeOnce { database in try mending.flatMap { try $0.mend(database) } }
        state.unreadableRows += rows.count { $0.isMended }
        if let tellMended { rows.forEach(tellMended) } else { untoldRows += rows }
        return rows.contains(where: \.isMended)
    }
}

// MARK: - The check in the background

extension GroupCommitWriter {
    /// Checks the file in the background on a separate connection, and reports damage in the health.
    func checkBesideWork() {
        var settings = Configuration()
        settings.readonly = true
        guard check == nil, !isClosed else { return }
        let database: DatabaseQueue
        do {
            database = try DatabaseQueue(path: configuration.path, configuration: settings)
        } catch {
            // The writer has the file open, so its next commit will meet the same problem.
            return
        }
        let (path, mending) = (configuration.path, mending)
        // Unstructured, because it outlives the call; `close()` ends it.
        let task = Task {
            do {
                if try await database.read({ try StoreFile.quickCheck($0, mending: mending, path: path) }) {
                    _ = try await mendRows()
                }
            } catch {
                // Other errors mean an interruption, or a failing disk, which the next commit reports.
                let failure = StoreError(error, path: path)
                if failure.code == .corrupt { found(failure) }
            }
        }
        check = (database, task)
    }

    private func found(_ damage: StoreError) {
        state.damage = damage
    }

    /// Its connection must close before the store's own, because only the last one to close removes the log.
    private func stopCheck() async {
        guard let check else { return }
        check.database.interrupt()
        await check.task.value
        try? check.database.close()
        self.check = nil
    }
}

// MARK: - The transactions

extension GroupCommitWriter {
    private func drain() async {
        while !pending.isEmpty {
            let batch = Array(pending.prefix(configuration.batchLimit))
            pending.removeFirst(batch.count)
            await commit(takeJoining() + batch)
            freeRoom(batch.count)
        }
        isDraining = false
        if !joining.isEmpty { scheduleJoining() }
    }

    private func takeJoining() -> [PendingWrite] {
        defer { joining = [] }
        return joining
    }

    private func scheduleJoining() {
        guard !isJoinScheduled, !isClosed else { return }
        isJoinScheduled = true
        // Unstructured, because it outlives the call; `close()` commits what is left.
        Task { [weak self, patience = configuration.joinPatience] in
            try await Task.sleep(for: patience)
            await self?.commitJoining()
        }
    }

    /// Commits the joining writes, unless a transaction has taken them or will.
    private func commitJoining() async {
        isJoinScheduled = false
        guard !joining.isEmpty, !isDraining, !isClosed else { return }
        isDraining = true
        await commit(takeJoining())
        await drain()
    }

    private func commit(_ batch: [PendingWrite]) async {
        do {
            let isCounted = witness != nil
            let (finishes, counter) = try await database.writeWithoutTransaction {
                try Self.transaction($0, of: batch, isCounted: isCounted)
            }
            if let counter { witness?.note(counter) }
            state.isWritable = true
            state.lastError = nil
            state.commits += 1
            state.committedWrites += batch.count
            for finish in finishes { finish(nil) }
        } catch {
            let failure = StoreError(error, path: configuration.path)
            state.isWritable = false
            state.lastError = failure
            state.failedCommits += 1
            for write in batch { write.fail(failure) }
        }
    }
}

extension GroupCommitWriter {
    private static func transaction(
        _ database: Database,
        of batch: [PendingWrite],
        isCounted: Bool
    ) throws -> (finishes: [PendingWrite.Finish], counter: Int64?) {
        // Left open only when the disk failed during the last one's ROLLBACK.
        if database.isInsideTransaction { try database.rollback() }
        var finishes: [PendingWrite.Finish] = []
        var counter: Int64?
        try database.inTransaction(.immediate) {
            let isAlone = batch.count == 1
            for write in batch {
                let ran = try write.run(database, isAlone)
                finishes.append(ran.finish)
                if isAlone, ran.isUndone { return .rollback }
            }
            if isCounted { counter = try StoreMark.count(database) }
            return .commit
        }
        return (finishes, counter)
    }
}

// MARK: - Room

extension GroupCommitWriter {
    private var closedError: StoreError {
        StoreError(code: .closed, message: "the store is closed", path: configuration.path, isRetriable: false)
    }

    private func takeRoom() async throws {
        guard !isClosed else { throw closedError }
        if occupied < configuration.capacity, roomSeekers.isEmpty {
            occupied += 1
            return
        }
        let id = nextSeeker
        nextSeeker += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (seeker: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    seeker.resume(throwing: CancellationError())
                } else {
                    roomSeekers.append((id, seeker))
                }
            }
        } onCancel: {
            // The handler is not on the actor, so it has to hop.
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: UInt64) {
        guard let index = roomSeekers.firstIndex(where: { $0.id == id }) else { return }
        roomSeekers.remove(at: index).seeker.resume(throwing: CancellationError())
    }

    /// Hands freed places to the callers that have waited longest.
    private func freeRoom(_ count: Int) {
        let handed = min(count, roomSeekers.count)
        occupied -= count - handed
        for waiting in roomSeekers.prefix(handed) { waiting.seeker.resume() }
        roomSeekers.removeFirst(handed)
        guard isClosed, occupied == 0 else { return }
        closer?.resume()
        closer = nil
    }
}
