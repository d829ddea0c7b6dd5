internal import ActorRuntime
internal import Files
internal import Foundation
internal import NIOCore
internal import Synchronization
internal import VitalRecords

/// Holds exports for an importer on this machine: one folder per import id, hidden until the file is complete.
///
/// Nothing is kept: the next start deletes incomplete uploads, and the sweep deletes complete ones after their import
/// ends.
struct UploadFolder: Sendable {
    /// How many bytes to reserve at a time while a file arrives.
    static let step = 4 << 20
    /// The longest file name, in bytes.
    private static let nameLimit = 100

    let path: String
    /// The limit for all files together, in bytes.
    let quota: Int
    private let taken = Taken()

    /// The space reserved for the files that are still arriving.
    private final class Taken: Sendable {
        let open = Mutex<[String: Int]>([:])
    }

    /// Creates the folder, and deletes the uploads that an earlier run left incomplete.
    ///
    /// - Throws: `RuntimeError` if the folder cannot be created.
    init(_ path: String, quota: Int) throws {
        (self.path, self.quota) = (path, quota)
        try PrivateFile.makeDirectory(path)
        for name in names() where name.hasPrefix(".") { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    /// An upload found in the folder; a name from outside can never become a path, because only existing entries count.
    struct Upload: Sendable, Hashable {
        /// The id of its import.
        let id: String
        fileprivate let folder: String

        fileprivate init(found name: String, in path: String) { (id, folder) = (name, "\(path)/\(name)") }

        /// When the file was complete; nil if it is gone.
        var time: Date? {
            // Absent is nil: a deleted upload has no time.
            try? FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
        }

        /// The path of its file; nil if it is gone.
        var file: String? {
            // Absent is nil: a deleted upload has no file.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.first.map { "\(folder)/\($0)" }
        }
    }

    /// The complete uploads, sorted by id.
    var all: [Upload] {
        names().filter { !$0.hasPrefix(".") }.sorted().map { Upload(found: $0, in: path) }
    }

    /// The upload of an import; nil if the folder does not hold it.
    func upload(_ id: String) -> Upload? { all.first { $0.id == id } }

    /// Gives an upload a new id, under which its file is imported again.
    ///
    /// - Parameter id: An id that this process generated.
    /// - Throws: ``PageError`` `notFound` if the upload is gone.
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

    /// Receives a file, which is complete and on disk when this returns.
    ///
    /// - Parameters:
    ///   - id: An id that this process generated.
    ///   - name: The file's name as the browser sent it; only its safe characters are used.
    ///   - size: The announced size; nil without one.
    /// - Throws: ``PageError`` `tooLarge` if there is no room, or the error of `pieces`; the partial file is deleted.
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

    /// Reserves bytes for a file, of which `count` have arrived.
    ///
    /// - Throws: ``PageError`` that names what is full.
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
        // Absent is nil: a deleted file takes no space.
        upload.file.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int } ?? 0
    }

    private func names() -> [String] {
        // Absent is nil: a missing folder is empty.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// A file name without folders, leading dots, and characters that would break a file system or a log.
    ///
    /// The rest stays, because some exports name in it what they count.
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
