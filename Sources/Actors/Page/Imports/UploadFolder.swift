internal import ActorRuntime
internal import Files
internal import Foundation
internal import NIOCore
internal import Synchronization
internal import VitalRecords

/// Exports on their way to an importer of this machine: each in a folder by its import's id, hidden until it is whole.
///
/// Nothing stays: what was not taken in to the end goes at the next start, and a whole one when its import has ended.
struct UploadFolder: Sendable {
    /// How often the disk is looked at while a file comes, in bytes.
    static let step = 4 << 20
    /// The longest name of a file, in bytes.
    private static let nameLimit = 100

    let path: String
    /// The most bytes of all files together.
    let quota: Int
    private let taken = Taken()

    /// What the files take that are still coming.
    private final class Taken: Sendable {
        let open = Mutex<[String: Int]>([:])
    }

    /// Makes the folder, and deletes what an earlier start had not taken in to the end.
    ///
    /// - Throws: `RuntimeError` where it cannot be made.
    init(_ path: String, quota: Int) throws {
        (self.path, self.quota) = (path, quota)
        try PrivateFile.makeDirectory(path)
        for name in names() where name.hasPrefix(".") { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    /// An upload that lies in the folder: only what was found there is one, so that no word from outside becomes a path.
    struct Upload: Sendable, Hashable {
        /// Its import's id.
        let id: String
        fileprivate let folder: String

        fileprivate init(found name: String, in path: String) { (id, folder) = (name, "\(path)/\(name)") }

        /// When it became whole; nil where it is gone.
        var time: Date? {
            // Absent is nil: what is not there has no time.
            try? FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
        }

        /// Its file; nil where it is gone.
        var file: String? {
            // Absent is nil: what is not there has no file.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.first.map { "\(folder)/\($0)" }
        }
    }

    /// The uploads that are whole, in the order of their ids.
    var all: [Upload] {
        names().filter { !$0.hasPrefix(".") }.sorted().map { Upload(found: $0, in: path) }
    }

    /// The upload of an import; nil where the folder has none of that name.
    func upload(_ id: String) -> Upload? { all.first { $0.id == id } }

    /// Gives an upload a new id: its file is imported again.
    ///
    /// - Parameter id: As this process makes ids.
    /// - Throws: ``PageError`` `notFound` where it is gone.
    func rename(_ upload: Upload, to id: String) throws -> Upload {
        let renamed = Upload(found: id, in: path)
        do {
            try FileManager.default.moveItem(atPath: upload.folder, toPath: renamed.folder)
        } catch {
            throw PageError(.notFound, text: "error.noUpload")
        }
        return renamed
    }

    /// Deletes an upload.
    func remove(_ upload: Upload) { try? FileManager.default.removeItem(atPath: upload.folder) }

    /// Takes a file in: it is whole and on disk when this returns.
    ///
    /// - Parameters:
    ///   - id: As this process makes ids.
    ///   - name: As the browser says it; only what is safe of it is used.
    ///   - size: What was announced; nil where nothing was.
    /// - Throws: ``PageError`` `tooLarge` where there is no room, or what `pieces` throws; nothing stays then.
    func take(
        _ id: String,
        name: String,
        size: Int?,
        pieces: ((ByteBuffer) async throws -> Void) async throws -> Void
    ) async throws -> Upload {
        let hidden = "\(path)/.\(id)"
        do {
            try reserve(size ?? Self.step, having: 0, for: id)
            try PrivateFile.makeDirectory(hidden)
            let file = "\(hidden)/\(Self.safe(name))"
            try await write(file, of: id, size: size, pieces: pieces)
            let upload = Upload(found: id, in: path)
            try PrivateFile.move(hidden, to: upload.folder)
            leave(id)
            return upload
        } catch {
            leave(id)
            try? FileManager.default.removeItem(atPath: hidden)
            throw error as? PageError ?? PageError(.unavailable, text: "error.disk")
        }
    }

    private func write(
        _ file: String,
        of id: String,
        size: Int?,
        pieces: ((ByteBuffer) async throws -> Void) async throws -> Void
    ) async throws {
        try PrivateFile.replace(file, bytes: [])
        guard let handle = FileHandle(forWritingAtPath: file) else { throw PageError(.unavailable, text: "error.disk") }
        defer { try? handle.close() }
        var (count, next) = (0, 0)
        try await pieces { piece in
            count += piece.readableBytes  // In range: the body has a limit.
            if count > next {
                next = count + Self.step
                try reserve(size ?? next, having: count, for: id)
            }
            try handle.write(contentsOf: Data(piece.readableBytesView))
        }
        try handle.synchronize()
    }

    /// Has so many bytes kept free for a file, of which some are there.
    ///
    /// - Throws: ``PageError`` that says what is full.
    private func reserve(_ bytes: Int, having count: Int, for id: String) throws {
        let whole = Int.clampedSum(all.map(Self.size))
        let isRoom = taken.open.withLock { open in
            open[id] = bytes
            return Int.clampedSum(open.values.map(\.self)) <= quota - min(whole, quota)
        }
        guard isRoom else { throw PageError(.unavailable, text: "error.manyUploads") }
        guard DiskReserve(of: path).allows(UInt64(max(0, bytes - count))) else {
            throw PageError(.unavailable, text: "error.disk")
        }
    }

    private func leave(_ id: String) { taken.open.withLock { $0[id] = nil } }

    private static func size(of upload: Upload) -> Int {
        // Absent is nil: what is not there takes nothing.
        upload.file.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int } ?? 0
    }

    private func names() -> [String] {
        // Absent is nil: what is not there has nothing.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// A file's name without folders, hidden ones and what a file system or a log would stumble over; some exports say in it
    /// what they count.
    static func safe(_ name: String) -> String {
        let last = name.split(whereSeparator: { "/\\".contains($0) }).last ?? ""
        let plain = last.map { character in
            character.isASCII && (character.isLetter || character.isNumber || "._- ()".contains(character))
                ? character : "-"
        }
        let end = String(plain.drop { $0 == "." || $0 == " " }.suffix(nameLimit))
        return end.isEmpty ? "export" : end
    }
}
