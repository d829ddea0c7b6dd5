internal import Archive
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import HealthConnect
internal import HealthInputs
internal import HealthRecords
internal import ImportStore
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Reads an import's files and hands their records over; runs on a thread of its own.
struct ImportWork: Sendable {
    let store: ImportStore
    let importID: String
    let person: Int64
    let subscriptions: Subscriptions
    /// What all imports of this importer have in common.
    let options: HealthImportOptions
    /// The salt of persons' fingerprints.
    let salt: [UInt8]
    let paths: [String]
    let outboxLimit: Int
    let stop: StopFlag
    let board: ImportBoard
    let wake: WakeUp
    let now: @Sendable () -> Date
    /// Whether the clock is good enough to delete by; nil where it is known to be.
    var retention: RetentionGate?
    /// Where copies of databases are made; nil for the system's temporary folder.
    var copies: URL?

    /// An input without elements that is smaller has nobody's data.
    private static let emptySize = 1_024

    /// Reads all files.
    ///
    /// - Returns: How far it came, which is to the end.
    /// - Throws: ``ImportHold``, `HealthInputsError`, `ArchiveError`, `StoreError`, or `CancellationError`.
    func run() throws -> ImportFacts {
        var facts = board.facts
        facts.state = .running
        facts.seen = 0
        facts.found = [:]
        facts.bytes = 0
        facts.damaged = 0
        facts.leftOut = nil
        board.set(facts)
        var writer = ImportWriter(
            store: store,
            importID: importID,
            person: person,
            sessionID: subscriptions.sessionID,
            limit: outboxLimit,
            stop: stop,
            board: board,
            wake: wake,
            now: now,
            facts: facts
        )
        var leftOut = HealthLeftOut()
        for path in paths {
            leftOut.add(try read(path, into: &writer), of: paths.count > 1 ? Self.name(path) : nil)
            writer.facts.leftOut = LeftOutLines.lines(leftOut)
        }
        board.set(writer.facts)
        let (store, now) = (store, now())
        if retention?.mayDelete(at: now) ?? true { try Blocking.wait { try await store.pruneKept(now: now) } }
        return writer.facts
    }

    /// Reads one of the inputs.
    ///
    /// - Returns: What was left out of it.
    private func read(_ path: String, into writer: inout ImportWriter) throws -> HealthLeftOut {
        let (input, digest) = try open(path, stamp: writer.facts.stamp)
        var options = options
        writer.facts.wish.apply(to: &options)
        options.platform = input.kind.platform
        // A clock that is ahead must not make this input the newest one for ever.
        let modified = min(Self.modified(path) ?? now(), now())
        let before = writer.facts.bytes
        writer.facts.totalBytes = before + Int64(clamping: input.size)
        let (salt, clock, user) = (salt, options.clock, writer.facts.wish.userIndex)
        let kept =
            try input.isWholeHistory
            ? nil : keep(input, digest: digest, options: options, modified: modified, into: writer)
        var isClaimed = kept != nil
        writer.isPart = kept != nil
        // Both closures change the writer, one after the other.
        let cell = WriterCell(writer)
        let report = try HealthImport(options).run { collector in
            let progress: (HealthProgress) throws -> Void = { progress in
                try stop.check()
                cell.writer.facts.bytes = before + Int64(clamping: progress.bytes)
                board.set(cell.writer.facts)
            }
            let scan: HealthScanReport
            if let kept {
                try kept.days.feed(into: &collector, load: kept.files.load)
                var sink = UnkeptSink(collector)
                scan = try input.readAll(
                    into: &sink,
                    salt: salt,
                    clock: clock,
                    userIndex: user,
                    copies: copies,
                    progress: progress
                )
                collector = sink.collector
            } else {
                scan = try input.readAll(
                    into: &collector,
                    salt: salt,
                    clock: clock,
                    userIndex: user,
                    copies: copies,
                    progress: progress
                )
            }
            let made = collector.exported?.time ?? Int64(clamping: modified.timeIntervalSince1970)
            cell.writer.exportedAt = min(made, Int64(clamping: now().timeIntervalSince1970))
            guard !isClaimed else { return scan }
            isClaimed = true
            try claim(digest, fingerprint: collector.fingerprint, confirmed: cell.writer.facts.wish.confirmsPerson)
            return scan
        } emit: { record in
            guard let kept, record.isOfDay, !kept.days.includes(record.day) else { return try cell.writer.add(record) }
        }
        try cell.writer.flush()
        writer = cell.writer
        writer.facts.damaged += report.scan.damage.count
        board.set(writer.facts)
        try remember(report.zone)
        // What is kept was looked at in a pass of its own.
        var leftOut = report.leftOut
        if let kept { leftOut.unite(kept.leftOut) }
        return leftOut
    }

    /// Opens a file, or a folder of an unpacked archive that somebody asked for.
    private func open(_ path: String, stamp: String?) throws -> (input: HealthInput, digest: String) {
        if stamp == nil, let folder = try FolderFiles(path: path) {
            return (try HealthInput(folder), try FileDigest.of(folder) { try stop.check() })
        }
        let file = try QueuedFile.open(path, stamp: stamp)
        let digest = try FileDigest.of(file) { try stop.check() }
        return (try HealthInput(file, name: Self.name(path)), digest)
    }

    /// Remembers where the person is at home, for inputs that do not say; a clock's offset only where no zone was named.
    private func remember(_ zone: SaidZone) throws {
        let (store, person) = (store, person)
        guard let identifier = zone.identifier else { return }
        let known = try Blocking.wait { try await store.zone(person: person) }
        guard zone.name != nil || known?.hasPrefix("GMT") ?? true else { return }
        try Blocking.wait { try await store.setZone(identifier, person: person) }
    }

    /// Keeps what a part of a history says of days, before anything is made of it.
    private func keep(
        _ input: HealthInput,
        digest: String,
        options: HealthImportOptions,
        modified: Date,
        into writer: ImportWriter
    ) throws -> (files: KeptFiles, days: KeptDays, leftOut: HealthLeftOut) {
        var sink = KeepingSink(options, told: modified.millisecondsSince1970)
        let report = try input.readAll(
            into: &sink,
            salt: salt,
            clock: options.clock,
            userIndex: writer.facts.wish.userIndex,
            copies: copies
        ) { _ in
            try stop.check()
        }
        // Nothing of another person's is kept; inputs of these kinds do not name theirs. Everybody's empty posts are equal.
        let isEmpty = report.elements.isEmpty && report.bytes < Self.emptySize
        if !isEmpty { try claim(digest, fingerprint: nil, confirmed: writer.facts.wish.confirmsPerson) }
        let files = KeptFiles(store: store, person: person, now: now)
        return (files, try files.add(sink) { try stop.check() }, report.leftOut)
    }

    private func claim(_ digest: String, fingerprint: String?, confirmed: Bool) throws {
        let (store, person) = (store, person)
        let claim = try Blocking.wait {
            try await store.claim(digest: digest, fingerprint: fingerprint, person: person, isConfirmed: confirmed)
        }
        if let hold = ImportHold(claim) { throw hold }
    }

    /// A file's name without its folders: some inputs have nothing else that says what they count.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func modified(_ path: String) -> Date? {
        // Absent is nil: what is not there has nothing.
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}

/// A writer that two closures share on one thread.
private final class WriterCell {
    var writer: ImportWriter

    init(_ writer: ImportWriter) { self.writer = writer }
}
