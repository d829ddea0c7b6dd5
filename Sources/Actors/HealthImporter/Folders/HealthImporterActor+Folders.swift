internal import ActorRuntime
internal import BusContract
internal import Crypto
internal import DeliveryRules
internal import Foundation
internal import HealthRecords
internal import ImportStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import VitalRecords

extension HealthImporterActor {
    /// The most imports of a seat that wait.
    private static let mostQueued = 1_000

    /// All watched folders: of the configuration and of `observe`.
    func folders() async throws -> [ObservedFolders.Folder] {
        let added = try await store.folders().filter { path, _ in !configuredFolders.contains { $0.path == path } }
        return configuredFolders
            + added.sorted { $0.key < $1.key }.map { ObservedFolders.Folder(seat: $0.value, path: $0.key) }
    }

    /// Replaces a seat's folders, or only shows them.
    func observe(_ body: ObserveFolders) async throws -> ObservedFolders {
        if let paths = body.paths {
            guard let seat = body.seat else { throw BusError(.invalidArgument, "name the seat of the folders") }
            try BusAddress.check(seat, as: "seat")
            try await store.setFolders(try await checked(paths, seat), seat: seat)
            watch.wake()
        }
        let all = try await folders()
        return ObservedFolders(folders: all.filter { folder in body.seat.map { $0 == folder.seat } ?? true })
    }

