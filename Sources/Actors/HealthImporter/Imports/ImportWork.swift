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

/// Reads an import's files and hands their records over; runs on a dedicated thread.
struct ImportWork: Sendable {
    let store: ImportStore
    let importID: String
    let person: Int64
    let subscriptions: Subscriptions
    /// The options that all imports of this importer share.
    let options: HealthImportOptions
    /// The salt for fingerprints of persons.
    let salt: [UInt8]
    let paths: [String]
    let outboxLimit: Int
    let stop: StopFlag
    let board: ImportBoard
    let wake: WakeUp
    let now: @Sendable () -> Date
    /// Decides whether the clock is reliable enough to delete data by age; nil if it certainly is.
    var retention: RetentionGate?
    /// The folder for copies of databases; nil for the system's temporary folder.
    var copies: URL?

    /// An input without elements below this size holds no person's data.
    private static let emptySize = 1_024

    /// Reads all files.
    ///
    /// - Returns: The final progress.
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

    /// Reads one input.
    ///
    /// - Returns: The skipped entries.
    private func read(_ path: String, into writer: inout ImportWriter) throws -> HealthLeftOut {
        let (input, digest) = try open(path, stamp: writer.facts.stamp)
        var options = options
        writer.facts.wish.apply(to: &options)
        options.platform = input.kind.platform
        // A clock that runs ahead must not make this input the newest one forever.
        let modified = min(Self.modified(path) ?? now(), now())
        let before = writer.facts.bytes
        writer.facts.totalBytes = before + Int64(clamping: input.size)
        let (salt, clock, user) = (salt, options.clock, writer.facts.wish.userIndex)
        let kept =
            try input.isWholeHistory
            ? nil : keep(input, digest: digest, options: options, modified: modified, into: writer)
        var isClaimed = kept != nil
        writer.isPart = kept != nil
        // Both closures change the writer, but never at the same time.
        let cell = WriterCell(writer)
        let report = try HealthImport(options).run { collector in
            let say: (HealthProgress) throws -> Void = { progress in
                try stop.check()
                cell.writer.facts.bytes = before + Int64(clamping: progress.bytes)
                board.set(cell.writer.facts)
            }
            func scan(into sink: inout some HealthSink) throws -> HealthScanReport {
                try input.readAll(into: &sink, salt: salt, clock: clock, userIndex: user, copies: copies, progress: say)
            }
            let scanned: HealthScanReport
            if let kept {
                try kept.days.feed(into: &collector, load: kept.files.load)
                var sink = UnkeptSink(collector)
                scanned = try scan(into: &sink)
                collector = sink.collector
            } else {
                scanned = try scan(into: &collector)
            }
            let made = collector.exported?.time ?? Int64(clamping: modified.timeIntervalSince1970)
            cell.writer.exportedAt = min(made, Int64(clamping: now().timeIntervalSince1970))
            guard !isClaimed else { return scanned }
            isClaimed = true
            try claim(digest, fingerprint: collector.fingerprint, confirmed: cell.writer.facts.wish.confirmsPerson)
            return scanned
        } emit: { record in
            guard let kept, record.isOfDay, !kept.days.includes(record.day) else { return try cell.writer.add(record) }
        }
        try cell.writer.flush()
        writer = cell.writer
        writer.facts.damaged += report.scan.damage.count
        board.set(writer.facts)
        try remember(report.zone)
        // Entries skipped while storing daily data were counted in a separate pass.
        var leftOut = report.leftOut
        if let kept { leftOut.unite(kept.leftOut) }
        return leftOut
    }

    /// Opens a file, or the folder of an unpacked archive that a person requested.
    private func open(_ path: String, stamp: String?) throws -> (input: HealthInput, digest: String) {
        if stamp == nil, let folder = try FolderFiles(path: path) {
            return (try HealthInput(folder), try FileDigest.of(folder) { try stop.check() })
        }
        let file = try QueuedFile.open(path, stamp: stamp)
        let digest = try FileDigest.of(file) { try stop.check() }
        return (try HealthInput(file, name: Self.name(path)), digest)
    }

    /// Remembers the person's home time zone for inputs without one; a UTC offset counts only until a zone is named.
    private func remember(_ zone: SaidZone) throws {
        let (store, person) = (store, person)
        guard let identifier = zone.identifier else { return }
        let known = try Blocking.wait { try await store.zone(person: person) }
        guard zone.name != nil || known?.hasPrefix("GMT") ?? true else { return }
        try Blocking.wait { try await store.setZone(identifier, person: person) }
    }

    /// Stores the daily data of a partial history before records are made from it.
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
        // Claim the input first, so that no other person's data is stored, since these inputs name no person. Empty
        // posts are not claimed, because all of them have the same digest.
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

    /// A file's name without folders, because in some inputs only the name tells what they count.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func modified(_ path: String) -> Date? {
        // Absent is nil: a missing file has no time.
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}

/// A writer shared by two closures on one thread.
private final class WriterCell {
    var writer: ImportWriter

    init(_ writer: ImportWriter) { self.writer = writer }
}