    /// Folders that are nobody else's.
    private func checked(_ paths: [String], _ seat: String) async throws -> [String] {
        guard paths.count <= 16 else { throw BusError(.invalidArgument, "a seat has 16 folders at most") }
        let others = try await folders().filter { $0.seat != seat }
        return try paths.map { path in
            let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            var isFolder: ObjCBool = false
            guard path.hasPrefix("/"), path.utf8.count <= 4_096 else {
                throw BusError(.invalidArgument, "a folder is an absolute path on this machine")
            }
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                throw BusError(.invalidArgument, "there is no such folder on this machine: make it first")
            }
            if let other = others.first(where: { $0.path == path }) {
                throw BusError(.conflict, "the folder is seat '\(other.seat)'s: each folder has one seat")
            }
            return path
        }
    }

    /// Looks for new files until cancelled.
    func watchFolders() async {
        while !Task.isCancelled, !isDraining {
            do {
                let all = try await folders() + postedFolders()
                watch.set(all.map(\.path))
                waits.keep(folders: all.map(\.path))
                for folder in all where !isDraining { await look(at: folder) }
                await sweepPosted()
                await pruneKept()
            } catch {
                context.logger.warning("folders wait", metadata: ["error": "\(error)"])
            }
            let now = Self.uptime
            await watch.wait(milliseconds: settling.isWaiting(now: now, patience: settle) ? 200 : 2_000)
        }
    }

    /// The folders that posted files wait in, one for each seat that has some.
    private func postedFolders() -> [ObservedFolders.Folder] {
        // Absent is nil: what is not there has nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? []
        return names.filter { SeatID(rawValue: $0) != nil }.map {
            ObservedFolders.Folder(seat: $0, path: spool.appending(path: $0).path)
        }
    }

    private func look(at folder: ObservedFolders.Folder) async {
        do {
            let listing = try FolderListing(of: folder.path)
            let files = listing.files
            folderProblems[folder.path] = nil
            tellStrange(listing.strange, folder)
            let isPosted = folder.path.hasPrefix(spool.path)
            // A posted file gets its name when it is whole.
            let whole =
                isPosted
                ? files.keys.sorted()
                : settling.settled(in: folder.path, files, now: Self.uptime, patience: settle)
            guard !whole.isEmpty else {
                return waits.setFiles(0, seat: folder.seat, folder: folder.path, at: context.environment.now())
            }
            try await take(whole, files, folder, isPosted: isPosted)
        } catch let error as StoreError {
            context.logger.warning("a folder waits", metadata: ["error": "\(error)"])
        } catch {
            if folderProblems.updateValue("it cannot be read: check that it exists and its rights", forKey: folder.path)
                == nil
            {
                context.logger.warning("a watched folder cannot be read", metadata: ["seat": "\(folder.seat)"])
            }
        }
    }

    /// Names once what is passed over; a person who put a link there waits for its import.
    private func tellStrange(_ strange: [String: String], _ folder: ObservedFolders.Folder) {
        let told = strangeFiles[folder.path] ?? []
        for (name, word) in strange.sorted(by: { $0.key < $1.key }) where !told.contains(name) {
            context.logger.warning(
                "a \(word) in a watched folder is passed over: only plain files are read, put a copy there",
                metadata: ["seat": "\(folder.seat)", "name": "\(name.prefix(128))"]
            )
        }
        strangeFiles[folder.path] = strange.isEmpty ? nil : Set(strange.keys)
    }

    private func take(
        _ paths: [String],
        _ stamps: [String: String],
        _ folder: ObservedFolders.Folder,
        isPosted: Bool
    ) async throws {
        let now = context.environment.now()
        let known = try await store.files(seat: folder.seat)
        for path in paths {
            guard let stamp = stamps[path], known[path]?.stamp != stamp else { continue }
            try await store.noteSeen(path, seat: folder.seat, stamp: stamp, at: now)
        }
        let files = try await store.files(seat: folder.seat)
        guard let wanted = await self.known(folder.seat), !wanted.sampleTypes.isEmpty else {
            let unread = paths.count { files[$0]?.choice == nil }
            return waits.setFiles(unread, seat: folder.seat, folder: folder.path, at: now)
        }
        waits.setFiles(0, seat: folder.seat, folder: folder.path, at: now)
        let choice = Self.choice(wanted)
        let queued = try await store.openPaths(seat: folder.seat)
        // What is more waits in its folder.
        let room = max(0, Self.mostQueued - queued.count)
        for path in Self.byTime(paths.filter { !queued.contains($0) }).prefix(room) {
            guard let file = files[path], file.stamp == stamps[path], file.choice != choice else { continue }
            var facts = ImportFacts(
                origin: isPosted ? .http : .folder,
                person: wanted.person,
                wish: ImportWish(wanted)
            )
            facts.stamp = file.stamp
            facts.choice = choice
            let person = try await store.person(wanted.person, seat: folder.seat)
            if file.firstSeen < wanted.startedAt, try await store.hadOthers(folder.seat, than: person) {
                facts.state = .held
                facts.error = ImportHold.beforeSession.fault
                try await store.noteDone(path, stamp: file.stamp, choice: choice)
            }
            _ = try await enqueue(facts, id: context.environment.newID(), seat: folder.seat, path: path)
        }
    }

    /// The oldest first, so that of two exports the newer one has the last word.
    private static func byTime(_ paths: [String]) -> [String] {
        func time(_ path: String) -> Date {
            // Absent is nil: what is not there has nothing.
            (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
        }
        return paths.map { ($0, time($0)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    /// Names a person and what they want: another one lets a folder's files be read again.
    private static func choice(_ wanted: Subscriptions) -> String {
        let text = ([wanted.person, "\(wanted.processIntraday)"] + wanted.sampleTypes.sorted()).joined(separator: " ")
        return SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Deletes posted files that are past their time, and of a seat with much the oldest ones before it.
    ///
    /// What was never read stays: its sender was told that it is safe.
    private func sweepPosted() async {
        do {
            try await sweepPosted(keeping: try context.configuration[HealthImporterKeys.ingestKeep])
        } catch {
            context.logger.warning(
                "posted files past their time are deleted at a later look",
                metadata: ["error": "\(error)"]
            )
        }
    }

    private func sweepPosted(keeping keep: Duration) async throws {
        let now = context.environment.now()
        let mayDelete = retention.mayDelete(at: now)
        let limit = mayDelete ? now.addingTimeInterval(-Double(keep / .seconds(1))) : .distantPast
        for folder in postedFolders() {
            let known = try await store.files(seat: folder.seat)
            let open = try await store.openPaths(seat: folder.seat)
            // Absent is nil: nobody has posted for this seat yet.
            let files = (try? FolderListing.files(of: folder.path)) ?? [:]
            for path in Self.spent(files, known, open, before: limit, quota: ingest?.quota ?? .max) {
                try? FileManager.default.removeItem(atPath: path)
                try await store.forget(path)
            }
        }
    }

    /// The posted files of a seat that may go, the oldest first: what was never read stays, whatever its age.
    ///
    /// - Parameters:
    ///   - files: Their stamps.
    ///   - open: Those with an import that has not ended.
    ///   - limit: What was read goes if it came before.
    ///   - quota: The bytes of all; above a half of it what was read goes before its time.
    static func spent(
        _ files: [String: String],
        _ known: [String: ImportedFile],
        _ open: Set<String>,
        before limit: Date,
        quota: Int
    ) -> [String] {
        func size(_ stamp: String) -> Int { stamp.split(separator: "-").first.flatMap { Int($0) } ?? 0 }
        var excess = Int.clampedSum(files.values.map(size)) - quota / 2
        let done = files.compactMap { path, stamp -> (path: String, size: Int, came: Date)? in
            guard let file = known[path], file.stamp == stamp, file.choice != nil, !open.contains(path) else {
                return nil
            }
            return (path, size(stamp), file.firstSeen)
        }
        return done.sorted { ($0.came, $0.path) < ($1.came, $1.path) }.filter { file in
            let goes = file.came < limit || excess > 0
            if goes { excess -= file.size }  // In range: a size that the disk has.
            return goes
        }.map(\.path)
    }

    /// Deletes what an earlier start had not taken in to the end: its sender has no answer, and posts again.
    nonisolated func sweepUnfinished() {
        // Absent is nil: what is not there has nothing.
        for seat in (try? FileManager.default.contentsOfDirectory(atPath: spool.path)) ?? [] {
            let folder = spool.appending(path: seat)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                guard name.hasPrefix("."), UUID(uuidString: String(name.dropFirst())) != nil else { continue }
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
    }

    /// Serves posting apps until cancelled; an address that cannot be had is told, and asked for again.
    func serve(_ server: IngestServer) async {
        while !Task.isCancelled, !isDraining {
            do {
                try await server.run { await self.noteIngest(nil) }
                return
            } catch {
                noteIngest("ingest.address cannot be had (\(error)): free it, or set another one")
            }
            do { try await context.environment.clock.sleep(for: .seconds(5)) } catch { return }
        }
    }

    private func noteIngest(_ problem: String?) {
        guard problem != ingestProblem else { return }
        ingestProblem = problem
        if let problem { context.logger.error("exports are not taken by HTTP", metadata: ["error": "\(problem)"]) }
    }

    /// Forgets once an hour what is kept of days longer than is needed.
    func pruneKept() async {
        let now = context.environment.now()
        guard lastPruned.map({ abs(now.timeIntervalSince($0)) >= 3_600 }) ?? true, retention.mayDelete(at: now) else {
            return
        }
        do {
            try await store.pruneKept(now: now)
            lastPruned = now
        } catch {
            context.logger.warning("kept days are not looked through", metadata: ["error": "\(error)"])
        }
    }

    /// Seconds on a clock that nobody sets.
    private static var uptime: Double { ProcessInfo.processInfo.systemUptime }
}
